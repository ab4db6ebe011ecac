package dev.arachne.runtime;

import java.lang.System.Logger.Level;
import java.util.concurrent.locks.LockSupport;

/**
 * A coroutine on the JDK's own scheduler, for JVMs in which a virtual thread cannot be given
 * another. Loop and coroutine pass a baton: the loop's thread parks while the coroutine has it, and
 * gets it back at the coroutine's next wait. It is slower, since each switch crosses threads, but
 * has the same guarantee. One of a loop and its coroutines runs at a time, and all its writes are
 * visible to the next. A JDK wait (a contended lock, a sleep) keeps the baton, so it blocks the
 * loop.
 */
final class HandoffCoroutine extends Coroutine {
  static {
    EventLoop.LOG.log(
        Level.INFO,
        "coroutines use the slower of two ways, since java.lang is not open; start the JVM with"
            + " --add-opens java.base/java.lang=ALL-UNNAMED");
  }

  private final Thread thread;
  private boolean started;

  /**
   * Whether this coroutine, not the loop, may run; the only field that both threads access
   * concurrently.
   */
  private volatile boolean mine;

  HandoffCoroutine(EventLoop loop, Task<?> task, Runnable body) {
    super(loop, task);
    thread =
        Thread.ofVirtual()
            .name(task.name())
            .inheritInheritableThreadLocals(false)
            .unstarted(() -> {
              try {
                body.run();
              } finally {
                passToLoop();
              }
            });
  }

  @Override
  Thread thread() {
    return thread;
  }

  @Override
  void resume() {
    mine = true;
    if (started) {
      LockSupport.unpark(thread);
    } else {
      started = true;
      thread.start();
    }
    boolean interrupted = false;
    while (mine) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  void yieldToLoop() {
    passToLoop();
    while (!mine) {
      LockSupport.park(this);
      if (Thread.interrupted()) {
        loop.submit(this::requestCancel); // The loop runs already, even if it is not aware of it.
      }
    }
  }

  private void passToLoop() {
    mine = false;
    LockSupport.unpark(loop.thread());
  }
}
