package dev.arachne.dashboard;

import dev.arachne.runtime.TimeSource;
import java.io.Closeable;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a board once a second, on a thread of its own, and hands the result to all watchers.
 * Without watchers it only glances at the board, every five seconds. Each fifth look is whole, and
 * so is the first one for a new watcher; the looks between are at the parts that change all the
 * time. Thread-safe.
 */
final class UpdateBroadcaster implements Closeable {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  /** The period without watchers; verdicts between two glances are spread over their interval. */
  private static final Duration GLANCES = Duration.ofSeconds(5);

  /** The pause after a look of any duration. */
  private static final Duration LEAST_PAUSE = Duration.ofMillis(200);

  private static final int LOOKS_PER_WHOLE = 5;

  /** The longest time for watchers to get the last frame; usually they have it at once. */
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  /** The task of each beat; on the thread of the pulse. */
  interface Beat {
    /** The task without watchers. */
    void glance();

    /** The task with watchers; returns the text for them. */
    String look();

    /** A look at the parts that change all the time: for watchers that have had a whole look. */
    Glimpse glimpse();
  }

  /**
   * A look at the parts that change all the time.
   *
   * @param isWhole whether it is a whole look nevertheless
   */
  record Glimpse(String text, boolean isWhole) {}

  private enum Due {
    GLANCE,
    GLIMPSE,
    LOOK
  }

  /** A text to show, and its number. */
  record Frame(long number, String text, boolean isWhole) {}

  private final Beat beat;
  private final int mostWatchers;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();

  /** Signalled when there is a frame, or the thread's flags change. */
  private final Condition news = lock.newCondition();

  private @Nullable Frame last;
  private int watchers;

  /** Whether a watcher needs a whole frame now. */
  private boolean isHurried;

  /** Looks since the last whole one. */
  private int glimpses = LOOKS_PER_WHOLE;

  private boolean isClosing;

  /** Whether the last frame has come. */
  private boolean isOver;

  UpdateBroadcaster(Beat beat, int mostWatchers) {
    this.beat = beat;
    this.mostWatchers = mostWatchers;
    this.thread = Thread.ofPlatform().name("dashboard").daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** Adds a watcher; false if there are too many already. */
  boolean enter() {
    lock.lock();
    try {
      if (watchers >= mostWatchers || isOver) {
        return false;
      }
      watchers++;
      hurry();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Removes a watcher. */
  void leave() {
    lock.lock();
    try {
      watchers--;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Requests a whole look at once, since the state has changed. */
  void hurry() {
    lock.lock();
    try {
      isHurried = true;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The number of the last frame; 0 before the first. */
  long number() {
    lock.lock();
    try {
      return last == null ? 0 : last.number();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a frame after this number; null if none will come. */
  @Nullable Frame next(long after) throws InterruptedException {
    lock.lock();
    try {
      while (!isOver && (last == null || last.number() <= after)) {
        news.await();
      }
      return last == null || last.number() <= after ? null : last;
    } finally {
      lock.unlock();
    }
  }

  /** The same, for a whole frame. */
  @Nullable Frame nextWhole(long after) throws InterruptedException {
    Frame frame = next(after);
    while (frame != null && !frame.isWhole()) {
      frame = next(frame.number());
    }
    return frame;
  }

  private void run() {
    try {
      beat();
    } finally {
      over();
    }
  }

  /** Ends the wait for frames, however the thread ended. */
  private void over() {
    lock.lock();
    try {
      isOver = true;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void beat() {
    long number = 0;
    while (true) {
      long begun = TimeSource.SYSTEM.nanos();
      boolean isLast = isClosing(); // What is seen from here on is the end.
      Due due = due();
      Optional<Glimpse> seen = look(due);
      lock.lock();
      try {
        if (seen.isPresent()) {
          last = new Frame(++number, seen.get().text(), seen.get().isWhole());
          glimpses = last.isWhole() ? 1 : glimpses + 1;
          news.signalAll();
        }
        if (isLast) {
          return;
        }
        Duration period = due == Due.GLANCE ? GLANCES : PERIOD;
        awaitBeat(period.toNanos() - (TimeSource.SYSTEM.nanos() - begun));
      } catch (InterruptedException e) {
        return;
      } finally {
        lock.unlock();
      }
    }
  }

  private boolean isClosing() {
    lock.lock();
    try {
      return isClosing;
    } finally {
      lock.unlock();
    }
  }

  /** The look that is due now; later requests are for the next look. */
  private Due due() {
    lock.lock();
    try {
      boolean isWhole = isHurried || isClosing || glimpses >= LOOKS_PER_WHOLE;
      isHurried = false;
      return watchers == 0 ? Due.GLANCE : isWhole ? Due.LOOK : Due.GLIMPSE;
    } finally {
      lock.unlock();
    }
  }

  private Optional<Glimpse> look(Due due) {
    return switch (due) {
      case GLANCE -> {
        beat.glance();
        yield Optional.empty();
      }
      case GLIMPSE -> Optional.of(beat.glimpse());
      case LOOK -> Optional.of(new Glimpse(beat.look(), true));
    };
  }

  private void awaitBeat(long atMost) throws InterruptedException {
    long left = Math.max(atMost, LEAST_PAUSE.toNanos());
    while (left > 0 && !isHurried && !isClosing) {
      left = news.awaitNanos(left);
    }
  }

  /** Takes a last look, and waits a moment until all watchers have its frame. */
  @Override
  public void close() {
    lock.lock();
    try {
      isClosing = true;
      news.signalAll();
      long left = FAREWELL.toNanos();
      while (left > 0 && (!isOver || watchers > 0)) {
        left = news.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
    try {
      thread.join(TimeUnit.SECONDS.toMillis(1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
