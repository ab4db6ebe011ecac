package dev.arachne.pace;

import java.time.Duration;

/**
 * The number of requests a second that a host accepts, if it refuses more (status 429 or 503); no
 * bound while it has not. Confined to one thread.
 *
 * <pre>
 *   rate |  *                              *  refused again: the truth is between
 *        |  *                            *
 *        |  * refused                  **                       **********  a better guess
 *        |  *                      ****                         |
 *        |  |   *******************                  ***********
 *        |  |pause     good          probing         | pause, making up for it
 *        +--+----------------------------------------+----------------------------------> time
 * </pre>
 *
 * <p>The limit of a host is known only from the requests that it accepted. Limits are of many
 * kinds: a number in a sliding window of time, or a bucket that fills at a rate and lets a burst
 * through. Let a host have accepted n requests from its first one to the refusal. The burst is in
 * that rate, so it is too high. With the pause before them counted in, it is too low for a sliding
 * window and right for a bucket. Their geometric mean is close for both, and a few refusals settle
 * it.
 *
 * <p>Then a rate that has been good for long is exceeded now and then, at first very little, by the
 * third power of time, as CUBIC does (RFC 9438). This is so rare that a failed probe is one request
 * in some hundreds. A limit notices late, so after that the host is first asked as before. Only
 * then the rate is set between the good one and the one that failed; if that fails too, between
 * these.
 */
final class LearnedRate {
  /** The pause after the first refusal; doubled for each further one in a row. */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  /** Requests that have to succeed before a higher rate is tried; and seconds. */
  private static final int GOOD_REQUESTS = 300;

  private static final int GOOD_SECONDS = 30;

  /**
   * Requests, and seconds, in which probing reaches {@link #FIRST_GAIN}; twice as many, 8 times.
   */
  private static final int PROBE_REQUESTS = 100;

  private static final int PROBE_SECONDS = 10;
  private static final double FIRST_GAIN = 0.1;

  /** The factor that keeps a rate below the best guess. */
  private static final double MARGIN = 0.975;

  /** The gain of a probe above which its rate may be due to a limit that noticed it late. */
  private static final double LATE_GAIN = 1.5;

  /**
   * The number of seconds, and of gaps, without requests after which a host begins to be good
   * again.
   */
  private static final int IDLE = 10;

  private static final double SECOND = 1e9;

  /**
   * The least rate, in requests a second: without it, a host that refuses at random would not be
   * asked any more.
   */
  private static final double LEAST_RATE = 1.0 / 60;

  /** The rate known to be good, in requests a second; 0 while no bound is known. */
  private double rate;

  /** A lower rate that was good for long, before a better one was guessed; 0 without one. */
  private double proven;

  private long lastRefusal = Long.MIN_VALUE;

  /** Refusals in a row. */
  private int refusals;

  /** Requests that were accepted in a row, ... */
  private long taken;

  /** ... when the first and the last of them started, and when the pause before them began. */
  private long first;

  private long last;
  private long pauseBefore;

  /** The rate that an earlier process has learned. */
  static LearnedRate known(long gap) {
    var known = new LearnedRate();
    known.rate = gap == 0 ? 0 : SECOND / gap;
    return known;
  }

  /** The parameter for {@link #known}: good nanoseconds between two requests, or 0. */
  long goodGap() {
    return rate == 0 ? 0 : (long) (SECOND / rate);
  }

  /** Nanoseconds from one start to the next; 0 while no bound is known. */
  long gap(long now) {
    return rate == 0 ? 0 : (long) (SECOND / (rate * gain(now)));
  }

  /** Records an accepted request. */
  void taken(long started) {
    if (started <= lastRefusal) {
      return;
    }
    if (refusals > 0) {
      begin(started, lastRefusal);
    } else if (taken == 0 || started - last > IDLE * Math.max(SECOND, goodGap())) {
      begin(started, started);
    }
    taken++;
    last = Math.max(last, started);
  }

  /** Records a refused request; returns for how many nanoseconds the host is to be left alone. */
  long refused(long started, long now) {
    if (started <= lastRefusal) {
      return 0; // It was out while another one was refused.
    }
    learn(now);
    lastRefusal = now;
    refusals++;
    return Math.min(LONGEST_PAUSE.toNanos(), FIRST_PAUSE.toNanos() << Math.min(refusals - 1, 10));
  }

  /** Refusals since the last accepted request; those that were out at the same time count once. */
  int refusalsInARow() {
    return refusals;
  }

  private void begin(long started, long pause) {
    refusals = 0;
    taken = 0;
    first = started;
    last = started;
    pauseBefore = pause;
  }

  private void learn(long now) {
    double gain = gain(now);
    if (gain > 1) {
      proven = rate;
      rate = between(rate, rate * Math.max(Math.min(gain, LATE_GAIN), gain / 2));
    } else if (proven > 0) {
      double guess = gain < 1 ? 0 : between(proven, rate);
      rate = Math.min(rate, Math.max(proven, guess));
      proven = guess > proven ? proven : 0;
    } else if (taken > 0 && now > first) {
      double low = taken * SECOND / (now - pauseBefore);
      double high = taken * SECOND / (now - first);
      rate =
          rate == 0 ? between(low, high) : Math.max(rate / 2, between(low, Math.min(rate, high)));
    }
    rate = rate == 0 ? 0 : Math.max(rate, LEAST_RATE);
  }

  private static double between(double low, double high) {
    return MARGIN * Math.sqrt(Math.min(low, high) * high);
  }

  /**
   * The rate to try now, as a part of the known rate: less while a failed probe is made up for, or
   * more.
   */
  private double gain(long now) {
    double seconds = (now - first) / SECOND;
    if (refusals > 0) {
      return 1;
    }
    if (proven > 0 && proven < rate && (taken < GOOD_REQUESTS / 2 || seconds < GOOD_SECONDS / 2)) {
      return proven / rate;
    }
    double probed =
        Math.min(
            (double) (taken - GOOD_REQUESTS) / PROBE_REQUESTS,
            (seconds - GOOD_SECONDS) / PROBE_SECONDS);
    return probed <= 0 ? 1 : 1 + FIRST_GAIN * probed * probed * probed;
  }
}
