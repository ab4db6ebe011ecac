package dev.arachne.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Where at most one coroutine waits: for bytes, for room or for a connection. Confined to its event
 * loop.
 */
final class SoleWaiter {
  private @Nullable Waiter waiter;

  /**
   * Refuses a second coroutine.
   *
   * @param verb what both would do, for people
   */
  void requireNone(String verb, Object object) {
    if (waiter != null) {
      throw new IllegalStateException("two coroutines " + verb + " " + object);
    }
  }

  /** Lets the calling coroutine wait, as {@link Waiter#await} does. */
  void await(Waiter own, Deadline deadline) {
    waiter = own;
    try {
      own.await(deadline);
    } finally {
      waiter = null;
    }
  }

  /** Ends the wait, if there is one that is not over. */
  boolean wake() {
    return waiter != null && waiter.wake();
  }
}
