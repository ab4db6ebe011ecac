package dev.arachne.cluster;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;

/**
 * Reports commits to tasks. A thread of Streams commits all its tasks in one transaction, by one
 * producer. Its interface has no callback for that, so the producer reports it. Thread-safe.
 */
final class Commits extends DefaultKafkaClientSupplier {
  private final Map<Thread, List<ShardTask>> tasks = new ConcurrentHashMap<>();

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> settings) {
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()) {
      @Override
      public void commitTransaction() {
        super.commitTransaction();
        committed();
      }
    };
  }

  /** Adds a task to those that get reports; by its thread. */
  void add(ShardTask task) {
    tasks.computeIfAbsent(Thread.currentThread(), _ -> new CopyOnWriteArrayList<>()).add(task);
  }

  /** Removes it. */
  void remove(ShardTask task) {
    tasks.values().forEach(its -> its.remove(task));
  }

  private void committed() {
    tasks.getOrDefault(Thread.currentThread(), List.of()).forEach(ShardTask::committed);
  }
}
