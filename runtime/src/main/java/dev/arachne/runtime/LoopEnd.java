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
final class LoopEnd {
  /**
   * The maximum number of runs of entries made ready by the last callbacks; a callback may submit
   * itself again.
   */
  private static final int LAST_PASSES = 100;

  private final EventLoop loop;
  private final RunQueue queue;
  private final LivingTasks tasks;
  private boolean asked;

  /** The reason why the loop could not continue; unchecked. */
  private volatile @Nullable Throwable breakdown;

  LoopEnd(EventLoop loop, RunQueue queue, LivingTasks tasks) {
    this.loop = loop;
    this.queue = queue;
    this.tasks = tasks;
  }

  boolean isAsked() {
    return asked;
  }

  void ask() {
    asked = true;
  }

  /** Requests the end; after it, {@link #throwBreakdown} throws {@code why}. */
  void breakDown(Throwable why) {
    asked = true;
    if (breakdown == null) {
      breakdown = why;
    } else if (breakdown != why) {
      breakdown.addSuppressed(why);
    }
  }

  /** The reason why the loop could not continue; empty if it ended on request. */
  Optional<Throwable> breakdown() {
    return Optional.ofNullable(breakdown);
  }

  void throwBreakdown() {
    if (breakdown instanceof RuntimeException e) {
      throw e;
    }
    if (breakdown instanceof Error e) {
      throw e;
    }
    assert breakdown == null;
  }

  /** Ends the loop; afterwards the queue is closed. */
  void come() {
    try {
      tasks.cancelAll();
      Deadline latest = loop.deadline(loop.options().gracePeriod());
      while (!tasks.isEmpty() && !latest.hasPassed()) {
        loop.turn(latest);
        loop.wasInterrupted();
      }
    } catch (RuntimeException | Error e) {
      breakDown(e);
    }
    for (TaskSnapshot left : loop.dump()) {
      EventLoop.LOG.log(Level.WARNING, loop + " closes on a task that does not end: " + left);
    }
    tasks.abandonAll();
    queue.close();
    queue.takeHandedIn();
    for (int pass = 0; pass < LAST_PASSES && !queue.isEmpty(); pass++) {
      loop.run(queue.ready().size());
    }
  }
}
