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
 * Has a board looked at once a second, on a thread of its own, and hands what was seen to all who
 * watch. While nobody watches there is a glance alone, each five seconds. Each fifth look is whole,
 * and so is the first one for a new watcher; the looks between are at what changes all the time.
 * Thread-safe.
 */
final class Pulse implements Closeable {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  /** The same while nobody watches: what has happened between two glances is spread over them. */
  private static final Duration GLANCES = Duration.ofSeconds(5);

  /** However long a look takes. */
  private static final Duration LEAST_PAUSE = Duration.ofMillis(200);

  private static final int LOOKS_PER_WHOLE = 5;

  /** For those who watch to be told the last word. */
  private static final Duration FAREWELL = Duration.ofMillis(500);

  /** What is done at a beat; on the thread of the pulse. */
  interface Beat {
    /** While nobody watches. */
    void glance();

    /** While somebody watches; returns what they get. */
    String look();

    /** The same of what changes all the time: for those who have had a whole look. */
    Glimpse glimpse();
  }

  /**
   * A look at what changes all the time.
   *
   * @param isWhole whether it is a whole one nevertheless
   */
  record Glimpse(String text, boolean isWhole) {}

  private enum Due {
    GLANCE,
    GLIMPSE,
    LOOK
  }

  /** Something to show, and its number. */
  record Frame(long number, String text, boolean isWhole) {}

  private final Beat beat;
  private final int mostWatchers;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();

  /** Signalled when there is a frame, or something changes for the thread. */
  private final Condition news = lock.newCondition();

  private @Nullable Frame last;
  private int watchers;

  /** Somebody wants a whole frame now. */
  private boolean isHurried;

  /** Looks since the last whole one. */
  private int glimpses = LOOKS_PER_WHOLE;

  private boolean isClosing;

  /** No frame will come any more. */
  private boolean isOver;

  Pulse(Beat beat, int mostWatchers) {
    this.beat = beat;
    this.mostWatchers = mostWatchers;
    this.thread = Thread.ofPlatform().name("dashboard").daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** Begins to watch; false if too many do already. */
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

  /** Watches no longer. */
  void leave() {
    lock.lock();
    try {
      watchers--;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Has a whole look taken at once: something has changed. */
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

  /** Nobody waits for a frame any more, whatever has ended the thread. */
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

  /** What is due now; what is wanted from here on is for the look after it. */
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

  /** Looks once more, and waits a moment until all who watch have seen that. */
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
