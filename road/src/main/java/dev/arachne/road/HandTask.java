package dev.arachne.road;

import dev.arachne.road.Generator.Step;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Drives a coroutine: a generator that yields the futures it waits for. The task steps it to its
 * next future, leaves a callback there, and sends the result in when the future is set. It is a
 * future itself, set when the coroutine returns, so that a coroutine can wait for a task. Confined
 * to its loop's thread.
 *
 * @param <R> the type of the coroutine's result
 */
final class HandTask<R> extends HandFuture<R> {
  private final Generator<Object, HandFuture<?>, R> coroutine;

  /** The future that the coroutine waits for; null while it runs. */
  private @Nullable HandFuture<?> awaited;

  private boolean cancelled;

  HandTask(Generator<Object, HandFuture<?>, R> coroutine) {
    this.coroutine = coroutine;
  }

  /** Runs the coroutine to its first wait. */
  void start() {
    advance(coroutine::next);
  }

  /**
   * Throws a {@link CancellationException} into the coroutine where it waits; if it runs, and
   * cancels itself, where it waits next.
   */
  void cancel() {
    if (awaited != null) {
      advance(this::raiseCancelled);
    } else {
      cancelled = !isDone();
    }
  }

  private Step<HandFuture<?>, R> raiseCancelled() throws Exception {
    cancelled = false;
    return coroutine.raise(new CancellationException("the task was cancelled"));
  }

  /**
   * Resumes the coroutine when its future is set; does nothing if the task was cancelled meanwhile
   * and waits for another.
   */
  private void step(HandFuture<?> done) {
    if (done == awaited) {
      advance(() -> answer(done));
    }
  }

  private Step<HandFuture<?>, R> answer(HandFuture<?> done) throws Exception {
    Object result;
    try {
      result = done.result();
    } catch (Exception failure) {
      return coroutine.raise(failure);
    }
    return coroutine.send(result);
  }

  private void advance(Callable<Step<HandFuture<?>, R>> move) {
    awaited = null;
    try {
      Step<HandFuture<?>, R> step = move.call();
      while (step instanceof Step.Yielded<HandFuture<?>, R>(var future)
          && (cancelled || future.isDone())) {
        step = cancelled ? raiseCancelled() : answer(future);
      }
      switch (step) {
        case Step.Yielded<HandFuture<?>, R>(var future) -> {
          awaited = future;
          future.onDone(this::step);
        }
        case Step.Returned<HandFuture<?>, R>(R value) -> set(value);
      }
    } catch (Exception failure) {
      fail(failure);
    }
  }
}
