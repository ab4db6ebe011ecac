package dev.arachne.report;

import java.time.Duration;
import java.util.Optional;

/**
 * The time that a crawl still takes: a band, as wide as the uncertainty. Immutable.
 *
 * <p>The lower edge is the time for the known pending URLs, at the recent pace. The upper edge
 * includes the URLs that will be found if the recent yield continues. Each pending URL leads to
 * {@code y} others, each of those to {@code y} more, {@code 1 / (1 - y)} for each in all. This
 * estimate is useless where nearly every page still leads to another one ({@code y} near 1); then
 * the crawl is assumed to be at least a third done. Each host takes at least the length of its
 * queue, times the gap between its requests.
 *
 * @param least the lower edge
 * @param most the upper edge, not below the other
 * @param host the origin that decides it, since the others will be done before; empty if no host
 *     decides it, and in a crawl of one host
 */
public record Forecast(Duration least, Duration most, Optional<String> host) {

  /** Seconds at the beginning of a crawl without a forecast. */
  private static final double TOO_EARLY = 1;

  /** The share by which a pace may change, in addition to chance. */
  private static final double MARGIN = 0.1;

  /**
   * The share by which it may change by chance if one URL was done; for n URLs, this divided by the
   * root of n.
   */
  private static final double CHANCE = 0.5;

  /** The time of the last answers, in seconds: they come when no URL is left to request. */
  private static final double TAIL = 1;

  /** The time by which they may come earlier, in seconds. */
  private static final double HASTE = 0.5;

  /** The yield above which the pending URLs do not predict the number of new ones. */
  private static final double DEEP = 0.75;

  /** From this yield on, the elapsed time is assumed to be a third of the whole, by degrees. */
  private static final double RICH = 0.5;

  /** And from this one on, entirely. */
  private static final double ENDLESS = 0.9;

  private static final double TWICE_AND_MORE = 2.2;

  /** A host decides if it takes more than this many times as long as all hosts together. */
  private static final double DECIDES = 1.2;

  /**
   * Checks the edges.
   *
   * @throws IllegalArgumentException if they are not in order
   */
  public Forecast {
    if (least.isNegative() || most.compareTo(least) < 0) {
      throw new IllegalArgumentException("a band from " + least + " to " + most);
    }
  }

  /**
   * The known quantities for a forecast.
   *
   * @param seconds since the crawl began, in this process
   * @param pending URLs to fetch that are known
   * @param inFlight those of them that are being fetched, and may be done soon
   * @param allowed how many may still be fetched, by the bound on pages
   * @param quarter the progress in the last quarter of that time
   * @param eighth and in the last eighth
   * @param byDelay seconds that the host with most to do takes, by its delay alone; 0 if there are
   *     no delays
   * @param byPace seconds that the slowest host takes, at its recent pace
   * @param slowest its origin; empty without such a host, or with only one host
   */
  public record Known(
      double seconds,
      long pending,
      long inFlight,
      long allowed,
      ProgressHistory.Stretch quarter,
      ProgressHistory.Stretch eighth,
      double byDelay,
      double byPace,
      Optional<String> slowest) {}

  /** The forecast; empty if it would be a guess. */
  public static Optional<Forecast> of(Known known) {
    if (known.seconds < TOO_EARLY || known.pending == 0 || known.quarter.done() <= 0) {
      return Optional.empty();
    }
    double chance = MARGIN + CHANCE / Math.sqrt(known.quarter.done());
    double pages = Math.min(known.pending, known.allowed);
    double fast = Math.max(known.quarter.rate(), known.eighth.rate());
    double slow =
        known.eighth.done() > 0
            ? Math.min(known.quarter.rate(), known.eighth.rate())
            : known.quarter.rate();
    boolean isBounded = known.allowed < known.pending;
    double least = Math.max(0, pages - known.inFlight) / fast / (1 + chance);
    double most = pages / slow * (1 + chance);
    if (!isBounded) {
      least = Math.max(least, known.byDelay * (1 - MARGIN));
      most = Math.max(most, known.byPace * (1 + MARGIN));
      most = Math.min(grown(most, known), known.allowed / slow * (1 + chance));
    }
    boolean isDecided = !isBounded && known.byPace > DECIDES * pages / slow;
    return Optional.of(
        new Forecast(
            seconds(Math.max(0, least - HASTE)),
            seconds(Math.max(least, most + TAIL)),
            isDecided ? known.slowest : Optional.empty()));
  }

  /** The time for the pending URLs, and for those that will be found. */
  private static double grown(double most, Known known) {
    double yield = Math.max(known.quarter.yield(), known.eighth.yield());
    double finite = most / (1 - Math.min(yield, DEEP));
    double share = Math.clamp((yield - RICH) / (ENDLESS - RICH), 0, 1);
    return Math.max(finite, share * TWICE_AND_MORE * known.seconds);
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis((long) (1_000 * Math.min(seconds, Integer.MAX_VALUE)));
  }
}
