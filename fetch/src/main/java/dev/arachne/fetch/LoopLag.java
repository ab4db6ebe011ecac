package dev.arachne.fetch;

import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.FlightRecording;
import dev.arachne.runtime.Timer;
import java.time.Duration;

/**
 * The delay of an event loop with events that are ready. A busy loop sees an answer later than it
 * arrived. That is not the host's fault, so the lag is subtracted from its response time. Confined
 * to its event loop.
 */
public final class LoopLag implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(50);

  /** The factor by which the maximum lag decays in each period. */
  private static final double FADING = 0.9;

  /** The lag from which a stall is written to the flight recording. */
  private static final long STALL_NANOS = 50_000_000L;

  private final EventLoop loop;
  private Timer next;
  private long due;
  private long lag;

  /** Watches a loop until closed; called on that loop. */
  public LoopLag(EventLoop loop) {
    this.loop = loop;
    this.next = sleep();
  }

  /** The recent maximum, which decays over some periods. */
  public Duration now() {
    return Duration.ofNanos(lag);
  }

  @Override
  public void close() {
    next.cancel();
  }

  private Timer sleep() {
    due = loop.time().nanos() + PERIOD.toNanos();
    return loop.after(PERIOD, this::wake);
  }

  private void wake() {
    long late = loop.time().nanos() - due;
    lag = Math.max(late, (long) (FADING * lag));
    if (late >= STALL_NANOS && FlightRecording.mayBeOn()) {
      tellStall(late);
    }
    next = sleep();
  }

  /**
   * Runs as a coroutine: events of a thread that carries coroutines are not in recordings (JDK 25).
   */
  private void tellStall(long late) {
    loop.spawn(
        "a stall",
        () -> {
          StallEvent.tell(loop.name(), late);
          return true;
        });
  }
}
