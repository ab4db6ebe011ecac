package dev.arachne.runtime;

import java.lang.System.Logger.Level;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a loop ends: because it was asked to, or because it cannot go on. Confined to its loop; once
 * the loop's thread has ended, others may ask why.
 *
 * <pre>
 *   every task is cancelled, and the loop turns until all have ended, or the grace period is over
 *   whoever awaits a task that has not ended is told that it never will
 *   the queue is closed: nothing more is handed in, no task begins
 *   callbacks that all this has made ready run
 * </pre>
 */
final class LoopEnd {
  /** How often what the last callbacks have made ready is run; one may well call for itself. */
  private static final int LAST_PASSES = 100;

  private final EventLoop loop;
  private final RunQueue queue;
  private final LivingTasks tasks;
  private boolean asked;

  /** Why the loop could not go on; unchecked. */
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

  /** Asks for the end; once it has come, {@link #throwBreakdown} throws {@code why}. */
  void breakDown(Throwable why) {
    asked = true;
    if (breakdown == null) {
      breakdown = why;
    } else if (breakdown != why) {
      breakdown.addSuppressed(why);
    }
  }

  /** Why the loop could not go on; empty if it could. */
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

  /** Lets it come; in the end nothing is left to run. */
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
