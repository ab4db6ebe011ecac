package dev.arachne.report;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a crawl still takes: a band, as wide as what is not known. Immutable.
 *
 * <p>The lower edge is what is known to be left, at the pace of late. The upper edge has besides
 * what is found if the crawl goes on finding as it did of late: each of the URLs that are left
 * leads to {@code y} others, each of those to {@code y} more, {@code 1 / (1 - y)} for each in all.
 * Where nearly every page still leads to another one ({@code y} near 1) that says nothing, and the
 * crawl is taken to be a third done at least. No host is done before its queue, times the gap
 * between its requests.
 *
 * @param least the lower edge
 * @param most the upper edge, not below the other
 * @param host the origin that decides it, since the others will be done before; empty if none does,
 *     and in a crawl of one host
 */
public record Forecast(Duration least, Duration most, Optional<String> host) {

  /** The first second of a crawl foretells nothing. */
  private static final double TOO_EARLY = 1;

  /** What a pace may change by, besides what is chance. */
  private static final double MARGIN = 0.1;

  /** What it may change by for chance, if one URL was done; of n that is by the root of n less. */
  private static final double CHANCE = 0.5;

  /** What the last answers take, in seconds: they come when there is nothing left to ask for. */
  private static final double TAIL = 1;

  /** What they may come earlier by. */
  private static final double HASTE = 0.5;

  /** Beyond this yield what is left says nothing of what will be found. */
  private static final double DEEP = 0.75;

  /** From this yield on the time so far is taken for a third of the whole, by degrees. */
  private static final double RICH = 0.5;

  /** And from this one on wholly. */
  private static final double ENDLESS = 0.9;

  private static final double TWICE_AND_MORE = 2.2;

  /** A host decides if it takes so much longer than all together. */
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
   * What is known for a forecast.
   *
   * @param seconds since the crawl began, in this process
   * @param pending URLs to fetch that are known
   * @param inFlight those of them that are being fetched, and may be done soon
   * @param allowed how many may still be fetched, by the bound on pages
   * @param quarter what came about in the last quarter of that time
   * @param eighth and in the last eighth
   * @param byDelay seconds that the host with most to do takes, by its delay alone; 0 if there are
   *     no delays
   * @param byPace seconds that the slowest host takes, as it was asked of late
   * @param slowest its origin; empty if there is none, or but one
   */
  public record Known(
      double seconds,
      long pending,
      long inFlight,
      long allowed,
      Course.Stretch quarter,
      Course.Stretch eighth,
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

  /** The time for what is left, with what will be found. */
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
