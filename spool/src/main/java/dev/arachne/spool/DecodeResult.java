package dev.arachne.spool;

import dev.arachne.coding.CodingFault;

/** The outcome of undoing the content codings of a spooled body. Immutable. */
public sealed interface DecodeResult {
  /** All of it. */
  record Whole(StoredBody body) implements DecodeResult {}

  /** The available part of it, though its codings do not end there. */
  record Part(StoredBody body) implements DecodeResult {}

  /** It is not valid in its codings; the spool has deleted it. */
  record Faulty(CodingFault fault) implements DecodeResult {}
}
