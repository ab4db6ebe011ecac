package dev.arachne.crawl;

import dev.arachne.http.HttpResponse;
import dev.arachne.url.Origin;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What origins say of other places and protocols that serve them, HTTP/3 above all: the Alt-Svc
 * field (RFC 7838 3). It is recorded, not followed. Confined to its loop.
 */
final class AltServices {
  /** Origins of which the last field is known. */
  private static final int ORIGINS = 10_000;

  /** Of a longer field the beginning is recorded. */
  private static final int CHARACTERS = 200;

  private final Map<Origin, String> last = new LinkedHashMap<>();

  /** The field of a response, if it is not the last that its origin was known to send. */
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
