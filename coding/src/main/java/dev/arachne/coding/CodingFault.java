package dev.arachne.coding;

/** The reason why a body cannot be decoded to its end. Immutable. */
public sealed interface CodingFault {

  /** The coded bytes ended early. */
  record Unfinished() implements CodingFault {}

  /** The body exceeds this bound. */
  record TooLarge(CodingLimits.Kind limit, long bound) implements CodingFault {}

  /** The body is not in this coding. */
  record Corrupt(ContentCoding coding) implements CodingFault {}
}
