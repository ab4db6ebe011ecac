package dev.arachne.archive;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/** Times of captures as users type them: the beginning of one, or the whole. UTC. */
public final class CaptureTime {
  /** Four to fourteen digits, or a date with hyphens, and perhaps a time. */
  private static final Pattern FORM =
      Pattern.compile(
          "\\d{4}|\\d{6}|\\d{8}|\\d{10}|\\d{12}|\\d{14}|\\d{4}-\\d\\d(-\\d\\d(T[\\d:.+Z-]+)?)?");

  private static final String FIRST_INSTANT = "00000101000000";

  private CaptureTime() {}

  /** Whether a text has the form of a time: {@code 2026}, {@code 2026-11}, {@code 20261123}. */
  public static boolean isOne(String text) {
    return FORM.matcher(text).matches();
  }

  /**
   * The first instant of the year, month, day, hour, minute or second that is named.
   *
   * @throws IllegalArgumentException if there is no such time; the message shows a valid form
   */
  public static Instant parse(String text) {
    try {
      if (!isOne(text)) {
        throw new DateTimeException(text);
      }
      if (text.contains("T")) {
        return OffsetDateTime.parse(text).toInstant();
      }
      String digits = text.replace("-", "");
      return instant(digits + FIRST_INSTANT.substring(digits.length()));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "'%s' is not a date; use one such as 2026-11-23".formatted(text), e);
    }
  }

  private static Instant instant(String digits) {
    return LocalDateTime.of(
            Integer.parseInt(digits.substring(0, 4)),
            Integer.parseInt(digits.substring(4, 6)),
            Integer.parseInt(digits.substring(6, 8)),
            Integer.parseInt(digits.substring(8, 10)),
            Integer.parseInt(digits.substring(10, 12)),
            Integer.parseInt(digits.substring(12, 14)))
        .toInstant(ZoneOffset.UTC);
  }
}
