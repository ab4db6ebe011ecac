package dev.arachne.http;

import dev.arachne.protocol.Headers;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Selects the validator by which a response can be resumed later (RFC 9110 13.1.5). Pure. */
final class Validators {
  /**
   * The age from which a date of change is a strong validator: the body may change again within the
   * same second.
   */
  private static final Duration SETTLED = Duration.ofSeconds(60);

  private Validators() {}

  /**
   * The value of an If-Range field: the entity tag if it is strong. Without an entity tag, the date
   * of the last change if it was long before the response (RFC 9110 8.8.2.2). Empty if there is
   * neither.
   */
  static String ifRange(Headers headers) {
    Optional<String> tag = headers.first("ETag");
    if (tag.isPresent()) {
      return isStrong(tag.get()) ? tag.get() : "";
    }
    Optional<String> changed = headers.first("Last-Modified");
    Optional<Instant> at = changed.flatMap(Validators::time);
    Optional<Instant> now = headers.first("Date").flatMap(Validators::time);
    boolean isSettled =
        at.isPresent() && now.isPresent() && !now.get().isBefore(at.get().plus(SETTLED));
    return isSettled ? changed.get() : "";
  }

  /**
   * Whether an answer with these fields may be of the body that {@code validator} was given for.
   */
  static boolean agree(String validator, Headers headers) {
    return isStrong(validator)
        ? headers.first("ETag").filter(validator::equals).isPresent()
        : headers.first("Last-Modified").filter(its -> !its.equals(validator)).isEmpty();
  }

  private static boolean isStrong(String tag) {
    return tag.length() > 1 && tag.startsWith("\"") && tag.endsWith("\"");
  }

  private static Optional<Instant> time(String date) {
    try {
      return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
