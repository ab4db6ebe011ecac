package dev.arachne.road;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A value that is not there yet, and the callbacks that wait for it. Set once. Confined to its
 * loop's thread.
 *
 * @param <T> the type of its value
 */
sealed class HandFuture<T> permits HandTask {
  private final List<Consumer<HandFuture<T>>> callbacks = new ArrayList<>(1);
  private @Nullable Outcome<T> outcome;

  private sealed interface Outcome<T> {
    record Value<T>(T value) implements Outcome<T> {}

    record Failure<T>(Exception failure) implements Outcome<T> {}
  }

  /** Settled as the first of {@code futures} that is: set to its value, or failed as it has. */
  static HandFuture<Object> first(List<? extends HandFuture<?>> futures) {
    var first = new HandFuture<Object>();
    for (HandFuture<?> future : futures) {
      future.onDone(done -> {
        if (!first.isDone()) {
          settleAs(done, first);
        }
      });
    }
    return first;
  }

  void set(T value) {
    settle(new Outcome.Value<>(value));
  }

  void fail(Exception failure) {
    settle(new Outcome.Failure<>(failure));
  }

  boolean isDone() {
    return outcome != null;
  }

  /**
   * The value to which it was set.
   *
   * @throws Exception the failure that it was set to
   */
  T result() throws Exception {
    return switch (outcome) {
      case Outcome.Value<T>(T value) -> value;
      case Outcome.Failure<T>(Exception failure) -> throw failure;
      case null -> throw new IllegalStateException("there is no result yet");
    };
  }

  /** Calls {@code callback} once this future is set: at once, if it is. */
  void onDone(Consumer<HandFuture<T>> callback) {
    if (isDone()) {
      callback.accept(this);
    } else {
      callbacks.add(callback);
    }
  }

  /**
   * A coroutine that stops until this future is set, and returns its value, so that a coroutine can
   * delegate to the future. Python's {@code yield from future}.
   */
  Generator<Object, HandFuture<?>, T> await() {
    return new Generator<>(own -> {
      own.yield(this);
      return result();
    });
  }

  /**
   * Runs {@code loop} until this future is set.
   *
   * @return its value
   * @throws IOException its failure
   */
  T runUntilComplete(SelectorLoop loop) throws IOException {
    onDone(_ -> loop.stop());
    loop.run();
    try {
      return result();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static void settleAs(HandFuture<?> model, HandFuture<Object> future) {
    try {
      future.set(model.result());
    } catch (Exception failure) {
      future.fail(failure);
    }
  }

  private void settle(Outcome<T> outcome) {
    if (isDone()) {
      throw new IllegalStateException("a future is set once");
    }
    this.outcome = outcome;
    callbacks.forEach(callback -> callback.accept(this));
    callbacks.clear();
  }
}
