package dev.arachne.runtime;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The entries that a loop runs next. Confined to its loop, except {@link #submit}.
 *
 * <p>Waking a loop costs a system call, and one more for the loop, so only a sleeping loop is
 * woken. The loop sets {@code asleep} before it checks for entries that were handed in. A caller
 * checks {@code asleep} after it has handed in an entry. So one of the two sees the other.
 */
final class RunQueue {
  /** Entries handed in that are taken at once; the rest waits for the next turn. */
  static final int TAKEN_AT_ONCE = 1_000;

  private final ArrayDeque<Runnable> ready = new ArrayDeque<>();
  private final Queue<Runnable> handedIn = new ConcurrentLinkedQueue<>();

  /** The loop sleeps, or is about to, and has not been woken. */
  private final AtomicBoolean asleep = new AtomicBoolean();

  /** Ends the loop's sleep; any thread. */
  private final Runnable wake;

  private volatile boolean closed;

  RunQueue(Runnable wake) {
    this.wake = wake;
  }

  void add(Runnable entry) {
    ready.add(entry);
  }

  /**
   * Adds an entry from another thread, and wakes the loop if it sleeps. False when the queue is
   * closed: the entry will not run.
   */
  boolean submit(Runnable entry) {
    handedIn.add(entry);
    if (closed && handedIn.remove(entry)) {
      return false;
    }
    if (asleep.get() && asleep.compareAndSet(true, false)) {
      wake.run();
    }
    return true;
  }

  /** Whether the loop may sleep now: no entry is ready, and a hand-in will wake it. */
  boolean maySleep() {
    if (!ready.isEmpty()) {
      return false;
    }
    asleep.set(true);
    return handedIn.isEmpty();
  }

  /** Moves entries that were handed in to the ready ones, {@link #TAKEN_AT_ONCE} at most. */
  void drainSubmitted() {
    asleep.set(false);
    for (int i = 0; i < TAKEN_AT_ONCE; i++) {
      Runnable next = handedIn.poll();
      if (next == null) {
        return;
      }
      ready.add(next);
    }
  }

  boolean isEmpty() {
    return ready.isEmpty();
  }

  /** The ready entries, for the world to arrange. */
  ArrayDeque<Runnable> ready() {
    return ready;
  }

  /** Removes and returns the next entry. */
  Runnable next() {
    return ready.remove();
  }

  /** Rejects further entries; entries that were handed in before can still be taken. */
  void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }
}
