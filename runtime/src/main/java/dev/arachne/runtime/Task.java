package dev.arachne.runtime;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A coroutine that is ready, at work or done, and its result. Made by {@link EventLoop#spawn}; all
 * methods may be called from any thread.
 *
 * <pre>{@code
 * READY --first turn--> RUNNING <--> WAITING        (states while it lives)
 *   |                      |
 *   |                      +--> DONE       the body returned
 *   |                      +--> FAILED     the body threw
 *   +----- cancel() -------+--> CANCELLED  a CancelledException left the body, or it never began
 * }</pre>
 *
 * @param <T> the type of the result
 */
public final class Task<T> {
  /** The state of a task. */
  public enum State {
    /** Spawned, or woken, and in its loop's run queue. */
    READY,
    /** Its body has the loop. */
    RUNNING,
    /** Its body is in a wait. */
    WAITING,
    /** Ended with a value. */
    DONE,
    /** Ended with an exception. */
    FAILED,
    /** Ended by cancellation. */
    CANCELLED
  }

  private final EventLoop loop;
  private final String name;
  private final Callable<T> body;
  private final Promise<T> result;

  /** The entry of the run queue that begins {@code task}. */
  record Beginning(Task<?> task) implements TaskStep {
    @Override
    public void run() {
      task.begin();
    }
  }

  /** Set when the body begins. */
  private @Nullable Coroutine coroutine;

  /** Whether the outcome was read or is awaited. */
  private volatile boolean observed;

  private volatile @Nullable UnobservedFailure unobserved;

  /** Neighbours in the loop's list of living tasks. */
  @Nullable Task<?> previous;

  @Nullable Task<?> next;

  Task(EventLoop loop, String name, Callable<T> body) {
    this(loop, name, body, new Promise<>(loop, name));
  }

  /** A task whose result is delivered on the loop of {@code result}. */
  Task(EventLoop loop, String name, Callable<T> body, Promise<T> result) {
    this.loop = loop;
    this.name = name;
    this.body = body;
    this.result = result;
  }

  /** The name of the task. */
  public String name() {
    return name;
  }

  /** Whether it has ended, by any outcome. */
  public boolean isDone() {
    return result.isDone();
  }

  /** Waits without a limit; see {@link #await(Deadline)}. */
  public T await() {
    return await(Deadline.NEVER);
  }

  /**
   * Waits for the end of the task and returns its value. If the wait ends by deadline or
   * cancellation, the task continues.
   *
   * @throws TaskFailedException if the body threw; its stack is the awaiter's, its cause's the
   *     body's
   * @throws CancelledException if the task, or the awaiting coroutine, was cancelled
   * @throws DeadlineException if the deadline passed first
   */
  public T await(Deadline deadline) {
    observe();
    return result.await(deadline);
  }

  /** Runs {@code callback} on the task's loop once the task has ended. */
  public void onDone(Runnable callback) {
    result.onDone(callback);
  }

  /**
   * The exception of the body; null if it did not fail, or has not ended. Counts as an observation.
   */
  public @Nullable Throwable failure() {
    observe();
    return result.failure();
  }

  /**
   * Requests the end of the task: its present wait, or else its next one, raises {@link
   * CancelledException}; a task whose body has not begun never begins. A task that is done, or
   * whose loop is closed, is left as it is.
   */
  public void cancel() {
    if (!loop.inLoop()) {
      loop.offer(this::cancel);
    } else if (coroutine != null) {
      coroutine.requestCancel();
    } else if (result.cancel()) {
      loop.ended(this);
    }
  }

  /** The present state: exact on its loop, a momentary view from other threads. */
  public State state() {
    if (result.isDone()) {
      return result.isCancelled()
          ? State.CANCELLED
          : result.failure() != null ? State.FAILED : State.DONE;
    }
    Coroutine its = coroutine;
    if (its == null) {
      return State.READY;
    }
    return its.waiter() != null
        ? State.WAITING
        : loop.running() == its ? State.RUNNING : State.READY;
  }

  /** The first turn: gives the body a coroutine and runs it to its first wait. */
  void begin() {
    if (!result.isDone()) {
      coroutine = loop.newCoroutine(this, this::runBody);
      coroutine.run();
    }
  }

  /** Its loop closes, though the body has not ended. */
  void abandon() {
    result.cancel();
  }

  private void runBody() {
    try {
      result.complete(body.call());
    } catch (CancelledException e) {
      result.cancel();
    } catch (Throwable failure) {
      result.fail(failure);
      if (!observed) {
        unobserved = loop.unobservedFailures().watch(this, failure);
        if (observed) { // Another thread has observed it just now.
          observe();
        }
      }
    } finally {
      loop.ended(this);
    }
  }

  /** Records that the outcome is observed, so that a failure need not be logged. */
  void observe() {
    observed = true;
    UnobservedFailure watch = unobserved;
    if (watch != null) {
      watch.observed();
      if (loop.inLoop()) {
        loop.unobservedFailures().forget(watch);
      }
    }
  }

  @Nullable Waiter waiter() {
    return coroutine == null ? null : coroutine.waiter();
  }

  @Nullable Thread thread() {
    return coroutine == null ? null : coroutine.thread();
  }

  @Override
  public String toString() {
    return "task " + name;
  }
}
