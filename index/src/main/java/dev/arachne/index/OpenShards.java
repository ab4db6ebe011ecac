package dev.arachne.index;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;

/** The indexes of some shards as one, as they are now. Confined to one thread. */
final class OpenShards implements Closeable {
  private final List<Integer> shards;
  private final List<ShardIndex.Held> held;
  private final MultiReader reader;

  /** The first document of each shard, and the end. */
  private final int[] begins;

  private OpenShards(List<Integer> shards, List<ShardIndex.Held> held) throws IOException {
    this.shards = shards;
    this.held = held;
    IndexReader[] readers =
        held.stream().map(its -> its.searcher().getIndexReader()).toArray(IndexReader[]::new);
    this.reader = new MultiReader(readers, false);
    this.begins = new int[readers.length + 1];
    for (int i = 0; i < readers.length; i++) {
      begins[i + 1] = begins[i] + readers[i].maxDoc();
    }
  }

  /** Those of the shards that are there. */
  static OpenShards of(List<Integer> wanted, Map<Integer, ShardIndex> all) throws IOException {
    List<Integer> shards = new ArrayList<>();
    List<ShardIndex.Held> held = new ArrayList<>();
    for (int shard : wanted) {
      ShardIndex index = all.get(shard);
      ShardIndex.Held its = index == null ? null : index.acquire();
      if (its != null) {
        shards.add(shard);
        held.add(its);
      }
    }
    return new OpenShards(shards, held);
  }

  /** All of them as one index. */
  IndexReader reader() {
    return reader;
  }

  /** The number of shards. */
  int size() {
    return shards.size();
  }

  /** The shard of a document. */
  int shard(int doc) {
    int at = Arrays.binarySearch(begins, doc);
    int index = at >= 0 ? at : -at - 2;
    while (begins[index + 1] == begins[index]) { // One without documents begins there as well.
      index++;
    }
    return shards.get(index);
  }

  /** The position of a page's verdict in the ledger of its shard. */
  long position(int doc) throws IOException {
    List<LeafReaderContext> leaves = reader.leaves();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
    NumericDocValues values = leaf.reader().getNumericDocValues(IndexFields.POSITION);
    return Ranked.value(values, doc - leaf.docBase);
  }

  @Override
  public void close() throws IOException {
    reader.close();
    for (ShardIndex.Held each : held) {
      each.release();
    }
  }
}
