package dev.arachne.frontier;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a {@link LedgerReader} reads and keeps in a store: entries, its notes, its position.
 * Confined as the store is.
 */
final class ReaderRows {
  /** Notes that are read at a time, in bytes, unless one alone has more. */
  private static final int NOTES_AT_ONCE = 1 << 20;

  private final RowStore store;
  private final String name;

  ReaderRows(RowStore store, String name) {
    this.store = store;
    this.name = name;
  }

  /** The position that was kept last; 0 if none was. */
  long position() {
    byte[] row = store.get(Rows.position(name));
    return row == null ? 0 : new RowReader(row).number();
  }

  /** Entries from a position on, at least one: fewer than there are if they have many notes. */
  List<Committed> read(long from, long to) {
    Ledger ledger = Ledger.of(store);
    List<Committed> read = new ArrayList<>();
    long bytes = 0;
    for (long position = from; position < to && bytes < NOTES_AT_ONCE; position++) {
      LedgerEntry entry = ledger.entry(position);
      Optional<byte[]> note =
          entry instanceof LedgerEntry.Attempt || entry instanceof LedgerEntry.RulesFetched
              ? Optional.ofNullable(store.get(Rows.note(name, position)))
              : Optional.empty();
      bytes += note.map(its -> its.length).orElse(0);
      read.add(new Committed(position, entry, found(ledger, entry), note));
    }
    return List.copyOf(read);
  }

  /** Keeps a position, and forgets the notes between the one before and that. */
  boolean keep(long before, long position) {
    List<byte[]> read = new ArrayList<>();
    store.scan(Rows.note(name, before), Rows.note(name, position), row -> read.add(row.key()));
    read.forEach(store::delete);
    store.put(Rows.position(name), new RowWriter().number(position).toBytes());
    return true;
  }

  private static Optional<LedgerEntry.Found> found(Ledger ledger, LedgerEntry entry) {
    return switch (entry) {
      case LedgerEntry.Found found -> Optional.of(found);
      case LedgerEntry.Later later -> Optional.of(ledger.found(later.found()));
      case LedgerEntry.PageAsked asked -> Optional.of(ledger.found(asked.found()));
      case LedgerEntry.RulesAsked _, LedgerEntry.RulesFetched _, LedgerEntry.Begun _ ->
          Optional.empty();
    };
  }
}
