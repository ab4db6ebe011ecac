package dev.arachne.tls;

import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLException;

/**
 * The name or address that a server's certificate must match.
 *
 * @param host a name without the dot at its end (RFC 6066 3), or an address
 * @param isAddress whether it is an address, which is not sent to the server
 */
record ServerName(String host, boolean isAddress) {
  /**
   * Reads a host of a URL.
   *
   * @throws SSLException if no certificate can be checked for that name: the JDK takes letters,
   *     digits and hyphens alone, here and in certificates
   */
  static ServerName of(String host) throws SSLException {
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    boolean isAddress = isAddress(name);
    if (!isAddress) {
      try {
        SNIHostName unused = new SNIHostName(name);
      } catch (IllegalArgumentException e) {
        throw new SSLException("no certificate can be checked for the name " + name, e);
      }
    }
    return new ServerName(name, isAddress);
  }

  /** Whether a host is an address: digits after its last dot are in no name. */
  private static boolean isAddress(String host) {
    int at = host.length();
    while (at > 0 && host.charAt(at - 1) >= '0' && host.charAt(at - 1) <= '9') {
      at--;
    }
    return host.indexOf(':') >= 0
        || (at < host.length() && (at == 0 || host.charAt(at - 1) == '.'));
  }
}
