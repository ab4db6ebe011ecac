package dev.arachne.http;

import java.net.InetAddress;
import java.util.List;

/**
 * Addresses that a user sets for a host at a port, in place of a DNS lookup. They may be private,
 * since the user has named them. Immutable.
 *
 * @param host as in a URL: lower case, in ASCII; an IPv6 address without brackets
 * @param port from 1
 * @param addresses in the order of preference, at least one
 */
public record FixedAddresses(String host, int port, List<InetAddress> addresses) {
  /** Checks that there is an address. */
  public FixedAddresses {
    addresses = List.copyOf(addresses);
    if (addresses.isEmpty()) {
      throw new IllegalArgumentException("no address for " + host);
    }
  }
}
