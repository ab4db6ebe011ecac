package dev.arachne.crawl;

import dev.arachne.network.AddressPolicy;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Allows public addresses, and private ones that the user has named: those of the host of a seed
 * whose first DNS lookup gives one. A host that was public first stays public, regardless of later
 * DNS answers. Confined to its event loop.
 */
final class SeedAddresses implements AddressPolicy {
  private final Set<String> rootHosts;

  /** Whether a seed's host is private, by name; without an entry it was not looked up yet. */
  private final Map<String, Boolean> isPrivate = new HashMap<>();

  SeedAddresses(Set<String> rootHosts) {
    this.rootHosts = Set.copyOf(rootHosts);
  }

  @Override
  public boolean permits(String host, InetAddress address) {
    boolean isPublic = AddressPolicy.isPublic(address);
    return rootHosts.contains(host)
        ? isPrivate.computeIfAbsent(host, _ -> !isPublic) || isPublic
        : isPublic;
  }
}
