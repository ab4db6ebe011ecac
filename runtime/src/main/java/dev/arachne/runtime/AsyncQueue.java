package dev.arachne.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue between coroutines of one loop. Bounded: {@link #put} waits while it is full, {@link
 * #get} while it is empty, and both are served in order. It also counts work: every item put is
 * unfinished until {@link #taskDone} is called for it, and {@link #join} waits until all are
 * finished. Modelled on Python's {@code asyncio.Queue}. Confined to its loop.
 *
 * <p>An item goes directly to the getter that has waited longest, and a free place to the putter
 * that has. So a later caller cannot take it. Hence the queue is empty while a getter waits, and
 * full while a putter waits.
 *
 * @param <T> the type of the items; never null
 */
public final class AsyncQueue<T> {
  private final EventLoop loop;
  private final String name;
  private final int capacity;
  private final ArrayDeque<T> items = new ArrayDeque<>();
  private final ArrayDeque<Visit<T>> getters = new ArrayDeque<>();
  private final ArrayDeque<Visit<T>> putters = new ArrayDeque<>();
  private final List<Waiter> joiners = new ArrayList<>();
  private long unfinished;
  private boolean closed;

  /**
   * A coroutine that waits to get (the wake-up delivers the item) or to put (the wake-up takes it).
   */
  private static final class Visit<T> {
    final Waiter waiter;
    @Nullable T item;

    Visit(Waiter waiter, @Nullable T item) {
      this.waiter = waiter;
      this.item = item;
    }
  }

  /**
   * An empty queue.
   *
   * @param name for messages and task dumps
   * @param capacity the number of items it holds, at least 1
   */
  public AsyncQueue(EventLoop loop, String name, int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException(
          "queue " + name + ": capacity " + capacity + " is below 1");
    }
    this.loop = loop;
    this.name = name;
    this.capacity = capacity;
  }

  /** Items that are in the queue now. */
  public int size() {
    assert loop.inLoop();
    return items.size();
  }

  /** Items put and not yet reported done. */
  public long unfinished() {
    assert loop.inLoop();
    return unfinished;
  }

  /** {@link #put(Object, Deadline)} without a limit. */
  public void put(T item) {
    put(item, Deadline.NEVER);
  }

  /**
   * Adds {@code item}, waiting while the queue is full.
   *
   * @throws IllegalStateException if the queue is, or gets, closed; the item was not added
   * @throws DeadlineException if the deadline passed first; the item was not added
   */
  public void put(T item, Deadline deadline) {
    assert loop.inLoop();
    checkOpen();
    if (getters.isEmpty() && items.size() >= capacity) {
      var visit = new Visit<T>(loop.coroutine().newWaiter("room in " + this), item);
      wait(putters, visit, deadline);
      if (visit.item != null) {
        checkOpen();
      }
    } else {
      accept(item);
    }
  }

  /** {@link #get(Deadline)} without a limit. */
  public @Nullable T get() {
    return get(Deadline.NEVER);
  }

  /**
   * Takes the oldest item, waiting while the queue is empty.
   *
   * @return null once the queue is closed and empty
   * @throws DeadlineException if the deadline passed first; nothing was taken
   */
  public @Nullable T get(Deadline deadline) {
    assert loop.inLoop();
    T item = items.poll();
    if (item != null) {
      admitPutter();
      return item;
    }
    if (closed) {
      return null;
    }
    var visit = new Visit<T>(loop.coroutine().newWaiter("an item of " + this), null);
    wait(getters, visit, deadline);
    return visit.item;
  }

  /**
   * Reports that one item of {@link #get} is done.
   *
   * @throws IllegalStateException if called more often than items were put
   */
  public void taskDone() {
    assert loop.inLoop();
    if (unfinished == 0) {
      throw new IllegalStateException("taskDone() called too often on " + this);
    }
    if (--unfinished == 0) {
      joiners.forEach(Waiter::wake);
      joiners.clear();
    }
  }

  /**
   * Waits until every item that was put has been reported done, or the queue is closed.
   *
   * @throws DeadlineException if the deadline passed first
   */
  public void join(Deadline deadline) {
    assert loop.inLoop();
    if (unfinished > 0 && !closed) {
      Waiter waiter = loop.coroutine().newWaiter("the work of " + this);
      joiners.add(waiter);
      try {
        waiter.await(deadline);
      } finally {
        joiners.remove(waiter);
      }
    }
  }

  /**
   * Ends the queue: getters get the remaining items and then null, putters an exception, and all
   * waiting callers are woken, joiners included.
   */
  public void close() {
    assert loop.inLoop();
    closed = true;
    getters.forEach(visit -> visit.waiter.wake());
    getters.clear();
    putters.forEach(visit -> visit.waiter.wake());
    putters.clear();
    joiners.forEach(Waiter::wake);
    joiners.clear();
  }

  private void accept(T item) {
    unfinished++;
    Visit<T> getter = pollWaiting(getters);
    if (getter == null) {
      items.add(item);
    } else {
      getter.item = item;
      getter.waiter.wake();
    }
  }

  private void admitPutter() {
    Visit<T> putter = pollWaiting(putters);
    if (putter != null && putter.item != null) {
      accept(putter.item);
      putter.item = null;
      putter.waiter.wake();
    }
  }

  /** The next visit in line; skips visits whose wait has ended and that have not run since. */
  private @Nullable Visit<T> pollWaiting(ArrayDeque<Visit<T>> line) {
    Visit<T> first = line.poll();
    while (first != null && !first.waiter.isWaiting()) {
      first = line.poll();
    }
    return first;
  }

  private void wait(ArrayDeque<Visit<T>> line, Visit<T> visit, Deadline deadline) {
    line.add(visit);
    try {
      visit.waiter.await(deadline);
    } catch (DeadlineException | CancelledException e) {
      line.remove(visit);
      throw e;
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException(this + " is closed");
    }
  }

  @Override
  public String toString() {
    return "queue " + name;
  }
}
