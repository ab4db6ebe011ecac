package dev.arachne.http;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which bytes of a body an answer has (RFC 9110 14.4). Immutable.
 *
 * @param first from 0
 * @param last included
 * @param total bytes of the whole body
 */
record ContentRange(long first, long last, long total) {
  private static final Pattern FORM =
      Pattern.compile("bytes +([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18})");

  /**
   * Parses a field's value; empty if one of the three numbers is missing or they are impossible.
   */
  static Optional<ContentRange> of(String value) {
    Matcher matcher = FORM.matcher(value);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    var range =
        new ContentRange(
            Long.parseLong(matcher.group(1)),
            Long.parseLong(matcher.group(2)),
            Long.parseLong(matcher.group(3)));
    return range.first <= range.last && range.last < range.total
        ? Optional.of(range)
        : Optional.empty();
  }

  /** The number of bytes in the response. */
  long length() {
    return last - first + 1;
  }
}
