package dev.arachne.cookies;

import dev.arachne.url.HostAddress;
import java.time.Instant;

/**
 * A cookie as it is kept (RFC 6265bis 5.7). Immutable.
 *
 * @param name may be empty
 * @param value each character a byte
 * @param domain of the host that set it, or one above that
 * @param scope whether hosts below {@code domain} get it too
 * @param path where it applies, and below
 * @param transport whether it may travel in plain text
 * @param access whether scripts of pages may read it, which only files of cookies tell
 * @param created orders cookies of equally long paths
 * @param lifetime whether it was given an end; a cookie of the session ends with the crawl
 * @param expiry when it is forgotten, at the latest
 */
record Cookie(
    String name,
    String value,
    String domain,
    Scope scope,
    String path,
    Transport transport,
    Access access,
    long created,
    Lifetime lifetime,
    Instant expiry) {

  enum Scope {
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
    boolean hostFits = scope == Scope.HOST_ONLY ? host.equals(domain) : domainMatches(host, domain);
    return hostFits && pathMatches(requestPath, path);
  }

  /** The same, set at another time. */
  Cookie as(long number) {
    return new Cookie(
        name, value, domain, scope, path, transport, access, number, lifetime, expiry);
  }

  /** Whether the other takes this one's place. */
  boolean isSameAs(Cookie other) {
    return name.equals(other.name)
        && domain.equals(other.domain)
        && scope == other.scope
        && path.equals(other.path);
  }

  /** RFC 6265bis 5.1.3; an address matches itself alone, as it has no labels. */
  static boolean domainMatches(String host, String domain) {
    return host.equals(domain) || (host.endsWith("." + domain) && !HostAddress.isLiteral(host));
  }

  /** RFC 6265bis 5.1.4. */
  static boolean pathMatches(String requestPath, String path) {
    return requestPath.startsWith(path)
        && (path.endsWith("/")
            || requestPath.length() == path.length()
            || requestPath.charAt(path.length()) == '/');
  }
}
