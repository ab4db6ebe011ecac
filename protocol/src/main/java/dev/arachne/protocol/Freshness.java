package dev.arachne.protocol;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The time for which a response may be reused without a new request, according to its fields. */
public final class Freshness {
  /** The longest time, ten years; longer ones count as this. */
  private static final long MOST_SECONDS = Duration.ofDays(3_650).toSeconds();

  private Freshness() {}

  /**
   * The time from an answer on for which it is fresh: {@code max-age} of {@code Cache-Control} less
   * {@code Age} (RFC 9111 4.2, 5.1, 5.2.2). Zero if there is no {@code max-age}, or each use needs
   * a new request. The heuristics of caches are not applied.
   */
  public static Duration of(Headers headers) {
    long seconds = 0;
    for (String value : headers.all("Cache-Control")) {
      for (String part : value.toLowerCase(Locale.ROOT).split(",")) {
        String directive = part.strip();
        if (directive.equals("no-store") || directive.startsWith("no-cache")) {
          return Duration.ZERO;
        }
        if (directive.startsWith("max-age=")) {
          seconds = seconds(directive.substring("max-age=".length()).replace("\"", ""));
        }
      }
    }
    List<String> ages = headers.all("Age");
    long age = ages.isEmpty() ? 0 : seconds(ages.getFirst().strip());
    return Duration.ofSeconds(Math.max(0, seconds - age));
  }

  /** Parses a number of seconds; 0 if it is not a number. */
  private static long seconds(String text) {
    if (text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return 0;
    }
    return text.length() > 18 ? MOST_SECONDS : Math.min(MOST_SECONDS, Long.parseLong(text));
  }
}
