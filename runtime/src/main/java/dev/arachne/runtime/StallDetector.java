package dev.arachne.runtime;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The daemon thread that logs a coroutine or callback that holds its loop for too long. It is like
 * asyncio's debug mode, but from outside, so it also sees code that never ends. One thread watches
 * all loops with this option and ends with the last of them.
 *
 * <p>A loop increments a count before and after each entry of its run queue. So an odd count that
 * has not changed since the last look means an entry that still runs. That count is the only cost
 * for a watched loop. The log gets the stack at that moment. Guarded by the class's lock.
 */
final class StallDetector {
  /** Looks within one limit; a report is late by at most one part. */
  private static final int LOOKS = 4;

  private static final List<Watched> WATCHED = new ArrayList<>();

  private static @Nullable Thread thread;

  private StallDetector() {}

  /** A loop and its state at the last look. */
  private static final class Watched {
    final EventLoop loop;
    final long limit;
    long entry;
    long since;
    boolean reported;

    Watched(EventLoop loop, long limit) {
      this.loop = loop;
      this.limit = limit;
    }
  }

  /** Watches {@code loop} from now on; no-op without a limit. */
  static synchronized void add(EventLoop loop, @Nullable Duration limit) {
    if (limit == null) {
      return;
    }
    WATCHED.add(new Watched(loop, limit.toNanos()));
    StallDetector.class.notifyAll();
    if (thread == null) {
      thread = Thread.ofPlatform().name("loop-watch").daemon().start(StallDetector::watch);
    }
  }

  static synchronized void remove(EventLoop loop) {
    WATCHED.removeIf(watched -> watched.loop == loop);
    StallDetector.class.notifyAll();
  }

  private static synchronized void watch() {
    while (!WATCHED.isEmpty()) {
      long pause = Long.MAX_VALUE;
      for (Watched watched : WATCHED) {
        look(watched, System.nanoTime());
        pause = Math.min(pause, watched.limit / LOOKS);
      }
      try {
        StallDetector.class.wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(pause)));
      } catch (InterruptedException e) {
        EventLoop.LOG.log(Level.TRACE, "nobody has a reason to interrupt the watch", e);
      }
    }
    thread = null;
  }

  private static void look(Watched watched, long now) {
    long entry = watched.loop.entryCount();
    boolean atWork = (entry & 1) == 1;
    if (!atWork || entry != watched.entry) {
      watched.entry = entry;
      watched.since = now;
      watched.reported = false;
    } else if (!watched.reported && now - watched.since >= watched.limit) {
      watched.reported = true;
      report(watched, now - watched.since);
    }
  }

  private static void report(Watched watched, long nanos) {
    Coroutine coroutine = watched.loop.running();
    Thread holder = coroutine == null ? watched.loop.thread() : coroutine.thread();
    var stack = new Throwable("held here");
    stack.setStackTrace(holder.getStackTrace());
    if (watched.loop.entryCount() == watched.entry) {
      EventLoop.LOG.log(
          Level.WARNING,
          "%s has been held for %d ms by %s"
              .formatted(
                  watched.loop,
                  TimeUnit.NANOSECONDS.toMillis(nanos),
                  coroutine == null ? "a callback" : coroutine.task()),
          stack);
    }
  }
}
