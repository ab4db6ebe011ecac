package dev.arachne.spool;

import dev.arachne.coding.CodingFault;

/** What became of a spooled body whose content codings were to be undone. Immutable. */
public sealed interface Unpacked {
  /** All of it. */
  record Whole(StoredBody body) implements Unpacked {}

  /** What there is of it, though its codings do not end there. */
  record Part(StoredBody body) implements Unpacked {}

  /** It is not what its codings say; the spool has no more of it. */
  record Faulty(CodingFault fault) implements Unpacked {}
}
