package dev.arachne.mcp;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Whether a call is to go on. Thread-safe. */
final class Cancellation {
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean isCancelled;

  /** Says that its result is not wanted any more. */
  void cancel() {
    isCancelled = true;
    end();
  }

  /** Says that it is to end soon with what it has. */
  void end() {
    ended.countDown();
  }

  boolean isCancelled() {
    return isCancelled;
  }

  /** Waits so long; whether the call is to end. */
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
