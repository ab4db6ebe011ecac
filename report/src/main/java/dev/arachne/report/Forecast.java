package dev.arachne.report;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a crawl still takes, where that can be said. Immutable.
 *
 * @param left the time
 * @param bound whether it may be more
 */
public record Forecast(Duration left, Bound bound) {

  /** What a forecast is worth. */
  public enum Bound {
    /** It is what it looks like now. */
    ABOUT,
    /** What is known takes so long, and more may turn up. */
    AT_LEAST
  }

  /** A crawl finds nothing new any more if it finds less than this for each URL that it decides. */
  private static final double DRY = 0.05;

  /** The first seconds of a crawl foretell nothing. */
  private static final Duration TOO_EARLY = Duration.ofSeconds(3);

  /**
   * What is known for a forecast.
   *
   * @param elapsed since the crawl began
   * @param pending URLs without a verdict
   * @param allowed how many may still be fetched, by the bound on pages
   * @param decided URLs a second that got their verdict of late
   * @param discovered URLs a second that were found of late
   * @param longestQueue the time that the host with most to do takes, by its delay; zero if there
   *     are no delays
   */
  public record Known(
      Duration elapsed,
      long pending,
      long allowed,
      double decided,
      double discovered,
      Duration longestQueue) {}

  /** The forecast; empty if it would be a guess. */
  public static Optional<Forecast> of(Known known) {
    if (known.elapsed.compareTo(TOO_EARLY) < 0 || known.pending == 0) {
      return Optional.empty();
    }
    Duration byQueue = known.longestQueue;
    boolean isBounded = known.allowed < known.pending;
    if (known.decided > 0 && (isBounded || known.discovered <= DRY * known.decided)) {
      Duration byRate = seconds(Math.min(known.pending, known.allowed) / known.decided);
      return Optional.of(new Forecast(isBounded ? byRate : longer(byRate, byQueue), Bound.ABOUT));
    }
    return byQueue.isPositive() && !isBounded
        ? Optional.of(new Forecast(byQueue, Bound.AT_LEAST))
        : Optional.empty();
  }

  private static Duration seconds(double seconds) {
    return Duration.ofSeconds((long) Math.min(Math.ceil(seconds), Integer.MAX_VALUE));
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
