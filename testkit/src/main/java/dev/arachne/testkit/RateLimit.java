package dev.arachne.testkit;

import java.time.Duration;
import java.util.ArrayDeque;

/**
 * How many requests a site takes. Has no clock: the time comes with each request, and never goes
 * back. Used by one thread at a time.
 */
public interface RateLimit {
  /**
   * Whether the site takes the request that comes at this time; one that it does not is no load.
   */
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

  /** At most so many requests in any stretch of time of this length. */
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
