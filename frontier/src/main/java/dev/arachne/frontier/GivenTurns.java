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

  /** Keeps a server free for one more turn, which follows those given before. */
  void add(Origin server, long from, long until, long now) {
    windows.values().removeIf(its -> now - its.until >= 0);
    windows.merge(
        server, new Window(from, until), (first, last) -> new Window(first.from, last.until));
  }

  /** Whether a server is reserved for a given turn now. */
  boolean keepFree(Origin server, long now) {
    Window its = windows.get(server);
    return its != null && its.has(now);
  }
}
