package dev.arachne.http2;

/** Why a connection cannot be used any more. */
public sealed interface ConnectionFault {

  /** The server broke a rule. */
  record Broken(Rule rule) implements ConnectionFault {}

  /** The server sends no more bytes. */
  record Ended() implements ConnectionFault {}
}
