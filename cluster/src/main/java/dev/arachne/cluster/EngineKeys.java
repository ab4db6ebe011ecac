package dev.arachne.cluster;

import dev.arachne.cluster.Message.Batch;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;

/**
 * The keys of the rows that a task has in addition to those of its shard.
 *
 * <pre>
 *   F w number        links that wait for the shard's crawl
 *   F s life number   links that were sent, see {@link SentLinks}
 *   F p               changed by each pulse, see {@link ShardTask}
 * </pre>
 */
final class EngineKeys {
  static final byte[] WAITING = {'F', 'w'};
  static final byte[] WAITING_END = {'F', 'w' + 1};
  static final byte[] SENT = {'F', 's'};
  static final byte[] SENT_END = {'F', 's' + 1};
  static final byte[] PULSE = {'F', 'p'};

  private EngineKeys() {}

  static byte[] waiting(long number) {
    return new RowWriter().raw(WAITING).fixed(number).toBytes();
  }

  /** The number in the key of links that wait. */
  static long waitingNumber(byte[] key) {
    return afterKind(key).fixed();
  }

  static byte[] sent(Batch batch) {
    return new RowWriter().raw(SENT).fixed(batch.life()).fixed(batch.number()).toBytes();
  }

  /** The batch in the key of links that a shard has sent. */
  static Batch batch(int shard, byte[] key) {
    RowReader row = afterKind(key);
    return new Batch(shard, row.fixed(), row.fixed());
  }

  private static RowReader afterKind(byte[] key) {
    var row = new RowReader(key);
    row.octet();
    row.octet();
    return row;
  }
}
