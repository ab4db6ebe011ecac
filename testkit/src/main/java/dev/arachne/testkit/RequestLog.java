package dev.arachne.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The log of a {@link TestWeb}'s requests and connections. Thread-safe. */
final class RequestLog {

  /** Null where requests are only counted. Guarded by this log's monitor. */
  private final @Nullable List<LoggedRequest> requests;

  private final LongAdder count = new LongAdder();
  private final ConcurrentHashMap<String, AtomicInteger> asks = new ConcurrentHashMap<>();
  private final AtomicInteger connections = new AtomicInteger();
  final Gauge openConnections = new Gauge();
  final Gauge openRequests = new Gauge();

  private RequestLog(@Nullable List<LoggedRequest> requests) {
    this.requests = requests;
  }

  static RequestLog keeping() {
    return new RequestLog(new ArrayList<>());
  }

  static RequestLog counting() {
    return new RequestLog(null);
  }

  /** The number of a connection just accepted. */
  int connectionNumber() {
    return connections.incrementAndGet();
  }

  int connections() {
    return connections.get();
  }

  /**
   * How often this target of this site was requested, now included; 1 where requests are not kept.
   */
  int ask(String host, String target) {
    return requests == null
        ? 1
        : asks.computeIfAbsent(host + ' ' + target, _ -> new AtomicInteger()).incrementAndGet();
  }

  /** Keeps a request before it counts it, so that no count is above the number of those kept. */
  void add(LoggedRequest request) {
    if (requests == null) {
      count.increment();
      return;
    }
    synchronized (this) {
      requests.add(request);
      count.increment();
      notifyAll();
    }
  }

  long count() {
    return count.sum();
  }

  synchronized List<LoggedRequest> requests() {
    return requests == null ? List.of() : List.copyOf(requests);
  }

  /**
   * Waits until this many requests are here; false after {@code nanos} nanoseconds without them.
   */
  synchronized boolean await(int wanted, long nanos) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    while (count() < wanted) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  /** A number that goes up and down and remembers its peak. */
  static final class Gauge {
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger peak = new AtomicInteger();

    void enter() {
      peak.accumulateAndGet(now.incrementAndGet(), Math::max);
    }

    void leave() {
      now.decrementAndGet();
    }

    int now() {
      return now.get();
    }

    int peak() {
      return peak.get();
    }
  }
}
