package dev.arachne.frontier;

import dev.arachne.ledger.LedgerKeys;
import dev.arachne.store.RowStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rows that a crawl has the frontier keep, see {@link KeptRow}. Confined to their shard. */
final class KeptRows {
  private final RowStore store;

  KeptRows(RowStore store) {
    this.store = store;
  }

  /** The rows of state. */
  List<KeptRow> state() {
    List<KeptRow> rows = new ArrayList<>();
    store.scan(
        LedgerKeys.kind('W'),
        LedgerKeys.kind('W' + 1),
        row -> rows.add(new KeptRow(key(row), row.value())));
    return List.copyOf(rows);
  }

  /** Puts and deletes rows. State is for the next process, so a crawl in memory has none. */
  void put(List<KeptRow> rows) {
    for (KeptRow row : rows) {
      if (row.use() == KeptRow.Use.LOOKUP || store.outlivesProcess()) {
        byte[] value = row.value();
        if (value == null) {
          store.delete(row.storeKey());
        } else {
          store.put(row.storeKey(), value);
        }
      }
    }
  }

  /** The rows to look up with {@code from <= key < to}, in order. */
  List<KeptRow> lookups(byte[] from, byte[] to, int most) {
    return store.range(FrontierKeys.lookup(from), FrontierKeys.lookup(to), most).stream()
        .map(row -> KeptRow.lookup(key(row), row.value()))
        .toList();
  }

  /** Those of the rows to look up that exist, in the order of their keys here. */
  List<KeptRow> lookups(List<byte[]> keys) {
    List<KeptRow> found = new ArrayList<>();
    for (byte[] key : keys) {
      byte[] value = store.get(FrontierKeys.lookup(key));
      if (value != null) {
        found.add(KeptRow.lookup(key, value));
      }
    }
    return List.copyOf(found);
  }

  /** The key of a row without the letter of its kind. */
  private static byte[] key(RowStore.Row row) {
    return Arrays.copyOfRange(row.key(), 1, row.key().length);
  }
}
