package dev.arachne.index;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.util.Map;

/**
 * The copy of a shard's index that a process has. Immutable.
 *
 * @param shard its number
 * @param position of the shard's ledger up to which all pages are in the index
 * @param entries of the ledger, if the process crawls the shard; else -1
 * @param languages the number of pages in each language, by its subtag
 */
record ShardCopy(int shard, long position, long entries, Map<String, Long> languages) {
  ShardCopy {
    languages = Map.copyOf(languages);
  }

  byte[] toBytes() {
    var row = new RowWriter(64).number(shard).number(position).number(entries + 1);
    return CountsRow.write(languages, row).toBytes();
  }

  static ShardCopy read(RowReader row) {
    return new ShardCopy((int) row.number(), row.number(), row.number() - 1, CountsRow.read(row));
  }
}
