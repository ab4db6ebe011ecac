package dev.arachne.http;

import dev.arachne.url.Origin;
import java.util.Set;

/**
 * Which ports may be asked. Tested before a connection is opened; the port of a proxy is not. What
 * it does not permit fails as {@link HttpFailure.PortRefused}. Thread-safe.
 */
@FunctionalInterface
public interface PortPolicy {

  /** Every port. */
  PortPolicy ANY = PortRule.ANY;

  /**
   * All ports but those of other protocols that browsers block, such as those of SSH, SMTP and IRC:
   * a request there could be read as a command (Fetch standard, port blocking).
   */
  PortPolicy WEB = PortRule.WEB;

  /** Whether this origin may be asked at its port. */
  boolean permits(Origin origin);

  /** Like this policy, but these origins may have any port. */
  default PortPolicy orOrigins(Set<Origin> origins) {
    return new PortRule.ButFor(this, Set.copyOf(origins));
  }
}
