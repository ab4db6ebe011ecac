package dev.arachne.frontier;

import dev.arachne.ledger.Change;
import dev.arachne.ledger.Changes;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import java.util.ArrayDeque;

/**
 * Has URLs visited that were skipped for templates which a change opens: by passes through the
 * ledger, of which each slice is one commit. The progress of a pass is a row, so that a later
 * process resumes it. Confined to its shard.
 */
final class TemplateReopenings {
  /** Entries of the ledger that are looked at in one commit. */
  private static final int AT_ONCE = 1_000;

  private final RowStore store;
  private final Recrawls visits;

  /** The passes that are not over yet, in order. */
  private final ArrayDeque<Pass> passes = new ArrayDeque<>();

  /** The rest of a pass for a change. */
  private record Pass(int change, long from, long to) {
    byte[] key() {
      return FrontierKeys.trap('o', change, 0);
    }

    byte[] toBytes() {
      return new RowWriter().number(from).number(to).toBytes();
    }

    static Pass read(RowStore.Row row) {
      var key = new RowReader(row.key());
      key.octet();
      key.octet();
      var value = new RowReader(row.value());
      return new Pass((int) key.fixed(), value.number(), value.number());
    }
  }

  /** Resumes the passes that an earlier process has left. */
  TemplateReopenings(RowStore store, Recrawls visits) {
    this.store = store;
    this.visits = visits;
    store.scan(
        FrontierKeys.trap('o', 0, 0),
        FrontierKeys.trap('p', 0, 0),
        row -> passes.add(Pass.read(row)));
  }

  /** Starts a pass for a change that opens a template; the ledger has that number of entries. */
  void add(int change, long ledgerSize) {
    if (store.outlivesProcess()) { // Else it has no entries to read.
      put(new Pass(change, 0, ledgerSize));
    }
  }

  /** Whether some have yet to be looked for. */
  boolean areLeft() {
    return !passes.isEmpty();
  }

  /** Looks for some of them. */
  void some(Changes changes, long now) {
    Pass pass = passes.poll();
    if (pass == null) {
      return;
    }
    long to = Math.min(pass.to, pass.from + AT_ONCE);
    boolean isUndone = !changes.has(pass.change);
    if (!isUndone
        && changes.inForce(pass.change).change() instanceof Change.Open(String template)) {
      visits.openTemplate(template, pass.from, to, now);
    }
    if (isUndone || to == pass.to) {
      store.delete(pass.key());
    } else {
      put(new Pass(pass.change, to, pass.to));
    }
  }

  private void put(Pass pass) {
    store.put(pass.key(), pass.toBytes());
    passes.addFirst(pass);
  }
}
