package dev.arachne.testkit;

import java.time.Duration;
import java.util.ArrayDeque;

/**
 * A limit on the requests that a site accepts. Has no clock: the time comes with each request, and
 * never goes back. Used by one thread at a time.
 */
public interface RateLimit {
  /** Whether the site accepts the request at this time; a rejected one does not count as load. */
  boolean takes(long nanos);

  /** A bucket of {@code burst} tokens that is filled at a rate; a request takes one. */
  static RateLimit tokenBucket(double perSecond, int burst) {
    return new RateLimit() {
      private double tokens = burst;
      private long last = Long.MIN_VALUE;

      @Override
      public boolean takes(long nanos) {
        if (last != Long.MIN_VALUE) {
          tokens = Math.min(burst, tokens + (nanos - last) * perSecond / 1e9);
        }
        last = nanos;
        if (tokens < 1) {
          return false;
        }
        tokens--;
        return true;
      }
    };
  }

  /** At most {@code requests} requests in any stretch of time of this length. */
  static RateLimit slidingWindow(int requests, Duration length) {
    return new RateLimit() {
      private final ArrayDeque<Long> taken = new ArrayDeque<>();

      @Override
      public boolean takes(long nanos) {
        while (!taken.isEmpty() && nanos - taken.getFirst() >= length.toNanos()) {
          taken.removeFirst();
        }
        return taken.size() < requests && taken.add(nanos);
      }
    };
  }
}
