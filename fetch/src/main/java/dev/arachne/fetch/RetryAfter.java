package dev.arachne.fetch;

import dev.arachne.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/**
 * The Retry-After of an overloaded server (RFC 9110 10.2.3): with status 429 (RFC 6585 4) or 503, a
 * number of seconds or a date.
 */
public final class RetryAfter {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVICE_UNAVAILABLE = 503;

  /** The longest delay; a longer one is cut to it, since a crawl has to end some day. */
  private static final Duration LONGEST = Duration.ofHours(1);

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss zzz", Locale.ROOT);

  private RetryAfter() {}

  /** Whether the answer says that the server is overloaded. */
  public static boolean isAsked(HttpResponse response) {
    return response.status() == TOO_MANY_REQUESTS || response.status() == SERVICE_UNAVAILABLE;
  }

  /** The time that the answer gives; empty if it is missing or malformed. */
  public static Optional<Duration> of(HttpResponse response, Instant now) {
    return response.headers().first("Retry-After").flatMap(text -> parse(text.strip(), now));
  }

  static Optional<Duration> parse(String text, Instant now) {
    Duration wait;
    if (text.matches("[0-9]{10,}")) {
      wait = LONGEST;
    } else if (text.matches("[0-9]+")) {
      wait = Duration.ofSeconds(Long.parseLong(text));
    } else {
      try {
        wait = Duration.between(now, ZonedDateTime.parse(text, DATE).toInstant());
      } catch (DateTimeParseException e) {
        return Optional.empty();
      }
    }
    if (wait.isNegative()) {
      return Optional.of(Duration.ZERO);
    }
    return Optional.of(wait.compareTo(LONGEST) > 0 ? LONGEST : wait);
  }
}
