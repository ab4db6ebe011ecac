package dev.arachne.runtime;

import java.lang.System.Logger.Level;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The failure of a task whose outcome was never read. It is logged once: when the task has become
 * unreachable, so that its outcome cannot be read any more, or when its loop closes. (Python's
 * asyncio does this in the task's finaliser.) It must not refer to the task, or the task would stay
 * reachable.
 */
final class UnobservedFailure extends PhantomReference<Task<?>> {
  private final String name;
  private final Throwable failure;
  private volatile boolean isSettled;

  private UnobservedFailure(Task<?> task, Throwable failure, ReferenceQueue<Task<?>> unreachable) {
    super(task, unreachable);
    this.name = task.name();
    this.failure = failure;
  }

  /** Records that the outcome was read. Any thread. */
  void observed() {
    isSettled = true;
  }

  private void log() {
    if (!isSettled) {
      isSettled = true;
      EventLoop.LOG.log(Level.WARNING, "task " + name + " failed and nobody asked why", failure);
    }
  }

  /**
   * The unobserved failures of one loop. Confined to its event loop. The JDK's Cleaner would be
   * sufficient, but takes a monitor that its own thread holds at times, and that stops a coroutine.
   */
  static final class OfLoop {
    private final ReferenceQueue<Task<?>> unreachable = new ReferenceQueue<>();

    /** Keeps the references reachable: otherwise they are never enqueued. */
    private final Set<UnobservedFailure> watched = new HashSet<>();

    UnobservedFailure watch(Task<?> task, Throwable failure) {
      var watch = new UnobservedFailure(task, failure, unreachable);
      watched.add(watch);
      return watch;
    }

    /** Forgets an observed failure. */
    void forget(UnobservedFailure watch) {
      watched.remove(watch);
    }

    /** Logs the failures of unreachable tasks. For the loop itself: it takes a lock. */
    void logUnreachable() {
      for (var next = unreachable.poll(); next != null; next = unreachable.poll()) {
        var failure = (UnobservedFailure) next;
        watched.remove(failure);
        failure.log();
      }
    }

    /** Logs all remaining failures. */
    void logAll() {
      List.copyOf(watched).forEach(UnobservedFailure::log);
      watched.clear();
    }
  }
}
