package dev.arachne.simulation;

import dev.arachne.testkit.TestRequest;
import java.time.Duration;

/**
 * A request that a simulated site received. Immutable.
 *
 * @param at when its head was complete, since the beginning of the simulation
 * @param request the request, with its headers and the number of requests for its target up to now
 */
public record SimulatedRequest(Duration at, TestRequest request) {

  /** The Host header in lower case, without a port. */
  public String host() {
    return request.hostName();
  }

  /** The target as sent, such as {@code /page?x=1}. */
  public String target() {
    return request.target();
  }
}
