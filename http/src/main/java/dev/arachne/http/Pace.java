package dev.arachne.http;

import dev.arachne.runtime.EventLoop;
import java.time.Duration;
import java.util.List;

/** Makes one exchange read no faster than its rates allow. Confined to its exchange. */
final class Pace {
  private final Exchange exchange;
  private final List<ByteRate> rates;

  Pace(Exchange exchange) {
    this.exchange = exchange;
    this.rates = exchange.request().rates();
  }

  boolean isBounded() {
    return !rates.isEmpty();
  }

  /** Waits until a read may be made; returns of how many bytes, {@code most} at most. */
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

  /** Waits for bytes that have come already, without being asked for. */
  void pay(int bytes) {
    long wait = 0;
    for (ByteRate rate : rates) {
      wait = Math.max(wait, rate.take(bytes));
    }
    sleep(wait);
  }

  /** Of a read of {@code taken} bytes only {@code n} came, or none if it is negative. */
  void read(int taken, int n) {
    for (ByteRate rate : rates) {
      rate.giveBack(taken - Math.max(0, n));
    }
  }
}
