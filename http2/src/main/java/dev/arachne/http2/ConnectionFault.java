package dev.arachne.http2;

/** The reason why a connection is no longer usable. */
public sealed interface ConnectionFault {

  /** The server broke a rule. */
  record Broken(Http2Violation rule) implements ConnectionFault {}

  /** The server sends no more bytes. */
  record Ended() implements ConnectionFault {}
}
