package dev.arachne.url;

/** Distinguishes addresses from names among the hosts of URLs. Thread-safe. */
public final class HostAddress {

  private HostAddress() {}

  /**
   * Whether a host, without brackets, is an address: digits alone after its last dot, or a colon.
   */
  public static boolean isLiteral(String host) {
    int at = host.length();
    while (at > 0 && host.charAt(at - 1) >= '0' && host.charAt(at - 1) <= '9') {
      at--;
    }
    return host.indexOf(':') >= 0 || (at < host.length() && at > 0 && host.charAt(at - 1) == '.');
  }
}
