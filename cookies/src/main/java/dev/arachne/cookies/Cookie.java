package dev.arachne.cookies;

import dev.arachne.url.HostAddress;
import java.time.Instant;

/**
 * A stored cookie (RFC 6265bis 5.7). Immutable.
 *
 * @param name may be empty
 * @param value each character is a byte
 * @param domain of the host that set it, or a parent domain
 * @param scope whether subdomains of {@code domain} get it too
 * @param path the path prefix of its requests
 * @param transport whether it may be sent in plain text
 * @param access whether scripts of pages may read it; used only by files of cookies
 * @param created orders cookies of equally long paths
 * @param lifetime whether it has an expiry; a session cookie ends with the crawl
 * @param expiry when it is removed at the latest
 */
record Cookie(
    String name,
    String value,
    String domain,
    HostMatch scope,
    String path,
    Transport transport,
    Access access,
    long created,
    Lifetime lifetime,
    Instant expiry) {

  enum HostMatch {
    HOST_ONLY,
    DOMAIN
  }

  enum Transport {
    ANY,
    SECURE_ONLY
  }

  enum Access {
    ANY,
    HTTP_ONLY
  }

  enum Lifetime {
    SESSION,
    PERSISTENT
  }

  boolean isFor(String host, String requestPath) {
    boolean hostFits =
        scope == HostMatch.HOST_ONLY ? host.equals(domain) : domainMatches(host, domain);
    return hostFits && pathMatches(requestPath, path);
  }

  /** Returns a copy that was set at another time. */
  Cookie as(long number) {
    return new Cookie(
        name, value, domain, scope, path, transport, access, number, lifetime, expiry);
  }

  /** Whether the other cookie replaces this one. */
  boolean isSameAs(Cookie other) {
    return name.equals(other.name)
        && domain.equals(other.domain)
        && scope == other.scope
        && path.equals(other.path);
  }

  /** Matches domains (RFC 6265bis 5.1.3); an address matches only itself, as it has no labels. */
  static boolean domainMatches(String host, String domain) {
    return host.equals(domain) || (host.endsWith("." + domain) && !HostAddress.isLiteral(host));
  }

  /** Matches paths (RFC 6265bis 5.1.4). */
  static boolean pathMatches(String requestPath, String path) {
    return requestPath.startsWith(path)
        && (path.endsWith("/")
            || requestPath.length() == path.length()
            || requestPath.charAt(path.length()) == '/');
  }
}
