package dev.arachne.crawl;

import dev.arachne.network.AddressPolicy;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Public addresses, and private ones where the user has named them: of the host of a root whose
 * first look-up leads to one. A host that was public first stays public, whatever its name says
 * later. Confined to its loop.
 */
final class RootAddresses implements AddressPolicy {
  private final Set<String> rootHosts;

  /** Of hosts of roots that were looked up, whether they are private. */
  private final Map<String, Boolean> isPrivate = new HashMap<>();

  RootAddresses(Set<String> rootHosts) {
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
