package dev.arachne.replay;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A request of a browser. Immutable.
 *
 * @param target as it is on the request line
 * @param tunnel the host and port of the tunnel in which it came; empty if in none
 */
record Request(
    String method, String target, String version, List<Header> headers, Optional<String> tunnel) {

  /** The first value of a field; empty without the field. */
  String field(String name) {
    return headers.stream()
        .filter(header -> header.isNamed(name))
        .map(Header::value)
        .findFirst()
        .orElse("");
  }

  boolean isHead() {
    return method.equals("HEAD");
  }

  /** Whether the answer may be followed by another request. */
  boolean isPersistent() {
    String connection = field("Connection") + "," + field("Proxy-Connection");
    return version.equals("HTTP/1.1") && !connection.toLowerCase(Locale.ROOT).contains("close");
  }
}
