package dev.arachne.testkit;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A request as a {@link TestSite} sees it. Immutable.
 *
 * @param method as sent, such as {@code GET}
 * @param target as sent, such as {@code /page?x=1}
 * @param version as sent, such as {@code HTTP/1.1}
 * @param headers in the order sent
 * @param ask how many requests for this target this site has had, this one included: 1, 2, 3, ...
 */
public record TestRequest(
    String method, String target, String version, List<Header> headers, int ask) {

  public TestRequest {
    headers = List.copyOf(headers);
    if (ask < 1) {
      throw new IllegalArgumentException("the first ask is 1, not " + ask);
    }
  }

  /** A GET without headers, the first for its target: for tests of scripts. */
  public static TestRequest get(String target) {
    return new TestRequest("GET", target, "HTTP/1.1", List.of(), 1);
  }

  /** The same request as the {@code ask}th for its target. */
  public TestRequest asked(int ask) {
    return new TestRequest(method, target, version, headers, ask);
  }

  /** The target without its query. */
  public String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  /** The value of the first header of this name, compared without regard to case. */
  public Optional<String> header(String name) {
    for (Header header : headers) {
      if (header.name().equalsIgnoreCase(name)) {
        return Optional.of(header.value());
      }
    }
    return Optional.empty();
  }

  /** The Host header, or {@code localhost} without one. */
  public String host() {
    return header("Host").orElse("localhost");
  }

  /** The name in the Host header: in lower case, without a port. */
  public String hostName() {
    String authority = host().toLowerCase(Locale.ROOT);
    int colon = authority.lastIndexOf(':');
    return colon < 0 ? authority : authority.substring(0, colon);
  }

  /** Whether the client keeps the connection open after the answer (RFC 9112 9.3). */
  boolean keepsAlive() {
    String connection = header("Connection").orElse("");
    return version.equals("HTTP/1.1")
        ? !connection.equalsIgnoreCase("close")
        : connection.equalsIgnoreCase("keep-alive");
  }
}
