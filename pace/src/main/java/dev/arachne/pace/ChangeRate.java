package dev.arachne.pace;

import java.time.Duration;

/**
 * The rate at which a page is seen to change, and the worth of its next visit. The page is modelled
 * as a Poisson process that only visits observe: each shows whether the page has changed since the
 * one before. Mutable, for one thread.
 *
 * <p>The rate is the maximum likelihood estimate, with half a visit without a change added. For
 * visits at equal intervals that is the estimator of J. Cho and H. Garcia-Molina, "Estimating
 * frequency of change" (ACM TOIT 3(3), 2003). Where no change was seen yet, half a one is added, so
 * that the page is not forgotten. The worth is that of Y. Azar et al., "Tractable near-optimal
 * policies for crawling" (PNAS 115(32), 2018): the time for which the page will be fresh for one
 * visit more, at this pace.
 */
public final class ChangeRate {
  /** The number of last visits that count: more add little, and the rates of pages may change. */
  public static final int MOST_VISITS = 32;

  private static final double PRIOR = 0.5;
  private static final double LEAST = 1e-12;
  private static final double MOST = 1e3;
  private static final int STEPS = 60;
  private static final double NANOS = 1e9;

  /** Seconds since the visit before; negative where the page had changed. */
  private final double[] visits = new double[MOST_VISITS];

  private int count;

  /** Changes a second; negative if it is to be estimated again. */
  private double rate = -1;

  /** Adds a visit: the first one was not compared with another, and does not count. */
  public void visited(Duration sinceLast, boolean hasChanged) {
    double seconds = Math.max(1 / NANOS, sinceLast.toNanos() / NANOS);
    if (count == MOST_VISITS) {
      System.arraycopy(visits, 1, visits, 0, --count);
    }
    visits[count++] = hasChanged ? -seconds : seconds;
    rate = -1;
  }

  /**
   * Changes a second, as estimated from visits; of a page without any, one in {@code unknown}
   * seconds.
   */
  double perSecond(double unknown) {
    if (count == 0) {
      return 1 / unknown;
    }
    if (rate < 0) {
      rate = estimated();
    }
    return rate;
  }

  private double estimated() {
    double low = LEAST;
    double high = MOST;
    for (int i = 0; i < STEPS; i++) {
      double middle = Math.sqrt(low * high);
      if (slope(middle) > 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The slope of the likelihood at a rate; it falls as the rate grows. */
  private double slope(double at) {
    double changes = 0;
    double all = 0;
    double slope = 0;
    for (int i = 0; i < count; i++) {
      double seconds = Math.abs(visits[i]);
      all += seconds;
      if (visits[i] < 0) {
        changes++;
        slope += seconds / Math.expm1(at * seconds);
      } else {
        slope -= seconds;
      }
    }
    return slope - PRIOR * all / count + (changes == 0 ? PRIOR / at : 0);
  }

  /**
   * The worth of a visit now, in seconds of freshness: the greater, the sooner. It grows with the
   * time since the last visit, up to the mean time between two changes.
   */
  public double worth(Duration sinceLast) {
    double seconds = Math.max(1 / NANOS, sinceLast.toNanos() / NANOS);
    double perSecond = perSecond(seconds);
    double changes = perSecond * seconds;
    return (1 - Math.exp(-changes) * (1 + changes)) / perSecond;
  }
}
