package dev.arachne.url;

import org.jspecify.annotations.Nullable;

/**
 * The server that a URL names: scheme, host and port (WHATWG HTML, "origin"; RFC 6454).
 *
 * @param scheme {@code http} or {@code https}
 * @param host the host as in URLs: lower case, ASCII, IPv6 in brackets
 * @param port the port that is connected to, 0 to 65,535, never "default"
 */
public record Origin(String scheme, String host, int port) {

  // Written out: a crawl looks up an origin's state several times for each page. Each method that
  // the compiler leaves to the JVM costs more than a millisecond at the start.

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Origin that
            && port == that.port
            && host.equals(that.host)
            && scheme.equals(that.scheme));
  }

  @Override
  public int hashCode() {
    return 31 * (31 * host.hashCode() + port) + scheme.hashCode();
  }

  /**
   * The origin that represents the server for politeness: http on port 80 for https on port 443,
   * which is the same machine to its owner. Any other origin represents itself.
   */
  public Origin server() {
    return port == 443 && scheme.equals("https") ? new Origin("http", host, 80) : this;
  }

  /** The origin as the beginning of a URL, without the scheme's default port. */
  @Override
  public String toString() {
    String server = scheme + "://" + host;
    return port == CrawlUrl.defaultPort(scheme) ? server : server + ":" + port;
  }
}
