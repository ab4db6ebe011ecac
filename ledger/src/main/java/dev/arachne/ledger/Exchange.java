package dev.arachne.ledger;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;

/**
 * One request as it was on the wire. Immutable; exact to the microsecond in the ledger.
 *
 * @param address of the server that it was sent to
 * @param sent when its first byte was written
 * @param took from then until its answer, or its failure, was there
 */
public record Exchange(InetAddress address, Instant sent, Duration took) {

  /** When its answer, or its failure, was there. */
  public Instant ended() {
    return sent.plus(took);
  }
}
