package dev.arachne.http;

import dev.arachne.url.Origin;
import java.util.LinkedHashMap;
import java.util.Map;

/** Origins that speak HTTP/2 but want HTTP/1.1: the latest of them. Confined to its loop. */
final class Http1Origins {
  /** Origins that are remembered; others are asked over HTTP/2 first, and say it again. */
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
