package dev.arachne.http;

import dev.arachne.url.Origin;
import java.util.LinkedHashMap;
import java.util.Map;

/** The latest origins that speak HTTP/2 but require HTTP/1.1. Confined to its loop. */
final class Http1Origins {
  /**
   * The number of origins that are remembered; others are tried over HTTP/2 first and reject it
   * again.
   */
  private static final int MOST = 1_000;

  private final Map<Origin, Boolean> origins =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Origin, Boolean> eldest) {
          return size() > MOST;
        }
      };

  void add(Origin origin) {
    origins.put(origin, true);
  }

  boolean has(Origin origin) {
    return !origins.isEmpty() && origins.get(origin) != null;
  }
}
