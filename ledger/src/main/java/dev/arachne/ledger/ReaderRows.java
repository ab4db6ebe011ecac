package dev.arachne.ledger;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rows that a reader of a growing ledger reads and keeps in a store: entries, its notes, its
 * position. Confined as the store is.
 */
public final class ReaderRows {
  /** Notes that are read at a time, in bytes, unless one alone has more. */
  private static final int NOTES_AT_ONCE = 1 << 20;

  /** Entries in one scan of the store; those after the note that ends a reading are read again. */
  private static final int ENTRIES_AT_ONCE = 32;

  /** A name that no reader has. */
  private static final String NOTHING = "";

  private final RowStore store;
  private final String name;
  private final String notes;

  /**
   * The rows of a reader.
   *
   * @param name that identifies it in all processes
   * @param notes the name of the notes that it reads
   */
  public ReaderRows(RowStore store, String name, String notes) {
    this.store = store;
    this.name = name;
    this.notes = notes;
  }

  /** The rows of a reader of entries alone, which keeps nothing. */
  public static ReaderRows withoutNotes(RowStore store) {
    return new ReaderRows(store, NOTHING, NOTHING);
  }

  /** The position that was kept last; 0 if none was. */
  public long position() {
    byte[] row = store.get(LedgerKeys.position(name));
    return row == null ? 0 : new RowReader(row).number();
  }

  /** Entries from a position on, at least one: not all of them if they have many notes. */
  public List<CommittedEntry> read(long from, long to) {
    Ledger ledger = Ledger.of(store);
    List<CommittedEntry> read = new ArrayList<>();
    long bytes = 0;
    for (long next = from; next < to; next += ENTRIES_AT_ONCE) {
      for (byte[] value : ledger.values(next, Math.min(to, next + ENTRIES_AT_ONCE))) {
        CommittedEntry entry = read(ledger, from + read.size(), value);
        bytes += entry.note().map(its -> its.length).orElse(0);
        read.add(entry);
        if (bytes >= NOTES_AT_ONCE) {
          return List.copyOf(read);
        }
      }
    }
    return List.copyOf(read);
  }

  private CommittedEntry read(Ledger ledger, long position, byte[] value) {
    LedgerEntry entry = LedgerEntry.read(position, value);
    boolean mayHaveNote =
        !notes.equals(NOTHING)
            && (entry instanceof LedgerEntry.Attempt || entry instanceof LedgerEntry.RulesFetched);
    Optional<byte[]> note =
        mayHaveNote
            ? Optional.ofNullable(store.get(LedgerKeys.note(notes, position)))
            : Optional.empty();
    return new CommittedEntry(position, entry, found(ledger, entry), note);
  }

  /** Keeps a position, and forgets the reader's own notes between the one before and that. */
  public void keep(long before, long position) {
    List<byte[]> read = new ArrayList<>();
    store.scan(
        LedgerKeys.note(name, before), LedgerKeys.note(name, position), row -> read.add(row.key()));
    read.forEach(store::delete);
    store.put(LedgerKeys.position(name), new RowWriter().number(position).toBytes());
  }

  private static Optional<LedgerEntry.Found> found(Ledger ledger, LedgerEntry entry) {
    return switch (entry) {
      case LedgerEntry.Found found -> Optional.of(found);
      case LedgerEntry.Later later -> Optional.of(ledger.found(later.found()));
      case LedgerEntry.PageAsked asked -> Optional.of(ledger.found(asked.found()));
      case LedgerEntry.RulesAsked _,
          LedgerEntry.SubresourceAsked _,
          LedgerEntry.SubresourceFetched _,
          LedgerEntry.RulesFetched _,
          LedgerEntry.Changed _,
          LedgerEntry.Begun _ ->
          Optional.empty();
    };
  }
}
