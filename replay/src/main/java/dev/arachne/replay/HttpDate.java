package dev.arachne.replay;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Times as HTTP has them (RFC 9110 5.6.7), such as Sun, 06 Nov 1994 08:49:37 GMT. */
final class HttpDate {
  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private HttpDate() {}

  static String text(Instant time) {
    return FORM.format(time);
  }

  /** The time in a text; empty if the text is not a date. */
  static Optional<Instant> parse(String text) {
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(FORM.parse(text, Instant::from));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
