package dev.arachne.road;

import dev.arachne.runtime.AsyncQueue;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A few coroutines that work off a queue of tasks. The user's coroutine runs each task; its return
 * value goes to the result callbacks, and these may put in more tasks. Confined to its event loop.
 *
 * <p>It ends in one of three ways: all tasks are finished, a coroutine or a callback has failed, or
 * no event has come for as long as the loop timeout. In the last case a coroutine waits for an
 * event that will not come.
 *
 * @param <T> a task
 * @param <R> its result
 */
final class AsyncWorker<T, R> {
  /** The user's coroutine. */
  @FunctionalInterface
  interface Coroutine<T, R> {
    /** Does {@code task}, waiting as it must, on a coroutine of the worker's loop. */
    R run(T task) throws Exception;
  }

  /** Gets the result of each task. */
  @FunctionalInterface
  interface ResultCallback<R> {
    /** Processes {@code result}; called on the coroutine that had the task. */
    void accept(R result) throws Exception;
  }

  private final EventLoop loop = EventLoop.current();
  private final AsyncQueue<T> tasks = new AsyncQueue<>(loop, "tasks", Integer.MAX_VALUE);
  private final List<ResultCallback<R>> callbacks = new ArrayList<>();
  private final int coroutines;
  private final Duration loopTimeout;
  private final Coroutine<T, R> coroutine;
  private Deadline nextEvent;

  /**
   * Made on a coroutine of the loop.
   *
   * @param coroutines how many tasks are under way at a time
   * @param loopTimeout how long the worker may be without an event
   */
  AsyncWorker(int coroutines, Duration loopTimeout, Coroutine<T, R> coroutine) {
    this.coroutines = coroutines;
    this.loopTimeout = loopTimeout;
    this.coroutine = coroutine;
    this.nextEvent = loop.deadline(loopTimeout);
  }

  /** Adds a callback that gets each result, after those that were added before. */
  void onResult(ResultCallback<R> callback) {
    callbacks.add(callback);
  }

  /** Adds a task; the queue grows as it must. */
  void put(T task) {
    tasks.put(task);
  }

  /**
   * Restarts the loop timeout after an event. A coroutine calls this when its wait is over. A
   * result is such an event by itself.
   */
  void happened() {
    nextEvent = loop.deadline(loopTimeout);
  }

  /**
   * Works until all tasks are finished.
   *
   * @throws IOException if nothing happened for too long; the message has the number of unfinished
   *     tasks
   * @throws Exception the failure of the coroutine or a callback
   */
  void run() throws Exception {
    happened();
    TaskGroup.run(group -> {
      for (int i = 0; i < coroutines; i++) {
        group.spawn("worker " + i, this::work);
      }
      awaitEnd();
      tasks.close();
      return true;
    });
  }

  /** The life of one coroutine. */
  private @Nullable Void work() throws Exception {
    for (T task = tasks.get(); task != null; task = tasks.get()) {
      R result = coroutine.run(task);
      happened();
      for (ResultCallback<R> callback : callbacks) {
        callback.accept(result);
      }
      tasks.taskDone();
    }
    return null;
  }

  private void awaitEnd() throws IOException {
    while (tasks.unfinished() > 0) {
      Deadline awaited = nextEvent;
      try {
        tasks.join(awaited);
      } catch (DeadlineException e) {
        if (awaited == nextEvent) {
          throw new IOException(
              "nothing happened for %s, with %d to do".formatted(loopTimeout, tasks.unfinished()),
              e);
        }
      }
    }
  }
}
