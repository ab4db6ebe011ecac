package dev.arachne.http;

import dev.arachne.url.Origin;
import java.util.List;

/**
 * By which proxies an origin is asked. The user has chosen them, so that their own addresses are
 * not judged; they look up the names of origins and judge their addresses, but an origin whose host
 * is a literal address, or {@code localhost}, is judged before. Thread-safe.
 */
@FunctionalInterface
public interface ProxyPlan {
  /** Each origin is asked itself. */
  ProxyPlan NONE = _ -> List.of();

  /**
   * The proxies for an origin: each new connection takes the next of them. Empty if the origin is
   * asked itself.
   */
  List<Proxy> of(Origin origin);
}
