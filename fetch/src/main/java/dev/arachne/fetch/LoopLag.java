package dev.arachne.fetch;

import dev.arachne.runtime.Alarm;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.FlightRecording;
import java.time.Duration;

/**
 * How late the loop is with what is ready. A busy loop finds an answer later than it came, which is
 * nothing that its host can help: so much less has the host been slow. Confined to its loop.
 */
public final class LoopLag implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(50);

  /** Of the greatest lag that is left after a period. */
  private static final double FADING = 0.9;

  /** A loop that is later than this stalls, for who records the JVM. */
  private static final long STALL_NANOS = 50_000_000L;

  private final EventLoop loop;
  private Alarm next;
  private long due;
  private long lag;

  /** Watches a loop until closed; on that loop. */
  public LoopLag(EventLoop loop) {
    this.loop = loop;
    this.next = sleep();
  }

  /** The greatest of late, in the mean of some periods. */
  public Duration now() {
    return Duration.ofNanos(lag);
  }

  @Override
  public void close() {
    next.cancel();
  }

  private Alarm sleep() {
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

  /** By a coroutine: events of a thread that carries coroutines are not in recordings (JDK 25). */
  private void tellStall(long late) {
    loop.spawn(
        "a stall",
        () -> {
          StallEvent.tell(loop.name(), late);
          return true;
        });
  }
}
