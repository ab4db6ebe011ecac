package dev.arachne.cluster;

import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.HostPartition;
import dev.arachne.frontier.Outbox;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Verdict;
import dev.arachne.store.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What Kafka promises, without a Kafka: rows of shards and what is on its way to them, changed by
 * transactions of whoever has the shard. Confined to one loop.
 */
final class ModelEngine {
  private final List<TreeMap<byte[], byte[]>> rows = new ArrayList<>();
  private final List<List<Discovery>> arrivals = new ArrayList<>();
  private final int[] owners;
  private final Map<String, Integer> verdicts = new TreeMap<>();

  ModelEngine(int shards) {
    this.owners = new int[shards];
    for (int shard = 0; shard < shards; shard++) {
      rows.add(new TreeMap<>(Arrays::compareUnsigned));
      arrivals.add(new ArrayList<>());
    }
  }

  /** Gives a shard to a new owner: what the one before it commits from now on is refused. */
  Owned own(int shard) {
    return new Owned(shard, ++owners[shard]);
  }

  /** How many verdicts were committed about each URL. */
  Map<String, Integer> verdicts() {
    return verdicts;
  }

  /** A shard as its owner has it. */
  final class Owned implements BrokeredRows, Outbox {
    private final int shard;
    private final int owner;
    private final TreeMap<byte[], byte[]> seen;
    private final Map<byte[], byte[]> changed = new TreeMap<>(Arrays::compareUnsigned);
    private final Map<Integer, List<Discovery>> sent = new HashMap<>();
    private final List<Verdict> decided = new ArrayList<>();
    private int taken;
    private boolean isDead;

    private Owned(int shard, int owner) {
      this.shard = shard;
      this.owner = owner;
      this.seen = new TreeMap<>(rows.get(shard));
    }

    /** Nothing of it is committed any more. */
    void die() {
      isDead = true;
    }

    /** Takes in what has arrived, and commits that. */
    void takeIn(Frontier frontier) {
      List<Discovery> some = List.copyOf(arrivals.get(shard));
      if (!some.isEmpty() && !isDead) {
        taken = some.size();
        frontier.driver().receive(some);
        commit();
        frontier.hasNews();
      }
    }

    @Override
    public void send(Discovery discovery) {
      int to = HostPartition.numberOf(discovery.url().host(), owners.length);
      sent.computeIfAbsent(to, _ -> new ArrayList<>()).add(discovery);
    }

    @Override
    public void decided(Verdict verdict) {
      decided.add(verdict);
    }

    @Override
    public void commit() {
      if (isDead || owners[shard] != owner) {
        throw new StoreException(StoreException.Kind.UNAVAILABLE, "shard " + shard + " is gone");
      }
      changed.forEach((key, value) -> {
        if (value.length == 0) {
          rows.get(shard).remove(key);
        } else {
          rows.get(shard).put(key, value);
        }
      });
      changed.clear();
      sent.forEach((to, some) -> arrivals.get(to).addAll(some));
      sent.clear();
      arrivals.get(shard).subList(0, taken).clear();
      taken = 0;
      decided.forEach(
          verdict -> verdicts.merge(verdict.discovery().url().toString(), 1, Integer::sum));
      decided.clear();
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
      return seen.get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
      seen.put(key, value);
      // No row is empty; in a changelog that would be no row.
      changed.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
      seen.remove(key);
      changed.put(key, new byte[0]);
    }

    @Override
    public List<Row> range(byte[] from, byte[] to, int limit) {
      return seen.subMap(from, to).entrySet().stream()
          .limit(limit)
          .map(row -> new Row(row.getKey(), row.getValue()))
          .toList();
    }

    @Override
    public void close() {}
  }
}
