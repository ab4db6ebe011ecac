package dev.arachne.url;

/**
 * The server that a URL names: scheme, host and port (WHATWG HTML, "origin"; RFC 6454).
 *
 * @param scheme {@code http} or {@code https}
 * @param host the host as URLs carry it: lower case, ASCII, IPv6 in brackets
 * @param port the port that is connected to, 0 to 65,535, never "default"
 */
public record Origin(String scheme, String host, int port) {

  /** Writes the origin as a URL begins, without the scheme's default port. */
  @Override
  public String toString() {
    String server = scheme + "://" + host;
    return port == CrawlUrl.defaultPort(scheme) ? server : server + ":" + port;
  }
}
