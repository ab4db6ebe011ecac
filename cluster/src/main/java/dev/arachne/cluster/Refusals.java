package dev.arachne.cluster;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Refused requests of the threads of Streams. Brokers that return after all were killed refuse one
 * commit of each thread; if more are refused, another thread in its place is of no use.
 * Thread-safe.
 */
final class Refusals {
  private static final Duration SHORT = Duration.ofSeconds(10);

  private final int threads;
  private final Deque<Long> lately = new ArrayDeque<>();

  Refusals(int threads) {
    this.threads = threads;
  }

  /** Notes one; returns whether there was at most one for each thread in the last ten seconds. */
  synchronized boolean isRare(long nanos) {
    lately.removeIf(each -> nanos - each > SHORT.toNanos());
    lately.add(nanos);
    return lately.size() <= threads;
  }
}
