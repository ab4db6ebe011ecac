package dev.arachne.crawl;

import dev.arachne.http.HttpResponse;
import dev.arachne.url.Origin;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The alternative services that origins announce, HTTP/3 above all: the Alt-Svc field (RFC 7838 3).
 * It is recorded, not followed. Confined to its event loop.
 */
final class AltServices {
  /** Most origins whose last field is remembered. */
  private static final int ORIGINS = 10_000;

  /** Most characters of a field that are recorded; a longer one is cut. */
  private static final int CHARACTERS = 200;

  private final Map<Origin, String> last = new LinkedHashMap<>();

  /** Returns the Alt-Svc field of a response, or empty if it equals the last one of its origin. */
  Optional<String> news(HttpResponse response) {
    List<String> fields = response.headers().all("Alt-Svc");
    if (fields.isEmpty()) {
      return Optional.empty();
    }
    String all = String.join(", ", fields);
    String field = all.substring(0, Math.min(CHARACTERS, all.length()));
    if (field.equals(last.put(response.url().origin(), field))) {
      return Optional.empty();
    }
    if (last.size() > ORIGINS) {
      last.remove(last.keySet().iterator().next());
    }
    return Optional.of(field);
  }
}
