package dev.arachne.runtime;

import java.lang.System.Logger.Level;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The failure of a task for which nobody has asked. It is logged once: when the task has become
 * unreachable, so that nobody can ask any more, or when its loop closes. (Python's asyncio does
 * this in the task's finaliser.) It must not refer to the task, or the task would stay reachable.
 */
final class UnobservedFailure implements Runnable {
  private static final Cleaner CLEANER = Cleaner.create();

  private final String name;
  private final Throwable failure;
  private final EventLoop loop;
  private final AtomicBoolean settled = new AtomicBoolean();

  private UnobservedFailure(String name, Throwable failure, EventLoop loop) {
    this.name = name;
    this.failure = failure;
    this.loop = loop;
  }

  static UnobservedFailure watch(Task<?> task, Throwable failure, EventLoop loop) {
    var watch = new UnobservedFailure(task.name(), failure, loop);
    loop.unobservedFailures().add(watch);
    CLEANER.register(task, watch);
    return watch;
  }

  void observed() {
    settled.set(true);
    loop.unobservedFailures().remove(this);
  }

  /** Logs the failure, unless it was observed or logged before. */
  @Override
  public void run() {
    if (settled.compareAndSet(false, true)) {
      loop.unobservedFailures().remove(this);
      EventLoop.LOG.log(Level.WARNING, "task " + name + " failed and nobody asked why", failure);
    }
  }
}
