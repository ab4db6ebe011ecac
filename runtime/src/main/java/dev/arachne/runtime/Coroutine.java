package dev.arachne.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A body that can stop in the middle of a call and go on later: a virtual thread that runs only
 * when its loop says so. {@link #resume} runs it, on the loop, to its next wait; {@link #suspend}
 * is that wait. Between the two nothing else on the loop runs, which is why state that belongs to a
 * loop needs no lock.
 *
 * <pre>
 *   NEW --resume--> RUNNING --suspend--> WAITING --(woken, timed out, cancelled)--> READY
 *                     |  ^                                                            |
 *                     |  +---------------------------resume---------------------------+
 *                     +--> ENDED
 * </pre>
 *
 * How a virtual thread is made to run only then is the business of the two subclasses.
 */
abstract sealed class Coroutine implements TaskStep permits ScheduledCoroutine, BatonCoroutine {
  final EventLoop loop;
  final Task<?> task;
  private @Nullable Waiter waiter;
  private boolean cancelRequested;

  Coroutine(EventLoop loop, Task<?> task) {
    this.loop = loop;
    this.task = task;
  }

  @Override
  public final Task<?> task() {
    return task;
  }

  /** The thread whose frames are this coroutine's. */
  abstract Thread thread();

  /** Where it has stopped; called on the loop's thread. */
  StackTraceElement[] stack() {
    return thread().getStackTrace();
  }

  /** Runs the coroutine until it waits or ends; called on the loop's thread. */
  abstract void resume();

  /** Gives the loop its thread back until the next {@link #resume}; called on the coroutine. */
  abstract void yieldToLoop();

  /** A ready coroutine is an entry of the run queue; running it is resuming it. */
  @Override
  public final void run() {
    loop.lend(this, this::resume);
  }

  /** The wait this coroutine is in; null while it runs, is ready to run, or has ended. */
  @Nullable Waiter waiter() {
    return waiter;
  }

  /** A wait for {@code awaited}, to be handed to whoever ends it and then to be awaited. */
  Waiter newWaiter(Object awaited) {
    assert loop.running() == this : "a coroutine waits for itself only";
    return new Waiter(this, awaited, loop.time().nanos());
  }

  void suspend(Waiter waiter, Deadline deadline) {
    this.waiter = waiter;
    if (deadline == Deadline.NEVER) {
      yieldToLoop();
    } else {
      loop.timers().add(waiter, deadline.at());
      yieldToLoop();
      loop.timers().cancel(waiter);
    }
  }

  /** The wait that this coroutine is suspended in has ended. */
  void wakeUp(Waiter ended) {
    if (waiter == ended) {
      waiter = null;
      loop.ready(this);
    }
  }

  /** Ends the present wait by a CancelledException, or else the next one. */
  void requestCancel() {
    assert loop.inLoop();
    if (waiter == null || !waiter.cancel()) {
      cancelRequested = true;
    }
  }

  boolean takeCancelRequest() {
    boolean requested = cancelRequested;
    cancelRequested = false;
    return requested;
  }
}
