package dev.arachne.runtime;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a loop runs next. Confined to its loop, except {@link #handIn}.
 *
 * <p>To wake a loop is a call of the system, and one more for the loop, so it is done only for one
 * that sleeps. The loop says so before it looks whether something was handed in, and whoever hands
 * in looks whether it has said so afterwards: one of the two sees the other.
 */
final class RunQueue {
  /** Entries handed in that are taken at once; the rest waits for the next turn. */
  static final int TAKEN_AT_ONCE = 1_000;

  private final ArrayDeque<Runnable> ready = new ArrayDeque<>();
  private final Queue<Runnable> handedIn = new ConcurrentLinkedQueue<>();

  /** The loop sleeps, or is about to, and nobody has woken it. */
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
   * Adds an entry from another thread, and has the loop woken if it sleeps. False when the queue is
   * closed: the entry will not run.
   */
  boolean handIn(Runnable entry) {
    handedIn.add(entry);
    if (closed && handedIn.remove(entry)) {
      return false;
    }
    if (asleep.get() && asleep.compareAndSet(true, false)) {
      wake.run();
    }
    return true;
  }

  /** Whether the loop may sleep now: nothing is ready, and what is handed in will wake it. */
  boolean maySleep() {
    if (!ready.isEmpty()) {
      return false;
    }
    asleep.set(true);
    return handedIn.isEmpty();
  }

  /** Appends what was handed in to what is ready, {@link #TAKEN_AT_ONCE} entries at most. */
  void takeHandedIn() {
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

  /** What is ready, for the world to arrange. */
  ArrayDeque<Runnable> ready() {
    return ready;
  }

  /** The entry whose turn it is, taken out. */
  Runnable next() {
    return ready.remove();
  }

  /** Nothing can be handed in any more; what was before can still be taken. */
  void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }
}
