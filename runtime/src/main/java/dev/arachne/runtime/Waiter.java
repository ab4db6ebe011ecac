package dev.arachne.runtime;

import org.jspecify.annotations.Nullable;

/**
 * One wait of one coroutine. The code that can end the wait keeps a reference and calls {@link
 * #wake}; the deadline and a cancellation may come first. The first of the three decides, the
 * others are no-ops, so a stale reference can never disturb a later wait. Confined to the
 * coroutine's loop.
 *
 * <pre>
 *              wake()      -> WOKEN      await() returns
 *   WAITING -- fire()      -> TIMED_OUT  await() throws DeadlineException
 *              cancel()    -> CANCELLED  await() throws CancelledException
 * </pre>
 */
final class Waiter extends TimerQueue.Entry {
  private enum State {
    WAITING,
    WOKEN,
    TIMED_OUT,
    CANCELLED
  }

  private final Coroutine coroutine;
  private State state = State.WAITING;

  /** Names the awaited thing, for people; its toString is called only for messages and dumps. */
  final Object awaited;

  /** When the wait began, on the loop's time source. */
  final long since;

  Waiter(Coroutine coroutine, Object awaited, long since) {
    this.coroutine = coroutine;
    this.awaited = awaited;
    this.since = since;
  }

  /** Waits until one of the three ends occurs. Called once, by the coroutine itself. */
  void await(Deadline deadline) {
    if (coroutine.takeDueCancel()) {
      state = State.CANCELLED;
    } else if (state == State.WAITING) {
      coroutine.suspend(this, deadline);
    }
    switch (state) {
      case WOKEN -> {}
      case TIMED_OUT -> throw new DeadlineException(awaited);
      case CANCELLED -> throw new CancelledException(coroutine.task, awaited);
      case WAITING -> throw new AssertionError("resumed without a reason: " + awaited);
    }
  }

  boolean isWaiting() {
    return state == State.WAITING;
  }

  /** Ends the wait successfully; false if it was over already. */
  boolean wake() {
    return end(State.WOKEN);
  }

  /** Ends the wait by a CancelledException; false when it was over already. */
  boolean cancel() {
    return end(State.CANCELLED);
  }

  @Override
  void fire() {
    end(State.TIMED_OUT);
  }

  private boolean end(State how) {
    assert coroutine.loop.inLoop();
    if (state != State.WAITING) {
      return false;
    }
    state = how;
    coroutine.wakeUp(this);
    return true;
  }

  /** Wakes {@code waiter} if there is one. */
  static void wakeIfAny(@Nullable Waiter waiter) {
    if (waiter != null) {
      waiter.wake();
    }
  }
}
