package dev.arachne.runtime;

import java.util.ArrayDeque;

/**
 * A line of coroutines that wait for a change and then check again. A signal to an empty line is
 * lost, so check before waiting. Confined to its loop.
 */
public final class Condition {
  private final EventLoop loop;
  private final String what;
  private final ArrayDeque<Waiter> line = new ArrayDeque<>();

  /**
   * An empty line.
   *
   * @param what names the awaited condition in messages and task dumps
   */
  public Condition(EventLoop loop, String what) {
    this.loop = loop;
    this.what = what;
  }

  /**
   * Waits for a signal.
   *
   * @throws DeadlineException if the deadline passed first
   */
  public void await(Deadline deadline) {
    Waiter waiter = loop.coroutine().newWaiter(this);
    line.add(waiter);
    try {
      waiter.await(deadline);
    } catch (DeadlineException | CancelledException e) {
      line.remove(waiter);
      throw e;
    }
  }

  /** Wakes the coroutine that has waited longest; no-op without one. */
  public void signal() {
    for (Waiter first = line.poll(); first != null && !first.wake(); ) {
      first = line.poll();
    }
  }

  /** Wakes everybody. */
  public void signalAll() {
    line.forEach(Waiter::wake);
    line.clear();
  }

  /** The number of waiting coroutines. */
  public int waiting() {
    return line.size();
  }

  @Override
  public String toString() {
    return what;
  }
}
