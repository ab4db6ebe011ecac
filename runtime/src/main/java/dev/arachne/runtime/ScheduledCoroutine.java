package dev.arachne.runtime;

import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A coroutine whose virtual thread has this object as its scheduler.
 *
 * <p>A virtual thread that becomes runnable hands its continuation to its scheduler: here, to
 * {@link #execute}. When that happens inside {@link #resume}, the continuation is run at once, on
 * the loop's thread, and returns when the coroutine waits again. So a switch costs one unpark and
 * one park, without a queue or another thread.
 *
 * <p>A contended monitor, a JDK lock or sleep also stops a virtual thread in the middle of a step.
 * The loop then keeps its thread for the coroutine, as a platform thread would: {@link #resume}
 * parks until the continuation is handed in again, and returns only at a wait of this runtime. So
 * no other code can run on the loop between two waits. Each such stop is counted.
 *
 * <p>JDK 25 has no public way to choose the scheduler of one virtual thread. {@link #AVAILABLE} is
 * true if the package-private factory is accessible. For that {@code java.lang} must be opened
 * ({@code --add-opens java.base/java.lang=ALL-UNNAMED}, or Add-Opens in a jar's manifest); {@link
 * HandoffCoroutine} works without it.
 */
final class ScheduledCoroutine extends Coroutine implements Executor {
  private static final @Nullable MethodHandle NEW_VIRTUAL_THREAD = findFactory();

  /** Whether virtual threads can be given a scheduler in this JVM. */
  static final boolean AVAILABLE = NEW_VIRTUAL_THREAD != null;

  private final Thread thread;

  /**
   * The continuation that the JDK passes to the scheduler: always the same object for one virtual
   * thread.
   */
  private @Nullable Runnable own;

  /** Set while the thread is runnable and {@link #resume} has to run it. */
  private @Nullable Runnable continuation;

  /** Handed in by any thread after a stop that is not a wait of the runtime. */
  private volatile @Nullable Runnable stopped;

  private boolean resuming;
  private boolean examining;
  private boolean resumed;

  /** In a wait of the runtime, or ended. */
  private boolean yielded;

  ScheduledCoroutine(EventLoop loop, Task<?> task, Runnable body) {
    super(loop, task);
    thread =
        newThread(
            this,
            task.name(),
            () -> {
              try {
                body.run();
              } finally {
                yielded = true;
              }
            });
  }

  @Override
  Thread thread() {
    return thread;
  }

  @Override
  void resume() {
    resumed = true;
    yielded = false;
    resuming = true;
    if (own != null) {
      LockSupport.unpark(thread);
    } else {
      thread.start();
    }
    resuming = false;
    Runnable next = continuation;
    if (next != null) {
      continuation = null;
      runToYield(next);
    }
  }

  /**
   * A permit left over from a JDK wait, or an interrupt, lets park return early; only {@link
   * #resume} continues the coroutine.
   */
  @Override
  void yieldToLoop() {
    resumed = false;
    yielded = true;
    while (!resumed) {
      LockSupport.park(this);
      if (Thread.interrupted()) {
        requestCancel();
      }
    }
  }

  /** The JDK submits a runnable thread again after it has read its frames; once is enough. */
  @Override
  StackTraceElement[] stack() {
    examining = true;
    try {
      return super.stack();
    } finally {
      examining = false;
    }
  }

  /**
   * The scheduler's side of the virtual thread: called by the code that made it runnable. A virtual
   * thread that the body starts inherits this scheduler; such guests simply run on the loop.
   *
   * <p>Never throws, even if the loop is closed. The caller may be the only thread of the JVM that
   * resumes virtual threads from monitors, and an exception would end it.
   */
  @Override
  public void execute(Runnable runnable) {
    if (resuming && loop.inLoop()) {
      own = runnable;
      continuation = runnable;
    } else if (runnable == own) {
      if (!(examining && loop.inLoop())) {
        loop.countOtherResumption();
        stopped = runnable;
        LockSupport.unpark(loop.thread());
        submit(this::resumeStopped);
      }
    } else {
      submit(runnable);
    }
  }

  private void submit(Runnable step) {
    if (!loop.offer(step)) {
      EventLoop.LOG.log(Level.DEBUG, task + " goes on no more: its loop is closed");
    }
  }

  /** A no-op if {@link #awaitContinuation} was first. */
  private void resumeStopped() {
    Runnable next = stopped;
    if (next != null) {
      stopped = null;
      loop.runAs(this, () -> runToYield(next));
    }
  }

  private void runToYield(Runnable next) {
    next.run();
    while (!yielded) {
      Runnable again = awaitContinuation();
      loop.blockedOutsideRuntime(this);
      again.run();
    }
  }

  private Runnable awaitContinuation() {
    boolean interrupted = false;
    loop.wakeOthers(); // It may have been stopped by a wait for one of them.
    Runnable next = stopped;
    while (next == null) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
      next = stopped;
    }
    stopped = null;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return next;
  }

  private static Thread newThread(Executor scheduler, String name, Runnable body) {
    MethodHandle factory = Objects.requireNonNull(NEW_VIRTUAL_THREAD, "java.lang is not open");
    try {
      int characteristics = 0;
      return (Thread) factory.invokeExact(scheduler, name, characteristics, body);
    } catch (Throwable e) {
      throw new LinkageError("java.lang.ThreadBuilders.newVirtualThread", e);
    }
  }

  private static @Nullable MethodHandle findFactory() {
    try {
      var factory =
          Class.forName("java.lang.ThreadBuilders")
              .getDeclaredMethod(
                  "newVirtualThread", Executor.class, String.class, int.class, Runnable.class);
      factory.setAccessible(true);
      return MethodHandles.lookup().unreflect(factory);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }
}
