package dev.arachne.crawl;

import dev.arachne.http.Proxy;
import dev.arachne.http.ProxyPlan;
import dev.arachne.options.HostTable;
import dev.arachne.options.SiteProxy;
import dev.arachne.url.HostAddress;
import dev.arachne.url.Origin;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The proxies of a crawl, and the hosts that are connected to directly. Immutable.
 *
 * @param proxies in the order in which connections use them
 * @param direct hosts as in the variable {@code NO_PROXY}: names, with all their subdomains;
 *     addresses, also as {@code 10.0.0.0/8}; {@code *} for all
 * @param served the origins that this program itself serves
 * @param hosts proxies of single hosts, which override all this
 */
record Proxies(List<SiteProxy> proxies, List<String> direct, Set<Origin> served, HostTable hosts)
    implements ProxyPlan {
  Proxies {
    proxies = List.copyOf(proxies);
    served = Set.copyOf(served);
    direct = direct.stream().map(each -> each.strip().toLowerCase(Locale.ROOT)).toList();
  }

  @Override
  public List<Proxy> of(Origin origin) {
    if (served.contains(origin)) {
      return List.of();
    }
    Optional<List<SiteProxy>> its = hosts.of(origin.host(), origin.port()).proxies();
    if (its.isPresent()) {
      return of(origin, its.get());
    }
    return proxies.isEmpty() || isDirect(origin.host()) ? List.of() : of(origin, proxies);
  }

  private static List<Proxy> of(Origin origin, List<SiteProxy> some) {
    List<Proxy> own =
        some.stream()
            .filter(each -> each.scheme().filter(origin.scheme()::equals).isPresent())
            .map(SiteProxy::proxy)
            .toList();
    return own.isEmpty()
        ? some.stream().filter(each -> each.scheme().isEmpty()).map(SiteProxy::proxy).toList()
        : own;
  }

  private boolean isDirect(String host) {
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return direct.stream().anyMatch(each -> isDirect(bare, each));
  }

  private static boolean isDirect(String host, String entry) {
    if (entry.isEmpty() || entry.equals("*")) {
      return !entry.isEmpty();
    }
    if (HostAddress.isLiteral(host)) {
      return isIn(InetAddress.ofLiteral(host).getAddress(), entry);
    }
    String name = entry.startsWith(".") ? entry.substring(1) : entry;
    return host.equals(name) || host.endsWith("." + name);
  }

  /** Whether an address equals the entry, or is in its network. */
  private static boolean isIn(byte[] address, String entry) {
    int slash = entry.indexOf('/');
    String network = slash < 0 ? entry : entry.substring(0, slash);
    String bare =
        network.startsWith("[") && network.endsWith("]")
            ? network.substring(1, network.length() - 1)
            : network;
    if (!HostAddress.isLiteral(bare)) {
      return false;
    }
    try {
      byte[] its = InetAddress.ofLiteral(bare).getAddress();
      int bits = slash < 0 ? 8 * its.length : Integer.parseInt(entry.substring(slash + 1));
      boolean isSame = its.length == address.length && bits <= 8 * its.length;
      for (int i = 0; i < bits && isSame; i++) {
        int shift = 7 - i % 8;
        isSame = ((its[i / 8] ^ address[i / 8]) >> shift & 1) == 0;
      }
      return isSame;
    } catch (IllegalArgumentException e) {
      return false; // The entry is not a network.
    }
  }
}
