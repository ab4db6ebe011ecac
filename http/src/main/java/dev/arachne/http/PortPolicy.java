package dev.arachne.http;

import dev.arachne.url.Origin;
import java.util.Set;

/**
 * The policy of permitted ports. It is tested before a connection is opened, but not for the port
 * of a proxy. A request to another port fails as {@link HttpFailure.PortRefused}. Thread-safe.
 */
@FunctionalInterface
public interface PortPolicy {

  /** Every port. */
  PortPolicy ANY = PortRule.ANY;

  /**
   * Permits all ports except those that browsers block, such as the ports of SSH, SMTP and IRC.
   * These protocols could read a request as a command (Fetch standard, port blocking).
   */
  PortPolicy WEB = PortRule.WEB;

  /** Whether requests to this origin's port are permitted. */
  boolean permits(Origin origin);

  /** Like this policy, but these origins may have any port. */
  default PortPolicy orOrigins(Set<Origin> origins) {
    return new PortRule.ButFor(this, Set.copyOf(origins));
  }
}
