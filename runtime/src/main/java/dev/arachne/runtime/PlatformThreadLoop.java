package dev.arachne.runtime;

import dev.arachne.runtime.Coroutine.CancelRequest;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A loop that a virtual thread starts, on a platform thread of its own, since a virtual thread is
 * mounted on others. The caller waits for its end, as a coroutine if it is one. Confined to the
 * caller, except for the loop.
 *
 * @param <T> the type of the result
 */
final class PlatformThreadLoop<T> {
  private final EventLoop loop;
  private final Thread thread;
  private final Task<T> main;
  private final @Nullable EventLoop home = RunningLoops.ofCaller();
  private final @Nullable Promise<Boolean> ended;

  /** The failure that ended the loop before its task; set before {@code ended}. */
  private @Nullable Throwable breakdown;

  private PlatformThreadLoop(World world, LoopOptions options, String name, Callable<T> body) {
    thread = Thread.ofPlatform().name(name).daemon().unstarted(this::runLoop);
    ended = home == null ? null : new Promise<>(home, name);
    loop = EventLoop.on(thread, world, options, name);
    main = loop.spawnMain(body);
  }

  static <T> T run(World world, LoopOptions options, String name, Callable<T> body) {
    var own = new PlatformThreadLoop<>(world, options, name, body);
    own.thread.start();
    if (own.home == null) {
      own.join();
    } else {
      own.awaitEnd(own.home.coroutine());
    }
    return own.result();
  }

  private void runLoop() {
    try {
      loop.runUntilStopped(main);
    } catch (RuntimeException | Error e) {
      breakdown = e;
    } finally {
      if (ended != null) {
        ended.complete(true);
      }
    }
  }

  /** An interrupt cancels the loop's task, as if the caller ran the loop itself. */
  private void join() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
        main.cancel();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitEnd(Coroutine caller) {
    List<CancelRequest> thrownBefore = caller.thrownCancels();
    boolean cancelled = false;
    while (ended != null && !ended.isDone()) {
      try {
        ended.await();
      } catch (CancelledException e) {
        cancelled = true;
        main.cancel();
      }
    }
    if (cancelled && main.state() != Task.State.CANCELLED) {
      caller.repeatCancels(thrownBefore); // The result is returned, and the next wait throws.
    }
  }

  private T result() {
    return switch (breakdown) {
      case null -> main.await();
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new AssertionError(breakdown);
    };
  }
}
