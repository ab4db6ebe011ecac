package dev.arachne.runtime;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How closely a loop is watched, and how long its end may take. Immutable.
 *
 * @param blockedAfter a coroutine or callback that holds the loop for longer is logged with its
 *     stack, once; null for no watch
 * @param otherResumptions what is done about a coroutine that something other than a wait of the
 *     runtime had stopped
 * @param gracePeriod how long tasks may go on that were cancelled because their loop closes, or
 *     because their caller on another loop was cancelled
 */
public record LoopOptions(
    @Nullable Duration blockedAfter, OtherResumptions otherResumptions, Duration gracePeriod) {
  private static final Duration GRACE_PERIOD = Duration.ofSeconds(5);

  /**
   * Set to {@code true}, it makes every loop of the process {@link #STRICT} that is not told else.
   */
  private static final String STRICT_LOOPS = "ARACHNE_STRICT_LOOPS";

  /**
   * No watch; other resumptions are counted, or forbidden if the environment has {@code
   * ARACHNE_STRICT_LOOPS=true}, as all tests have; a grace period of 5 s.
   */
  public static final LoopOptions USUAL =
      new LoopOptions(
          null,
          Boolean.parseBoolean(System.getenv(STRICT_LOOPS))
              ? OtherResumptions.FORBIDDEN
              : OtherResumptions.COUNTED,
          GRACE_PERIOD);

  /** For tests: the first other resumption ends the loop by an exception. */
  public static final LoopOptions STRICT =
      new LoopOptions(null, OtherResumptions.FORBIDDEN, GRACE_PERIOD);

  /**
   * What is done about a coroutine that was stopped by a contended monitor, a JDK lock or sleep.
   * None can be seen where coroutines run on the JDK's scheduler.
   */
  public enum OtherResumptions {
    /** {@link EventLoop#otherResumptions} counts them. */
    COUNTED,
    /** The loop ends, and whoever runs or closes it gets an exception with the stack. */
    FORBIDDEN
  }

  /** Checks the range. */
  public LoopOptions {
    if (blockedAfter != null && !blockedAfter.isPositive()) {
      throw new IllegalArgumentException("blocked after " + blockedAfter);
    }
  }

  /** The same with a watch for whoever holds the loop for longer than {@code limit}. */
  public LoopOptions withBlockedAfter(Duration limit) {
    return new LoopOptions(limit, otherResumptions, gracePeriod);
  }

  /** The same with something else done about other resumptions. */
  public LoopOptions withOtherResumptions(OtherResumptions what) {
    return new LoopOptions(blockedAfter, what, gracePeriod);
  }

  /** The same with another grace period. */
  public LoopOptions withGracePeriod(Duration period) {
    return new LoopOptions(blockedAfter, otherResumptions, period);
  }
}
