package dev.arachne.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A place where at most one coroutine waits: for bytes, for room or for a connection. A signal
 * without a waiter is lost, as with a {@link Condition}, so check the state before waiting.
 * Confined to its event loop.
 */
public final class SoleWaiter {
  private final EventLoop loop;
  private @Nullable Waiter waiter;

  /** A place without a waiter. */
  public SoleWaiter(EventLoop loop) {
    this.loop = loop;
  }

  /**
   * Refuses a second coroutine.
   *
   * @param verb the action of both, for people
   * @throws IllegalStateException if a coroutine waits
   */
  public void requireNone(String verb, Object object) {
    if (waiter != null) {
      throw new IllegalStateException("two coroutines " + verb + " " + object);
    }
  }

  /**
   * Waits for {@link #wake}.
   *
   * @param awaited names the awaited thing; its toString is called only for messages and dumps
   * @throws DeadlineException if the deadline passed first
   */
  public void await(Object awaited, Deadline deadline) {
    Waiter own = loop.coroutine().newWaiter(awaited);
    waiter = own;
    try {
      own.await(deadline);
    } finally {
      waiter = null;
    }
  }

  /** Ends the wait; false if there is no waiter, or the wait is over. */
  public boolean wake() {
    return waiter != null && waiter.wake();
  }
}
