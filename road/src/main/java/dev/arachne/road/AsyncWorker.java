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
 * A few coroutines that work off a queue of tasks. What is done with a task is the user's
 * coroutine; what it returns goes to the result callbacks, and these may put in more. Confined to
 * its loop.
 *
 * <p>It ends in one of three ways: no task is unfinished; a coroutine or a callback has failed; or
 * nothing has happened for as long as the loop timeout, and then somebody waits for what will not
 * come.
 *
 * @param <T> a task
 * @param <R> what comes of it
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
    /** Does something with {@code result}; called on the coroutine that had the task. */
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
   * @param loopTimeout how long nothing may happen
   */
  AsyncWorker(int coroutines, Duration loopTimeout, Coroutine<T, R> coroutine) {
    this.coroutines = coroutines;
    this.loopTimeout = loopTimeout;
    this.coroutine = coroutine;
    this.nextEvent = loop.deadline(loopTimeout);
  }

  /** From now on {@code callback} gets each result, after those that were added before. */
  void onResult(ResultCallback<R> callback) {
    callbacks.add(callback);
  }

  /** Adds a task; the queue grows as it must. */
  void put(T task) {
    tasks.put(task);
  }

  /**
   * Something has happened: the loop timeout begins anew. Called by a coroutine when what it waited
   * for has come. A result is such an event by itself.
   */
  void happened() {
    nextEvent = loop.deadline(loopTimeout);
  }

  /**
   * Works until no task is unfinished.
   *
   * @throws IOException if nothing happened for too long; the message tells how much was left
   * @throws Exception what the coroutine or a callback has failed with
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
