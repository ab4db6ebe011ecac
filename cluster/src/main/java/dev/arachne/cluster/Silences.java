package dev.arachne.cluster;

import dev.arachne.frontier.Tenure;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StandbyUpdateListener;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.apache.kafka.streams.processor.TaskId;

/**
 * How long other workers have committed nothing in shards whose rows are copied here. A request of
 * another worker leaves within a second of such a commit, so a new owner that has seen none for
 * longer need not wait for the delay of each host anew. The copy is whole before the shard is given
 * to it. Only the clock of this process is read. Thread-safe.
 */
final class Silences implements StandbyUpdateListener, StateRestoreListener {
  /**
   * The time from the begin of a commit in which a request leaves; a later one needs another
   * commit.
   */
  private static final Duration LENGTH = Duration.ofSeconds(1);

  /** The silence that shows that an owner has died; a shorter one shows nothing. */
  private static final Duration OF_THE_DEAD = Duration.ofSeconds(5);

  /**
   * The time without requests after such a silence. It is shorter, since the last commits may be
   * lost if all brokers are killed; those need three seconds to return and give a shard away.
   */
  private static final Duration WITHOUT_REQUESTS = Duration.ofSeconds(2);

  private final Map<Integer, Long> lastChanges = new ConcurrentHashMap<>();

  /** The terms on which a shard is given to this worker now. */
  Tenure tenure(int shard, long nanos) {
    Long last = lastChanges.get(shard);
    boolean isDead = last != null && nanos - last >= OF_THE_DEAD.toNanos();
    return new Tenure(LENGTH, isDead ? WITHOUT_REQUESTS : Duration.ZERO);
  }

  /** A change by another worker has arrived. */
  void changed(int shard, long nanos) {
    lastChanges.put(shard, nanos);
  }

  private void changed(TopicPartition rows, long records) {
    if (records > 0) {
      changed(rows.partition(), System.nanoTime());
    }
  }

  @Override
  public void onBatchLoaded(
      TopicPartition rows, String store, TaskId task, long end, long records, long known) {
    changed(rows, records);
  }

  @Override
  public void onBatchRestored(TopicPartition rows, String store, long end, long records) {
    changed(rows, records);
  }

  @Override
  public void onUpdateStart(TopicPartition rows, String store, long from) {}

  @Override
  public void onUpdateSuspended(
      TopicPartition rows, String store, long offset, long end, SuspendReason reason) {}

  @Override
  public void onRestoreStart(TopicPartition rows, String store, long from, long end) {}

  @Override
  public void onRestoreEnd(TopicPartition rows, String store, long records) {}
}
