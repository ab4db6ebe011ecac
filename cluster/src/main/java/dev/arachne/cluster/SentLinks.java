package dev.arachne.cluster;

import dev.arachne.cluster.Message.Batch;
import dev.arachne.ledger.Discovery;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The links that a shard has sent to others, as far as it does not know that they have arrived. A
 * batch of them is a row of the shard, from the transaction that sends it until its receiver has
 * acknowledged it. A batch without a receipt is sent again: brokers that were all killed may have
 * lost a part of a transaction ({@code docs/cluster.md}). Links that arrive twice do no harm.
 *
 * <p>Used in turns at the rows, by the thread that has one, but for {@link #isEmpty}.
 */
final class SentLinks {
  /** The time to the first repetition; each later one waits twice as long as the one before. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration MOST_PATIENCE = Duration.ofMinutes(10);

  private final RowStore store;
  private final int shard;
  private final long life;
  private final Map<Batch, Sent> kept = new ConcurrentHashMap<>();
  private long next;

  /** When a batch was sent last, in nanoseconds, and the time until it is sent again. */
  private record Sent(long at, Duration patience) {
    boolean isOverdue(long nanos) {
      return nanos - at > patience.toNanos();
    }

    Sent again(long nanos) {
      Duration twice = patience.multipliedBy(2);
      return new Sent(nanos, twice.compareTo(MOST_PATIENCE) < 0 ? twice : MOST_PATIENCE);
    }
  }

  /** A batch that is to be sent again. */
  record Repeated(int shard, Message.Links links) {}

  /**
   * The batches that the rows of a shard have.
   *
   * @param life a number that no other life of the shard's task has
   */
  SentLinks(RowStore store, int shard, long life, long nanos) {
    this.store = store;
    this.shard = shard;
    this.life = life;
    store.scan(
        EngineKeys.SENT,
        EngineKeys.SENT_END,
        row -> kept.put(EngineKeys.batch(shard, row.key()), new Sent(nanos, PATIENCE)));
  }

  /** The message with links for a shard, which is kept from now on. */
  Message.Links add(int to, List<Discovery> found, long nanos) {
    var links = new Message.Links(new Batch(shard, life, next++), found);
    store.put(
        EngineKeys.sent(links.batch()), new RowWriter().number(to).raw(links.toBytes()).toBytes());
    kept.put(links.batch(), new Sent(nanos, PATIENCE));
    return links;
  }

  /** Forgets batches that have arrived for good. */
  void arrived(List<Batch> batches) {
    for (Batch each : batches) {
      if (kept.remove(each) != null) {
        store.delete(EngineKeys.sent(each));
      }
    }
  }

  /** The batches that are to be sent again now. */
  List<Repeated> overdue(long nanos) {
    List<Repeated> due = new ArrayList<>();
    kept.forEach((batch, sent) -> {
      byte[] value = sent.isOverdue(nanos) ? store.get(EngineKeys.sent(batch)) : null;
      if (value != null) {
        var row = new RowReader(value);
        int to = (int) row.number();
        if (Message.read(row.rest()) instanceof Message.Links links) {
          due.add(new Repeated(to, links));
          kept.put(batch, sent.again(nanos));
        }
      }
    });
    return due;
  }

  /** Whether all batches have arrived. Any thread. */
  boolean isEmpty() {
    return kept.isEmpty();
  }
}
