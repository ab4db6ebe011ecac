package dev.arachne.http;

import java.time.Duration;

/**
 * The time limit for each phase of an exchange. Immutable; all are positive.
 *
 * @param queue waiting for a connection that the limits allow
 * @param name the DNS lookup of the host
 * @param connect to all addresses of the host together, and through the proxy
 * @param tls the handshake
 * @param firstByte from the request sent to the first byte of the answer
 * @param betweenBytes between two reads of the answer, or for each 64 KiB of the request
 * @param exchange all of it together, the queue included
 */
public record Timeouts(
    Duration queue,
    Duration name,
    Duration connect,
    Duration tls,
    Duration firstByte,
    Duration betweenBytes,
    Duration exchange) {

  /** Tolerates slow servers, but none for longer than two minutes. */
  public static final Timeouts DEFAULT =
      new Timeouts(
          Duration.ofSeconds(60),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(20),
          Duration.ofSeconds(120));

  public Timeouts {
    for (Duration each :
        new Duration[] {queue, name, connect, tls, firstByte, betweenBytes, exchange}) {
      if (!each.isPositive()) {
        throw new IllegalArgumentException("a timeout must be positive, not " + each);
      }
    }
  }

  /** The longest timeout of a phase. */
  public static Timeouts of(Duration each) {
    return new Timeouts(each, each, each, each, each, each, each);
  }

  /** These with another bound for the exchange. */
  public Timeouts withExchange(Duration bound) {
    return new Timeouts(queue, name, connect, tls, firstByte, betweenBytes, bound);
  }

  /** These with another bound for the first byte. */
  public Timeouts withFirstByte(Duration bound) {
    return new Timeouts(queue, name, connect, tls, bound, betweenBytes, exchange);
  }

  /** These with another bound between bytes. */
  public Timeouts withBetweenBytes(Duration bound) {
    return new Timeouts(queue, name, connect, tls, firstByte, bound, exchange);
  }

  /** These with another bound for connecting. */
  public Timeouts withConnect(Duration bound) {
    return new Timeouts(queue, name, bound, tls, firstByte, betweenBytes, exchange);
  }

  Duration of(Phase phase) {
    return switch (phase) {
      case QUEUE -> queue;
      case DNS -> name;
      case CONNECT -> connect;
      case TLS -> tls;
      case FIRST_BYTE -> firstByte;
      case SEND, BETWEEN_BYTES -> betweenBytes;
      case EXCHANGE -> exchange;
    };
  }
}
