package dev.arachne.mcp;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The state of a call: running, asked to end, or cancelled. Thread-safe. */
final class Cancellation {
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean isCancelled;

  /** Cancels the call, whose result is not needed any more. */
  void cancel() {
    isCancelled = true;
    end();
  }

  /** Asks the call to end soon, with a partial result. */
  void end() {
    ended.countDown();
  }

  boolean isCancelled() {
    return isCancelled;
  }

  /** Waits at most this long; returns whether the call is to end. */
  boolean await(Duration most) {
    try {
      return ended.await(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancel();
      return true;
    }
  }
}
