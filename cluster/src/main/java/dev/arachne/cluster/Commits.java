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
 * Reports commits to shards. A thread of Streams commits all its tasks in one transaction, by one
 * producer. Its interface has no callback for that, so the producer reports it. Thread-safe.
 */
final class Commits extends DefaultKafkaClientSupplier {
  private final Map<Thread, List<Turns>> turns = new ConcurrentHashMap<>();

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

  /** Adds the turns of a task to those that get reports; by the task's thread. */
  void add(Turns task) {
    turns.computeIfAbsent(Thread.currentThread(), _ -> new CopyOnWriteArrayList<>()).add(task);
  }

  /** Removes them. */
  void remove(Turns task) {
    turns.values().forEach(its -> its.remove(task));
  }

  private void committed() {
    turns.getOrDefault(Thread.currentThread(), List.of()).forEach(Turns::committed);
  }
}
