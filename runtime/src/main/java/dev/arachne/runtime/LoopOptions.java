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

  /** No watch; other resumptions are counted; a grace period of 5 s. */
  public static final LoopOptions USUAL =
      new LoopOptions(null, OtherResumptions.COUNTED, GRACE_PERIOD);

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

  /** The same with another grace period. */
  public LoopOptions withGracePeriod(Duration period) {
    return new LoopOptions(blockedAfter, otherResumptions, period);
  }
}
