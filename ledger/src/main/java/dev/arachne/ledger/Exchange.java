package dev.arachne.ledger;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;

/**
 * One request as it was on the wire. Immutable; exact to the microsecond in the ledger.
 *
 * @param address of the server that it was sent to
 * @param sent when its first byte was written
 * @param took from then until its answer was complete, or failed
 */
public record Exchange(InetAddress address, Instant sent, Duration took) {

  /** The instant when its answer was complete, or failed. */
  public Instant ended() {
    return sent.plus(took);
  }
}
