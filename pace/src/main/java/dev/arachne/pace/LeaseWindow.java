package dev.arachne.pace;

/**
 * How many URLs of a host may be leased at a time: what TCP does with segments (RFC 5681), done
 * with requests. A few at first; twice as many after each round of answers until something speaks
 * against more; from there one more a round, or a twentieth. Half after what broke or stayed out,
 * once for a round: a request that had started before the last cut knows nothing of it. Confined to
 * one thread.
 *
 * <p>Answers that take ever longer cut it too, more mildly and not below where it began: their mean
 * against the least mean there was, since single pages differ in what they cost. Times have to be
 * the host's alone; whoever measures them takes off what its own loop was late.
 */
final class LeaseWindow {
  /** Leases of a host that nothing is known about. */
  static final int START = 4;

  /** Of the window that is left after a failure. */
  private static final double AFTER_FAILURE = 0.5;

  /** Of the window that is left when answers have become slow. */
  private static final double WHEN_SLOW = 0.8;

  /** What an answer adds in a window so large that one more a round would be next to nothing. */
  private static final double GROWTH = 0.05;

  /** Answers are slow that take so many times as long as at the best of times, ... */
  private static final int TIMES_AS_LONG = 3;

  /** ... and this much, in nanoseconds, on top: less is nobody's distress. */
  private static final double AND_LONGER = 100e6;

  /** Answers of which the mean is taken, roughly. */
  private static final int MEAN_OF = 8;

  private double size = START;

  /** Below this it doubles, above it grows by one a round; no bound until the first cut. */
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

  /** What {@link #known} needs; 0 if there has been no reason for a cut. */
  int bound() {
    return threshold == Double.POSITIVE_INFINITY ? 0 : (int) Math.max(size, threshold);
  }

  /** Leases at a time, from 1. */
  int size() {
    return (int) size;
  }

  /**
   * An answer came.
   *
   * @param waited how long the host took, in nanoseconds
   * @param used leases that were out, this one included
   * @param most leases that are allowed whatever the host bears
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

  /** An answer did not come, or not to its end. */
  void failed(long started, long now) {
    cut(AFTER_FAILURE, 1, started, now);
  }

  /** The host has to recover: one lease, and from there soon back to what it bore. */
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
