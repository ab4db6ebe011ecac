package dev.arachne.frontier;

import dev.arachne.url.Origin;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The times for which servers are kept free for requests without a lease there. A lease that was
 * out before may still ask its server before that time, or after it. Thread-safe; times are on the
 * time source's clock, in nanoseconds.
 */
final class GivenTurns {
  private final Map<Origin, Window> windows = new ConcurrentHashMap<>();

  private record Window(long from, long until) {
    boolean has(long now) {
      return now - from >= 0 && now - until < 0;
    }
  }

  /** Keeps the server of a site free for one more turn, which follows those given before. */
  void add(Origin site, long from, long until, long now) {
    windows.values().removeIf(its -> now - its.until >= 0);
    windows.merge(
        site.server(),
        new Window(from, until),
        (first, last) -> new Window(first.from, last.until));
  }

  /** Whether the server of a site is reserved for a given turn now. */
  boolean keepFree(Origin site, long now) {
    if (windows.isEmpty()) {
      return false; // As for nearly all requests.
    }
    Window its = windows.get(site.server());
    return its != null && its.has(now);
  }
}
