package dev.arachne.http;

import dev.arachne.runtime.EventLoop;
import java.time.Duration;
import java.util.List;

/** Throttles the reads of one exchange to its rates. Confined to its exchange. */
final class ReadThrottle {
  private final ExchangeProgress exchange;
  private final List<ByteRate> rates;

  ReadThrottle(ExchangeProgress exchange) {
    this.exchange = exchange;
    this.rates = exchange.request().rates();
  }

  boolean isBounded() {
    return !rates.isEmpty();
  }

  /** Waits until a read is permitted; returns its size in bytes, {@code most} at most. */
  int await(int most) {
    int bytes = most;
    for (ByteRate rate : rates) {
      bytes = rate.share(bytes);
    }
    long wait = 0;
    for (ByteRate rate : rates) {
      wait = Math.max(wait, rate.take(bytes));
    }
    sleep(wait);
    return bytes;
  }

  private void sleep(long nanos) {
    if (nanos > 0) {
      Duration time = Duration.ofNanos(nanos);
      exchange.untimed(() -> {
        EventLoop.sleep(time);
        return true;
      });
    }
  }

  /** Waits for the rate of bytes that have come already, without a read of this exchange. */
  void pay(int bytes) {
    long wait = 0;
    for (ByteRate rate : rates) {
      wait = Math.max(wait, rate.take(bytes));
    }
    sleep(wait);
  }

  /**
   * Corrects a read of {@code taken} bytes that brought only {@code n}, or none if {@code n} is
   * negative.
   */
  void read(int taken, int n) {
    for (ByteRate rate : rates) {
      rate.giveBack(taken - Math.max(0, n));
    }
  }
}
