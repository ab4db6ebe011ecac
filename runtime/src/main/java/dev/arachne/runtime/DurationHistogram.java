package dev.arachne.runtime;

import java.util.Arrays;
import java.util.List;

/**
 * A histogram of durations: a few longs, and a search in an array of fifteen for each duration. The
 * bounds are the same for all, from a millisecond to half a minute, so that counts of several
 * histograms can be added. Confined to one thread at a time.
 */
public final class DurationHistogram {
  /** The greatest duration of each class, in nanoseconds; longer ones are in the last class. */
  private static final long[] BOUNDS = {
    1_000_000L,
    2_500_000L,
    5_000_000L,
    10_000_000L,
    25_000_000L,
    50_000_000L,
    100_000_000L,
    250_000_000L,
    500_000_000L,
    1_000_000_000L,
    2_500_000_000L,
    5_000_000_000L,
    10_000_000_000L,
    30_000_000_000L
  };

  private static final List<Double> BOUNDS_IN_SECONDS =
      Arrays.stream(BOUNDS).mapToObj(bound -> bound / 1e9).toList();

  private final long[] counts = new long[BOUNDS.length + 1];
  private long sum;

  /**
   * The counts at one instant. Immutable.
   *
   * @param counts durations up to each of {@link #bounds} and longer than the bound before; the
   *     last is that of durations longer than all bounds
   * @param seconds the sum of all durations
   */
  public record Counts(List<Long> counts, double seconds) {
    /** Keeps a copy. */
    public Counts {
      counts = List.copyOf(counts);
    }

    /** The number of durations. */
    public long total() {
      return counts.stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the sum of these counts and those of another histogram. */
    public Counts plus(Counts other) {
      Long[] sums = new Long[counts.size()];
      Arrays.setAll(sums, i -> counts.get(i) + other.counts.get(i));
      return new Counts(List.of(sums), seconds + other.seconds);
    }
  }

  /** The bounds of the classes but the last, in seconds, in ascending order. */
  public static List<Double> bounds() {
    return BOUNDS_IN_SECONDS;
  }

  /** Counts a duration; a negative one, from a clock that went back, counts as zero. */
  public void add(long nanos) {
    long duration = Math.max(0, nanos);
    int found = Arrays.binarySearch(BOUNDS, duration);
    counts[found >= 0 ? found : -found - 1]++;
    sum += duration;
  }

  /** The present counts. */
  public Counts counts() {
    return new Counts(Arrays.stream(counts).boxed().toList(), sum / 1e9);
  }
}
