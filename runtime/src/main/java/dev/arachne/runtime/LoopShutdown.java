package dev.arachne.runtime;

import java.lang.System.Logger.Level;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The end of a loop: on request, or because the loop cannot continue. Confined to its loop; once
 * the loop's thread has ended, other threads may read the reason.
 *
 * <pre>
 *   every task is cancelled, and the loop turns until all have ended, or the grace period is over
 *   waits for tasks that have not ended fail, since they never will
 *   the queue is closed: nothing more is handed in, no task begins
 *   callbacks that these steps made ready run
 * </pre>
 */
final class LoopShutdown {
  /**
   * The maximum number of runs of entries made ready by the last callbacks; a callback may submit
   * itself again.
   */
  private static final int LAST_PASSES = 100;

  private final EventLoop loop;
  private final RunQueue queue;
  private final LiveTasks tasks;
  private boolean requested;

  /** The reason why the loop could not continue; unchecked. */
  private volatile @Nullable Throwable failure;

  LoopShutdown(EventLoop loop, RunQueue queue, LiveTasks tasks) {
    this.loop = loop;
    this.queue = queue;
    this.tasks = tasks;
  }

  boolean isRequested() {
    return requested;
  }

  void request() {
    requested = true;
  }

  /** Requests the end; after it, {@link #rethrowFailure} throws {@code why}. */
  void fail(Throwable why) {
    requested = true;
    if (failure == null) {
      failure = why;
    } else if (failure != why) {
      failure.addSuppressed(why);
    }
  }

  /** The reason why the loop could not continue; empty if it ended on request. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  void rethrowFailure() {
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    assert failure == null;
  }

  /** Ends the loop; afterwards the queue is closed. */
  void run() {
    try {
      tasks.cancelAll();
      Deadline latest = loop.deadline(loop.options().gracePeriod());
      while (!tasks.isEmpty() && !latest.hasPassed()) {
        loop.turn(latest);
        loop.wasInterrupted();
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    }
    for (TaskSnapshot left : loop.dump()) {
      EventLoop.LOG.log(Level.WARNING, loop + " closes on a task that does not end: " + left);
    }
    tasks.abandonAll();
    queue.close();
    queue.drainSubmitted();
    for (int pass = 0; pass < LAST_PASSES && !queue.isEmpty(); pass++) {
      loop.run(queue.ready().size());
    }
  }
}
