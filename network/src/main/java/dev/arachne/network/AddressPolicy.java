package dev.arachne.network;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Set;

/**
 * The policy of permitted addresses. It is tested after the DNS lookup, so a public name that
 * resolves to a private network is not reached. Thread-safe.
 */
@FunctionalInterface
public interface AddressPolicy {

  /** Every address. */
  AddressPolicy ANY = AddressRule.ANY;

  /** Permits only publicly reachable addresses. */
  AddressPolicy PUBLIC = AddressRule.PUBLIC;

  /**
   * Whether requests to this host at this address are permitted.
   *
   * @param host as in the URL
   */
  boolean permits(String host, InetAddress address);

  /** Like this policy, but these hosts, as in URLs, may have any address. */
  default AddressPolicy orHosts(Set<String> hosts) {
    return new AddressRule.ButFor(this, Set.copyOf(hosts));
  }

  /** Whether an address is not one of the special ones of RFC 6890 for internal networks. */
  static boolean isPublic(InetAddress address) {
    if (address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    byte[] bytes = address.getAddress();
    return switch (address) {
      case Inet4Address _ -> isPublicV4(bytes, 0);
      case Inet6Address _ -> isPublicV6(bytes);
      default -> false;
    };
  }

  private static boolean isPublicV4(byte[] bytes, int from) {
    int first = bytes[from] & 0xFF;
    int second = bytes[from + 1] & 0xFF;
    int third = bytes[from + 2] & 0xFF;
    boolean special =
        first == 0
            || first == 10
            || first == 127
            || first >= 224
            || (first == 100 && second >= 64 && second < 128)
            || (first == 169 && second == 254)
            || (first == 172 && second >= 16 && second < 32)
            || (first == 192 && second == 168)
            || (first == 192 && second == 0 && (third == 0 || third == 2))
            || (first == 198 && (second == 18 || second == 19))
            || (first == 198 && second == 51 && third == 100)
            || (first == 203 && second == 0 && third == 113);
    return !special;
  }

  /**
   * Judges an IPv6 address; one that embeds an IPv4 address is judged by that (RFC 4291, 6052,
   * 3056).
   */
  private static boolean isPublicV6(byte[] bytes) {
    if ((bytes[0] & 0xFE) == 0xFC || isSpecialV6(bytes)) {
      return false;
    }
    if (startsWith(bytes, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        && ((bytes[10] == 0 && bytes[11] == 0) || (bytes[10] == -1 && bytes[11] == -1))) {
      return isPublicV4(bytes, 12);
    }
    if (startsWith(bytes, 0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0)) {
      return isPublicV4(bytes, 12);
    }
    if (startsWith(bytes, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0)) {
      return isPublicV4(bytes, 12);
    }
    return !startsWith(bytes, 0x20, 0x02) || isPublicV4(bytes, 2);
  }

  /** Documentation, discarding, local NAT64 (RFC 8215), Teredo and similar ones (RFC 6890). */
  private static boolean isSpecialV6(byte[] bytes) {
    return startsWith(bytes, 0x20, 0x01, 0x0D, 0xB8)
        || (startsWith(bytes, 0x3F, 0xFF) && (bytes[2] & 0xF0) == 0)
        || startsWith(bytes, 0x01, 0, 0, 0, 0, 0, 0, 0)
        || startsWith(bytes, 0, 0x64, 0xFF, 0x9B, 0, 1)
        || startsWith(bytes, 0x20, 0x01, 0, 0);
  }

  private static boolean startsWith(byte[] bytes, int... prefix) {
    for (int i = 0; i < prefix.length; i++) {
      if ((bytes[i] & 0xFF) != prefix[i]) {
        return false;
      }
    }
    return true;
  }
}
