package dev.arachne.compare;

import dev.arachne.compare.Generator.Step;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Drives a coroutine: a generator that yields the futures it waits for. The task steps it to its
 * next future, leaves a callback there, and sends the result in when the future is set. Confined to
 * its loop's thread.
 *
 * @param <R> what the coroutine returns
 */
final class HandTask<R> {
  private final Generator<Object, HandFuture<?>, R> coroutine;
  private final HandFuture<R> end = new HandFuture<>();
  private @Nullable HandFuture<?> awaited;

  HandTask(Generator<Object, HandFuture<?>, R> coroutine) {
    this.coroutine = coroutine;
  }

  /** Runs the coroutine to its first wait. */
  void start() {
    advance(coroutine::next);
  }

  /** Set when the coroutine has returned or thrown. */
  HandFuture<R> end() {
    return end;
  }

  /** Throws a {@link CancellationException} into the coroutine where it waits. */
  void cancel() {
    if (awaited != null) {
      advance(() -> coroutine.raise(new CancellationException("the task was cancelled")));
    }
  }

  /** What was awaited is there; unless the task was cancelled meanwhile and waits for another. */
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
      while (step instanceof Step.Yielded<HandFuture<?>, R>(var future) && future.isDone()) {
        step = answer(future);
      }
      switch (step) {
        case Step.Yielded<HandFuture<?>, R>(var future) -> {
          awaited = future;
          future.onDone(this::step);
        }
        case Step.Returned<HandFuture<?>, R>(R value) -> end.set(value);
      }
    } catch (Exception failure) {
      end.fail(failure);
    }
  }
}
