package dev.arachne.cluster;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds transactions that have no end: brokers that were all killed may have lost the end of one
 * ({@code docs/cluster.md}), and nothing behind it can be read. Such a transaction stays as it is
 * for longer than brokers let a transaction last. No clocks of two machines are compared. Confined
 * to one thread.
 */
final class OpenTransactions {
  /** Longer than a transaction, and the time until brokers notice that it has lasted too long. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Map<Open, Long> since = new HashMap<>();

  /**
   * A transaction without an end in one partition.
   *
   * @param producer that writes it, by its number
   * @param epoch of the producer
   * @param coordinatorEpoch of the broker that is to end it, as the partition knows it; -1 if not
   * @param begin the offset of its first record
   */
  record Open(
      TopicPartition partition, long producer, short epoch, int coordinatorEpoch, long begin) {}

  /** Those of the transactions which are open now that are too old. */
  List<Open> old(Set<Open> now, long nanos) {
    since.keySet().retainAll(now);
    now.forEach(each -> since.putIfAbsent(each, nanos));
    return now.stream()
        .filter(each -> nanos - since.getOrDefault(each, nanos) >= PATIENCE.toNanos())
        .toList();
  }
}
