package dev.arachne.runtime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A body that can stop in the middle of a call and continue later: a virtual thread that runs only
 * when its loop resumes it. {@link #resume} runs it, on the loop, to its next wait; {@link
 * #suspend} is that wait. Between the two no other code runs on the loop, so state that belongs to
 * a loop needs no lock.
 *
 * <pre>
 *   NEW --resume--> RUNNING --suspend--> WAITING --(woken, timed out, cancelled)--> READY
 *                     |  ^                                                            |
 *                     |  +---------------------------resume---------------------------+
 *                     +--> ENDED
 * </pre>
 *
 * The two subclasses differ in how they make a virtual thread run only then.
 */
abstract sealed class Coroutine implements TaskStep permits ScheduledCoroutine, HandoffCoroutine {
  final EventLoop loop;
  final Task<?> task;
  private @Nullable Waiter waiter;

  /** Cancellations that were requested and not taken back, as asyncio counts them. */
  private List<CancelRequest> cancelRequests = List.of();

  /** Whether the next wait throws for at least one of them. */
  private boolean cancelIsDue;

  /** One request; {@code thrown} once a wait has thrown a CancelledException for it. */
  static final class CancelRequest {
    private boolean thrown;
  }

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

  /** The stack at which it stopped; called on the loop's thread. */
  StackTraceElement[] stack() {
    return thread().getStackTrace();
  }

  /** Runs the coroutine until it waits or ends; called on the loop's thread. */
  abstract void resume();

  /** Returns the thread to the loop until the next {@link #resume}; called on the coroutine. */
  abstract void yieldToLoop();

  /** A ready coroutine is an entry of the run queue; running it is resuming it. */
  @Override
  public final void run() {
    loop.runAs(this, this::resume);
  }

  /** The wait this coroutine is in; null while it runs, is ready to run, or has ended. */
  @Nullable Waiter waiter() {
    return waiter;
  }

  /** A wait for {@code awaited}, to be passed to the code that ends it and then to be awaited. */
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
  CancelRequest requestCancel() {
    assert loop.inLoop();
    if (cancelRequests.isEmpty()) {
      cancelRequests = new ArrayList<>(1);
    }
    var request = new CancelRequest();
    cancelRequests.add(request);
    if (waiter != null && waiter.cancel()) {
      request.thrown = true;
    } else {
      cancelIsDue = true;
    }
    return request;
  }

  /** Takes a request back, thrown or not: its cause is over. */
  void takeBackCancel(CancelRequest request) {
    cancelRequests.remove(request);
    cancelIsDue = cancelRequests.stream().anyMatch(left -> !left.thrown);
  }

  /** The requests for which a wait has thrown. */
  List<CancelRequest> thrownCancels() {
    return cancelRequests.stream().filter(request -> request.thrown).toList();
  }

  /** Throws at the next wait for all requests but {@code past}: their exceptions were dropped. */
  void repeatCancels(List<CancelRequest> past) {
    for (CancelRequest request : cancelRequests) {
      if (!past.contains(request)) {
        request.thrown = false;
        cancelIsDue = true;
      }
    }
  }

  /** Whether the wait that begins must throw; true once for all requests that are due. */
  boolean takeDueCancel() {
    if (!cancelIsDue) {
      return false;
    }
    cancelIsDue = false;
    cancelRequests.forEach(request -> request.thrown = true);
    return true;
  }
}
