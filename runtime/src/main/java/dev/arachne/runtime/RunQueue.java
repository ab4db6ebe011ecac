package dev.arachne.runtime;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** What a loop runs next. Confined to its loop, except {@link #handIn}. */
final class RunQueue {
  private final ArrayDeque<Runnable> ready = new ArrayDeque<>();
  private final Queue<Runnable> handedIn = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean wakeupSent = new AtomicBoolean();
  private volatile boolean closed;

  void add(Runnable entry) {
    ready.add(entry);
  }

  /**
   * Adds an entry from another thread, and wakes the loop unless somebody has since it last took
   * what was handed in. False when the queue is closed: the entry will not run.
   */
  boolean handIn(Runnable entry, Poller poller) {
    handedIn.add(entry);
    if (closed && handedIn.remove(entry)) {
      return false;
    }
    if (wakeupSent.compareAndSet(false, true)) {
      poller.wakeup();
    }
    return true;
  }

  /** Appends what was handed in to what is ready. */
  void takeHandedIn() {
    wakeupSent.set(false);
    for (Runnable next = handedIn.poll(); next != null; next = handedIn.poll()) {
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
