package dev.arachne.audit;

import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.robots.RobotsAccess;
import dev.arachne.robots.RobotsRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The robots rules in a ledger, by the positions of their entries. Those that were used last are
 * kept in memory, up to a bound, and the others are read again. Confined to one thread.
 */
final class AuditedRules {
  static final long USUAL_BYTES = 64L << 20;

  /** Memory of parsed rules for each byte of their row. */
  private static final int BYTES_A_BYTE = 4;

  private static final int BYTES_A_ROW = 400;

  private final Ledger ledger;
  private final long most;
  private final Map<Long, Parsed> parsed = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  private record Parsed(RobotsAccess access, long bytes) {}

  /**
   * No rules yet.
   *
   * @param most bytes that they may take in memory, roughly
   */
  AuditedRules(Ledger ledger, long most) {
    this.ledger = ledger;
    this.most = most;
  }

  /** The rules of the entry at a position. */
  RobotsAccess at(long position) {
    Parsed known = parsed.get(position);
    if (known != null) {
      return known.access;
    }
    byte[] row = ((LedgerEntry.RulesFetched) ledger.entry(position)).rules();
    var read =
        new Parsed(RobotsRecord.read(row).access(), BYTES_A_ROW + (long) BYTES_A_BYTE * row.length);
    parsed.put(position, read);
    bytes += read.bytes;
    var eldest = parsed.values().iterator();
    while (bytes > most && parsed.size() > 1) {
      bytes -= eldest.next().bytes;
      eldest.remove();
    }
    return read.access;
  }

  /** Memory that they take now. */
  long bytes() {
    return bytes;
  }
}
