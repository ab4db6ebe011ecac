package dev.arachne.road;

import java.util.ArrayDeque;

/**
 * The {@link JoinableQueue} of the next stage for coroutines in place of threads: no lock, and a
 * waiting coroutine leaves a future. Every item put is unfinished until {@link #taskDone} is called
 * for it. Confined to its loop's thread.
 */
final class HandQueue<T> {
  private final ArrayDeque<T> items = new ArrayDeque<>();

  /** The coroutines that wait to get an item; while there are any, there are no items. */
  private final ArrayDeque<HandFuture<T>> getters = new ArrayDeque<>();

  private HandFuture<Boolean> finished = new HandFuture<>();
  private int unfinished;

  /**
   * Hands the item to the coroutine that has waited longest, or keeps it; the queue grows as
   * needed.
   */
  void put(T item) {
    unfinished++;
    HandFuture<T> getter = getters.poll();
    if (getter == null) {
      items.add(item);
    } else {
      getter.set(item);
    }
  }

  /** A coroutine that gets the oldest item, and waits while the queue is empty. */
  Generator<Object, HandFuture<?>, T> get() {
    return new Generator<>(own -> {
      if (!items.isEmpty()) {
        return items.remove();
      }
      var item = new HandFuture<T>();
      getters.add(item);
      return own.delegate(item.await());
    });
  }

  /** Reports that one item from the queue is done. */
  void taskDone() {
    if (unfinished == 0) {
      throw new IllegalStateException("taskDone() called too often");
    }
    unfinished--;
    if (unfinished == 0) {
      HandFuture<Boolean> now = finished;
      finished = new HandFuture<>();
      now.set(true);
    }
  }

  /**
   * A future that is set once every item that was put is reported done: at once for an empty queue.
   */
  HandFuture<Boolean> join() {
    if (unfinished > 0) {
      return finished;
    }
    var now = new HandFuture<Boolean>();
    now.set(true);
    return now;
  }
}
