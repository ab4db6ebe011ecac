package dev.arachne.frontier;

import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.ledger.LedgerSplit;
import dev.arachne.ledger.Priority;
import dev.arachne.ledger.Verdict;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import dev.arachne.store.StoreException;
import dev.arachne.url.Origin;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Divides the rows of a crawl of one shard among several, which continue it. All that belongs to a
 * host goes to its shard: its ledger, its queue, and the earliest time of its next request.
 *
 * <p>Some rows stay behind. URLs that were held as likely to bring nothing new return to their
 * queues, and the shards learn about traps anew. Records of outputs, readers' positions and the
 * digests of an archive are of the machine that has them. Confined to one thread.
 */
public final class ShardSplit {
  private final RowStore whole;
  private final int shards;
  private final LedgerSplit.Target target;
  private final LedgerSplit ledger;

  /** The shard of each host, by the number in its key. */
  private final Map<Long, Integer> hosts = new HashMap<>();

  /** URLs that return to the queue of a host. */
  private final Map<Long, Long> returning = new HashMap<>();

  private ShardSplit(RowStore whole, int shards, LedgerSplit.Target target) {
    this.whole = whole;
    this.shards = shards;
    this.target = target;
    this.ledger =
        new LedgerSplit(
            whole,
            shards,
            host -> HostPartition.numberOf(host, shards),
            ShardSplit::isCharged,
            target);
  }

  /**
   * Writes the rows of the shards.
   *
   * @param whole the rows of the crawl; they are only read
   * @param shards how many, from 2
   * @return the counts of all URLs
   * @throws StoreException if the rows are damaged
   * @throws IllegalArgumentException if they are those of one of several shards
   */
  public static FrontierCounts write(RowStore whole, int shards, LedgerSplit.Target target) {
    if (!HostPartition.of(whole).isWhole()) {
      throw new IllegalArgumentException("the rows are those of " + HostPartition.of(whole));
    }
    return new ShardSplit(whole, shards, target).write();
  }

  private static boolean isCharged(Verdict verdict) {
    return verdict.discovery().priority() != Priority.PROBES
        && Verdicts.isCharged(verdict.disposition());
  }

  private FrontierCounts write() {
    for (int shard = 0; shard < shards; shard++) {
      target.put(shard, FrontierKeys.SHARE, new HostPartition(shard, shards).row());
    }
    ledger.write();
    scan('Q', row -> queue(LedgerKeys.number(row.key()), QueueEntry.read(row.value())));
    scan('U', this::setAside);
    scan('H', this::host);
    scan('D', row -> putAtHost(FrontierKeys.sleeper(row.key()), row));
    scan('E', row -> putAtHost(LedgerKeys.number(row.key()), row));
    scan('B', row -> putAtHost(LedgerKeys.number(row.key()), row));
    scan('W', this::putInAll);
    return ledger.writeCounts();
  }

  private void scan(int kind, Consumer<RowStore.Row> reader) {
    whole.scan(LedgerKeys.kind(kind), LedgerKeys.kind(kind + 1), reader);
  }

  private void queue(long host, QueueEntry entry) {
    QueueEntry moved = moved(entry);
    target.put(ledger.shard(entry.found()), moved.key(host), moved.value());
  }

  private QueueEntry moved(QueueEntry entry) {
    return new QueueEntry(
        entry.discovery(),
        ledger.position(entry.found()),
        ledger.position(entry.last()),
        entry.visit(),
        entry.attempt(),
        entry.notBefore());
  }

  private void setAside(RowStore.Row row) {
    int change = (int) LedgerKeys.number(row.key());
    long host = FrontierKeys.setAsideHost(row.key());
    QueueEntry entry = QueueEntry.read(row.value());
    if (change >= Traps.FIRST) {
      returning.merge(host, 1L, Long::sum);
      queue(host, entry);
      return;
    }
    QueueEntry moved = moved(entry);
    int shard = ledger.shard(entry.found());
    ledger.setAside(shard);
    target.put(shard, FrontierKeys.setAside(change, host, moved.place()), moved.value());
  }

  private void host(RowStore.Row row) {
    long key = LedgerKeys.number(row.key());
    var reader = new RowReader(row.value());
    Origin origin = LedgerKeys.origin(reader);
    if (key != LedgerKeys.hash(origin)) {
      // Its rows could be found only next to those of the other host, which may be elsewhere.
      throw new StoreException(
          StoreException.Kind.UNAVAILABLE,
          origin + " has the hash of another host of the crawl, so the crawl cannot be divided");
    }
    int shard = HostPartition.numberOf(origin.host(), shards);
    hosts.put(key, shard);
    long queued = reader.number() + returning.getOrDefault(key, 0L);
    target.put(
        shard,
        row.key(),
        new RowWriter().text(origin.toString()).number(queued).raw(reader.rest()).toBytes());
  }

  private void putAtHost(long host, RowStore.Row row) {
    Integer shard = hosts.get(host);
    if (shard == null) {
      throw new StoreException(StoreException.Kind.CORRUPT, "the store lacks a host of a row");
    }
    target.put(shard, row.key(), row.value());
  }

  private void putInAll(RowStore.Row row) {
    for (int shard = 0; shard < shards; shard++) {
      target.put(shard, row.key(), row.value());
    }
  }
}
