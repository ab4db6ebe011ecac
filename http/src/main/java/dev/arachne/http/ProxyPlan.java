package dev.arachne.http;

import dev.arachne.url.Origin;
import java.util.List;

/**
 * The proxies of each origin. The user has chosen them, so their own addresses are not checked.
 * Proxies resolve the names of origins and check their addresses. An origin whose host is a literal
 * address, or {@code localhost}, is checked before. Thread-safe.
 */
@FunctionalInterface
public interface ProxyPlan {
  /** Every origin without a proxy. */
  ProxyPlan NONE = _ -> List.of();

  /**
   * The proxies for an origin: each new connection takes the next of them. Empty for direct
   * connections.
   */
  List<Proxy> of(Origin origin);
}
