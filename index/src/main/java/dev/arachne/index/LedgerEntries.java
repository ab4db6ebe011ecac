package dev.arachne.index;

import dev.arachne.ledger.LedgerEntry;
import java.io.IOException;
import java.util.Optional;

/** The ledger by which an index recognizes that it is of this crawl. */
@FunctionalInterface
public interface LedgerEntries {
  /**
   * The committed entry at a position; empty behind the last one.
   *
   * @throws IOException if the ledger cannot be read now
   */
  Optional<LedgerEntry> entry(long position) throws IOException;
}
