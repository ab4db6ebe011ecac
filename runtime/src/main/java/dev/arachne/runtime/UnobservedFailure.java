package dev.arachne.runtime;

import java.lang.System.Logger.Level;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The failure of a task for which nobody has asked. It is logged once: when the task has become
 * unreachable, so that nobody can ask any more, or when its loop closes. (Python's asyncio does
 * this in the task's finaliser.) It must not refer to the task, or the task would stay reachable.
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

  /** Somebody has asked. Any thread. */
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
   * Those of one loop, to which they are confined. The JDK's Cleaner would do as much, but takes a
   * monitor that its own thread holds at times, and that stops a coroutine.
   */
  static final class OfLoop {
    private final ReferenceQueue<Task<?>> unreachable = new ReferenceQueue<>();

    /** A reference is heeded only as long as it is reachable itself. */
    private final Set<UnobservedFailure> watched = new HashSet<>();

    UnobservedFailure watch(Task<?> task, Throwable failure) {
      var watch = new UnobservedFailure(task, failure, unreachable);
      watched.add(watch);
      return watch;
    }

    /** Forgets one that was observed. */
    void forget(UnobservedFailure watch) {
      watched.remove(watch);
    }

    /** Logs those for which nobody can ask any more. For the loop itself: it takes a lock. */
    void logUnreachable() {
      for (var next = unreachable.poll(); next != null; next = unreachable.poll()) {
        var failure = (UnobservedFailure) next;
        watched.remove(failure);
        failure.log();
      }
    }

    /** Logs all that is left. */
    void logAll() {
      List.copyOf(watched).forEach(UnobservedFailure::log);
      watched.clear();
    }
  }
}
