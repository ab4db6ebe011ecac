package dev.arachne.pace;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The pace that a host was seen to accept: the leases at a time, their rate, and whether the host
 * answers at all. A function of its signals; it has no clock of its own, and times are in
 * nanoseconds of the caller's clock. Confined to one thread.
 */
public final class HostThrottle {
  /** The rest after the first attempt without an answer; doubled for each further one in a row. */
  private static final Duration FIRST_REST = Duration.ofMillis(500);

  private static final Duration LONGEST_REST = Duration.ofSeconds(8);

  /** The number that stands for robots rules in place of a URL. Many hosts answer only these. */
  public static final long RULES = -1;

  /** Leases at a time of an unknown host. */
  public static final int FIRST_WINDOW = LeaseWindow.START;

  /** Refusals in a row by an overloaded host for which no URL is blamed. */
  private static final int REFUSALS_FORGIVEN = 6;

  private final LeaseWindow window;
  private final LearnedRate rate;

  /** Null while nothing was refused. */
  private @Nullable OverloadDetector refusals;

  private boolean isOverloaded;
  private boolean wasSlowed;
  private boolean isAnswering;
  private int silences;
  private long lastSilence = Long.MIN_VALUE;
  private long lastAnswer = Long.MIN_VALUE;

  private HostThrottle(LeaseWindow window, LearnedRate rate) {
    this.window = window;
    this.rate = rate;
  }

  /** The pace of an unknown host. */
  public static HostThrottle unknown() {
    return new HostThrottle(new LeaseWindow(), new LearnedRate());
  }

  /**
   * The pace that an earlier process has learned.
   *
   * @param bound its {@link #bound}
   * @param goodGap its {@link #goodGap}
   */
  public static HostThrottle known(int bound, long goodGap) {
    return new HostThrottle(LeaseWindow.known(bound), LearnedRate.known(goodGap));
  }

  /** Leases at a time that a later process may soon have again; 0 if nothing has bounded them. */
  public int bound() {
    return window.bound();
  }

  /** Nanoseconds from one start to the next that have been good; 0 if nothing was refused. */
  public long goodGap() {
    return rate.goodGap();
  }

  /** Leases at a time. */
  public int window() {
    return window.size();
  }

  /** Nanoseconds from one start to the next. */
  public long gap(long now) {
    return rate.gap(now);
  }

  /** Whether the last attempt was refused by the host as a whole, since a short time. */
  public boolean isOverloaded() {
    return isOverloaded;
  }

  /** Whether the host was found overloaded for the first time since the last call. */
  public boolean isNewlySlowed() {
    boolean isNew = isOverloaded && !wasSlowed;
    wasSlowed |= isOverloaded;
    return isNew;
  }

  /** Whether the last attempt at a page in this process was answered. */
  public boolean isAnswering() {
    return isAnswering;
  }

  /** Whether the last attempt got no answer, and no other answer has come since. */
  public boolean isInDoubt() {
    return silences > 0;
  }

  /**
   * Learns from the outcome of a request.
   *
   * @param url the position of its URL in the ledger; or {@link #RULES}
   * @param started when it started, or was to be prepared, in nanoseconds as {@code now} is
   * @param used leases of the host that were out, this one included
   * @param most leases that are allowed regardless of the host
   * @return for how many nanoseconds the host is to be left alone
   */
  public long hear(HostSignal signal, long url, long started, long now, int used, int most) {
    if (signal.isAnswer()) {
      isAnswering |= url != RULES;
      silences = 0;
      lastAnswer = now;
    }
    if (signal instanceof HostSignal.Answered(Duration waited)) {
      rate.taken(started);
      if (refusals != null) {
        refusals.answered();
      }
      window.answered(started, now, waited.toNanos(), used, most);
      return 0;
    }
    if (signal instanceof HostSignal.Overloaded(var asked)) {
      long pause = refused(url, started, now);
      return asked.map(Duration::toNanos).orElse(pause);
    }
    if (signal instanceof HostSignal.Broken) {
      window.failed(started, now);
      return 0;
    }
    return silent(started, now);
  }

  private long refused(long url, long started, long now) {
    if (refusals == null) {
      refusals = new OverloadDetector();
    }
    isOverloaded = false;
    if (!refusals.refused(url, rate.goodGap() > 0)) {
      return 0; // The URL waits for its next try; the host continues.
    }
    window.close(started, now);
    long pause = rate.refused(started, now);
    isOverloaded = rate.refusalsInARow() <= REFUSALS_FORGIVEN;
    return pause;
  }

  private long silent(long started, long now) {
    if (started < lastAnswer) {
      return 0; // Others were answered meanwhile: only this URL hangs.
    }
    isAnswering = false;
    window.failed(started, now);
    if (started <= lastSilence) {
      return 0; // It was out while the host was found silent.
    }
    lastSilence = now;
    silences++;
    return Math.min(LONGEST_REST.toNanos(), FIRST_REST.toNanos() << Math.min(silences - 1, 10));
  }
}
