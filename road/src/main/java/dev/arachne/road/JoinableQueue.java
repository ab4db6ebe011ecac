package dev.arachne.road;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A queue that also counts work: every item put is unfinished until {@link #taskDone} is called for
 * it, and {@link #join} waits until none is. Python's {@code queue.Queue}. Guarded by its monitor.
 */
final class JoinableQueue<T> {
  private final ArrayDeque<T> items = new ArrayDeque<>();
  private int unfinished;
  private boolean closed;

  /** Adds an item; the queue grows as it must. */
  synchronized void put(T item) {
    items.add(item);
    unfinished++;
    notifyAll();
  }

  /** Takes the oldest item, waiting while the queue is empty; null once the queue is closed. */
  synchronized @Nullable T get() throws InterruptedException {
    while (items.isEmpty() && !closed) {
      wait();
    }
    return items.poll();
  }

  /** Reports that one item from the queue is done. */
  synchronized void taskDone() {
    if (unfinished == 0) {
      throw new IllegalStateException("taskDone() called too often");
    }
    unfinished--;
    notifyAll();
  }

  /** Waits until every item that was put has been reported done. */
  synchronized void join() throws InterruptedException {
    while (unfinished > 0) {
      wait();
    }
  }

  /** Closes the queue, and wakes all threads that wait to get. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }
}
