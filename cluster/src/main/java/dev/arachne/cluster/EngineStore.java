package dev.arachne.cluster;

import dev.arachne.frontier.HostPartition;
import dev.arachne.frontier.Outbox;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The store of a task as a shard has it, and the records that go out with its commits. A commit is
 * a transaction of Kafka: rows, links, verdicts and the task's read positions take effect together.
 *
 * <p>Used by the thread of the shard's store, which waits for its turn, and by the thread of
 * Streams between turns.
 */
final class EngineStore implements BrokeredRows, Outbox {
  /** Discoveries in one record at most: some tens of kilobytes. */
  private static final int LINKS_AT_ONCE = 200;

  private final KeyValueStore<Bytes, byte[]> rows;
  private final Turns turns;
  private final Thread streams;
  private final int shards;
  private final Outgoing outgoing;
  private final Map<Integer, List<Discovery>> links = new TreeMap<>();

  /** The changes of the shard, in its turn. */
  private int changes;

  /** Sends records with the next commit; on the thread that has the turn. */
  interface Outgoing {
    /** Sends links to the shard that has their hosts. */
    void send(int shard, List<Discovery> links);

    /** Sends the final verdict on a URL. */
    void decided(Verdict verdict);

    /** Takes notice that the shard's crawl has closed its store. */
    void closed();
  }

  /**
   * A store in the task that the calling thread works on.
   *
   * @param shards how many the crawl has
   */
  EngineStore(KeyValueStore<Bytes, byte[]> rows, Turns turns, int shards, Outgoing outgoing) {
    this.rows = rows;
    this.turns = turns;
    this.streams = Thread.currentThread();
    this.shards = shards;
    this.outgoing = outgoing;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    begin();
    return rows.get(Bytes.wrap(key));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    change();
    rows.put(Bytes.wrap(key), value);
  }

  @Override
  public void delete(byte[] key) {
    change();
    rows.delete(Bytes.wrap(key));
  }

  @Override
  public List<Row> range(byte[] from, byte[] to, int limit) {
    begin();
    List<Row> found = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> all = rows.range(Bytes.wrap(from), Bytes.wrap(to))) {
      while (found.size() < limit && all.hasNext()) {
        var row = all.next();
        if (!row.key.equals(Bytes.wrap(to))) { // Its ranges include their ends.
          found.add(new Row(row.key.get(), row.value));
        }
      }
    }
    return found;
  }

  /** The last row of those from one key to another; null without one. */
  @Nullable Row last(byte[] from, byte[] to) {
    begin();
    try (KeyValueIterator<Bytes, byte[]> all =
        rows.reverseRange(Bytes.wrap(from), Bytes.wrap(to))) {
      if (!all.hasNext()) {
        return null;
      }
      var row = all.next();
      return new Row(row.key.get(), row.value);
    }
  }

  @Override
  public void send(Discovery discovery) {
    change();
    int shard = HostPartition.numberOf(discovery.url().host(), shards);
    List<Discovery> some = links.computeIfAbsent(shard, _ -> new ArrayList<>());
    some.add(discovery);
    if (some.size() >= LINKS_AT_ONCE) {
      outgoing.send(shard, some);
      some.clear();
    }
  }

  @Override
  public void decided(Verdict verdict) {
    change();
    outgoing.decided(verdict);
  }

  @Override
  public void commit() {
    begin();
    sendLinks();
    changes = 0;
    turns.commit();
  }

  /** Sends the links that wait to be sent together; on the thread that has the turn. */
  void sendLinks() {
    links.forEach((shard, some) -> {
      if (!some.isEmpty()) {
        outgoing.send(shard, some);
      }
    });
    links.clear();
  }

  @Override
  public void close() {
    outgoing.closed();
    turns.abandon(changes);
  }

  private void change() {
    begin();
    changes += Thread.currentThread() == streams ? 0 : 1;
  }

  @Override
  public void begin() {
    if (Thread.currentThread() != streams) {
      turns.begin();
    }
  }
}
