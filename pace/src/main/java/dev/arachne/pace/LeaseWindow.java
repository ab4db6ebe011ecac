package dev.arachne.pace;

/**
 * The number of URLs of a host that may be leased at a time: the congestion window of TCP (RFC
 * 5681), for requests. It is small at first, and doubles after each round of answers until the
 * first sign of congestion. From there it grows by one a round, or by a twentieth. It is halved
 * after an answer that broke or did not come, once for a round: a request that had started before
 * the last cut does not count. Confined to one thread.
 *
 * <p>Answers that take ever longer cut it too, more mildly and not below its start. Their mean is
 * compared with the least mean seen, since single pages differ in cost. Times have to be the host's
 * alone; the caller subtracts the delay of its own loop.
 */
final class LeaseWindow {
  /** Leases of an unknown host. */
  static final int START = 4;

  /** The part of the window that is left after a failure. */
  private static final double AFTER_FAILURE = 0.5;

  /** The part of the window that is left when answers have become slow. */
  private static final double WHEN_SLOW = 0.8;

  /**
   * The growth by an answer in a window so large that one more a round would be next to nothing.
   */
  private static final double GROWTH = 0.05;

  /** Answers are slow if they take this many times the least mean, ... */
  private static final int TIMES_AS_LONG = 3;

  /** ... and this much, in nanoseconds, on top: less is not a sign of congestion. */
  private static final double AND_LONGER = 100e6;

  /** The number of answers in the mean, roughly. */
  private static final int MEAN_OF = 8;

  private double size = START;

  /**
   * The size below which it doubles, and above which it grows by one a round; no bound until the
   * first cut.
   */
  private double threshold = Double.POSITIVE_INFINITY;

  private long lastCut = Long.MIN_VALUE;
  private double mean;
  private double leastMean = Double.POSITIVE_INFINITY;
  private int answers;

  /** The window of a host that was known before, up to whose {@code bound} it may double. */
  static LeaseWindow known(int bound) {
    var window = new LeaseWindow();
    if (bound > 0) {
      window.threshold = bound;
      window.size = Math.min(START, bound);
    }
    return window;
  }

  /** The parameter for {@link #known}; 0 before the first cut. */
  int bound() {
    return threshold == Double.POSITIVE_INFINITY ? 0 : (int) Math.max(size, threshold);
  }

  /** Leases at a time, from 1. */
  int size() {
    return (int) size;
  }

  /**
   * Takes in an answer.
   *
   * @param waited how long the host took, in nanoseconds
   * @param used leases that were out, this one included
   * @param most leases that are allowed regardless of the host
   */
  void answered(long started, long now, long waited, int used, int most) {
    mean += (waited - mean) / Math.min(++answers, MEAN_OF);
    if (answers >= MEAN_OF) {
      leastMean = Math.min(leastMean, mean);
    }
    if (mean > TIMES_AS_LONG * leastMean + AND_LONGER) {
      cut(WHEN_SLOW, START, started, now);
    } else if (2 * used >= size()) {
      size = Math.min(most, size + (size < threshold ? 1 : Math.max(1 / size, GROWTH)));
    }
    answers = Math.min(answers, MEAN_OF);
  }

  /** Takes in an answer that did not come, or not to its end. */
  void failed(long started, long now) {
    cut(AFTER_FAILURE, 1, started, now);
  }

  /** Lets the host recover: one lease, and from there soon back to the size that it accepted. */
  void close(long started, long now) {
    if (started > lastCut) {
      threshold = Math.max(2, size);
      size = 1;
      lastCut = now;
    }
  }

  private void cut(double left, int least, long started, long now) {
    if (started > lastCut && size > least) {
      size = Math.max(least, size * left);
      threshold = size;
      lastCut = now;
    }
  }
}
