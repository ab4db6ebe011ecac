package dev.arachne.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * A browser's request.
 *
 * @param method as it was sent
 * @param path without the query, decoded
 * @param query as it was sent; empty without one
 * @param fields header fields, by their names in lower case; only the first of each name
 * @param body of the request
 */
public record ServerRequest(
    String method, String path, String query, Map<String, String> fields, InputStream body) {

  /** Keeps a copy of the fields. */
  public ServerRequest {
    fields = Map.copyOf(fields);
  }

  /** The value of a header field, by its name in lower case. */
  public Optional<String> field(String name) {
    return Optional.ofNullable(fields.get(name));
  }

  /** The value of a form's parameter; empty without such a parameter, or if it is not UTF-8. */
  public String parameter(String name) {
    for (String each : query.split("&", -1)) {
      if (each.startsWith(name + "=")) {
        try {
          return URLDecoder.decode(each.substring(name.length() + 1), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
          return "";
        }
      }
    }
    return "";
  }

  /**
   * The body as text in UTF-8; empty if it has more than {@code most} bytes.
   *
   * @throws IOException if the browser has gone
   */
  public Optional<String> text(int most) throws IOException {
    byte[] bytes = body.readNBytes(most + 1);
    return bytes.length > most
        ? Optional.empty()
        : Optional.of(new String(bytes, StandardCharsets.UTF_8));
  }
}
