package dev.arachne.http;

/** A phase of an exchange with a deadline of its own. */
public enum Phase {
  /** Waiting for a connection that the limits allow. */
  QUEUE("a free connection"),
  /** The DNS lookup of the host. */
  DNS("the host's addresses"),
  /** Connecting, through the proxy if there is one. */
  CONNECT("the connection"),
  /** The TLS handshake. */
  TLS("the TLS handshake"),
  /** Sending the request. */
  SEND("the server to take the request"),
  /** From the whole request sent to the first byte of the answer. */
  FIRST_BYTE("the first byte of the answer"),
  /** Between two reads of the answer. */
  BETWEEN_BYTES("the next byte of the answer"),
  /** The whole exchange. */
  EXCHANGE("the end of the answer");

  private final String awaited;

  Phase(String awaited) {
    this.awaited = awaited;
  }

  /** The event that this phase waits for, for people. */
  String awaited() {
    return awaited;
  }
}
