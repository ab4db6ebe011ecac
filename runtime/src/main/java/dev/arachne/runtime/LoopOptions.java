package dev.arachne.runtime;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of a loop: its watch and the grace period of its end. Immutable.
 *
 * @param blockedAfter a coroutine or callback that holds the loop for longer is logged with its
 *     stack, once; null for no watch
 * @param unmanagedBlocking the reaction to a coroutine that was stopped by something other than a
 *     wait of the runtime
 * @param gracePeriod the time for which cancelled tasks may continue after their loop closes or
 *     their caller on another loop is cancelled
 */
public record LoopOptions(
    @Nullable Duration blockedAfter, UnmanagedBlocking unmanagedBlocking, Duration gracePeriod) {
  private static final Duration GRACE_PERIOD = Duration.ofSeconds(5);

  /** If {@code true}, every loop of the process without options of its own is {@link #STRICT}. */
  private static final String STRICT_LOOPS = "ARACHNE_STRICT_LOOPS";

  /**
   * No watch; other resumptions are counted, or forbidden if the environment has {@code
   * ARACHNE_STRICT_LOOPS=true}, as all tests have; a grace period of 5 s.
   */
  public static final LoopOptions DEFAULT =
      new LoopOptions(
          null,
          Boolean.parseBoolean(System.getenv(STRICT_LOOPS))
              ? UnmanagedBlocking.FAIL
              : UnmanagedBlocking.COUNT,
          GRACE_PERIOD);

  /** For tests: the first other resumption ends the loop by an exception. */
  public static final LoopOptions STRICT =
      new LoopOptions(null, UnmanagedBlocking.FAIL, GRACE_PERIOD);

  /**
   * The reaction to a coroutine that was stopped by a contended monitor, a JDK lock or sleep. Such
   * stops are not visible where coroutines run on the JDK's scheduler.
   */
  public enum UnmanagedBlocking {
    /** {@link EventLoop#unmanagedBlocking} counts them. */
    COUNT,
    /** The loop ends, and the caller that runs or closes it gets an exception with the stack. */
    FAIL
  }

  /** Checks the range. */
  public LoopOptions {
    if (blockedAfter != null && !blockedAfter.isPositive()) {
      throw new IllegalArgumentException("blocked after " + blockedAfter);
    }
  }

  /** These options with a watch for code that holds the loop for longer than {@code limit}. */
  public LoopOptions withBlockedAfter(Duration limit) {
    return new LoopOptions(limit, unmanagedBlocking, gracePeriod);
  }

  /** These options with another reaction to other resumptions. */
  public LoopOptions withUnmanagedBlocking(UnmanagedBlocking what) {
    return new LoopOptions(blockedAfter, what, gracePeriod);
  }

  /** The same with another grace period. */
  public LoopOptions withGracePeriod(Duration period) {
    return new LoopOptions(blockedAfter, unmanagedBlocking, period);
  }
}
