package dev.arachne.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A value that is not there yet, and a list of those who want to be told. Set once. Confined to its
 * loop's thread.
 */
final class HandFuture<T> {
  private final List<Consumer<HandFuture<T>>> callbacks = new ArrayList<>(1);
  private @Nullable Outcome<T> outcome;

  private sealed interface Outcome<T> {
    record Value<T>(T value) implements Outcome<T> {}

    record Failure<T>(Exception failure) implements Outcome<T> {}
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
   * What it was set to.
   *
   * @throws Exception what it failed with
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
   * Runs {@code loop} until this future is set.
   *
   * @return what it was set to
   * @throws IOException what it failed with
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

  private void settle(Outcome<T> outcome) {
    if (isDone()) {
      throw new IllegalStateException("a future is set once");
    }
    this.outcome = outcome;
    callbacks.forEach(callback -> callback.accept(this));
    callbacks.clear();
  }
}
