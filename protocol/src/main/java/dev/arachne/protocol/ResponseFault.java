package dev.arachne.protocol;

/** The reason why a response cannot be used. */
public sealed interface ResponseFault {

  /** It breaks a rule so badly that it cannot be read. */
  record Malformed(ProtocolViolation rule) implements ResponseFault {}

  /** It is beyond a limit. */
  record TooLarge(Limit limit, long bound) implements ResponseFault {}

  /** The input ended before the head was whole. */
  record ClosedEarly() implements ResponseFault {}
}
