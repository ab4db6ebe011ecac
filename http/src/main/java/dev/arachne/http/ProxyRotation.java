package dev.arachne.http;

import dev.arachne.runtime.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Selects one of several proxies for a new connection: round robin, without the proxies that lately
 * could not be reached. Such a proxy is skipped for 10 seconds, and twice as long after each
 * further failure in a row. If all are skipped, the one whose time ends first is used. The size is
 * bounded by the user's list. Confined to its loop.
 */
final class ProxyRotation {
  private static final Duration FIRST_REST = Duration.ofSeconds(10);
  private static final Duration LONGEST_REST = Duration.ofMinutes(5);

  /** Consecutive failures, and the time until which the proxy is skipped. */
  private record Rest(int failures, long until) {}

  private final TimeSource time;
  private final Map<Proxy, Rest> rests = new HashMap<>();
  private int turn;

  ProxyRotation(TimeSource time) {
    this.time = time;
  }

  /** The next of these proxies, at least one. */
  Proxy next(List<Proxy> several) {
    long now = time.nanos();
    @Nullable Proxy first = null;
    long soonest = Long.MAX_VALUE;
    for (int i = 0; i < several.size(); i++) {
      Proxy proxy = several.get(Math.floorMod(turn++, several.size()));
      @Nullable Rest rest = rests.get(proxy);
      long left = rest == null ? 0 : rest.until - now;
      if (left <= 0) {
        return proxy;
      }
      if (first == null || left < soonest) {
        first = proxy;
        soonest = left;
      }
    }
    return first == null ? several.getFirst() : first;
  }

  /** Records that a connection to it failed. */
  void failed(Proxy proxy) {
    @Nullable Rest before = rests.get(proxy);
    int failures = before == null ? 1 : before.failures + 1;
    long rest = FIRST_REST.toNanos() << Math.min(failures - 1, 10);
    rests.put(proxy, new Rest(failures, time.nanos() + Math.min(rest, LONGEST_REST.toNanos())));
  }

  /** It was reached. */
  void reached(Proxy proxy) {
    if (!rests.isEmpty()) {
      rests.remove(proxy);
    }
  }
}
