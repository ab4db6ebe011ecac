package dev.arachne.cluster;

import dev.arachne.cluster.Orders.Order;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * The orders of a crawl, the states of its shards and the addresses of its workers, as they were
 * last read. It sends more of them. Thread-safe, but for {@link #read}, which is for one thread.
 */
final class ControlTopic implements AutoCloseable {
  /** The prefix of a worker's name in the topic of states; shards are numbers there. */
  private static final String WORKER = "worker ";

  private final Topics topics;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final KafkaProducer<byte[], byte[]> producer;
  private final List<TopicPartition> partitions;
  private final Queue<Said> news = new ConcurrentLinkedQueue<>();
  private volatile Orders orders = Orders.NONE;
  private volatile Map<Integer, ShardState> states = Map.of();
  private volatile Map<String, String> addresses = Map.of();

  /** A record of the topic of states that is to be sent; without a value the key is deleted. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Said(String key, byte @Nullable [] value) {}

  private ControlTopic(Topics topics, Map<String, Object> client) {
    this.topics = topics;
    this.partitions =
        List.of(new TopicPartition(topics.orders(), 0), new TopicPartition(topics.states(), 0));
    Map<String, Object> settings = new HashMap<>(client);
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    // Where records are gone, the last of each kind are read again rather than missed.
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    this.consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    this.producer =
        new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer());
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /**
   * The control topic of a crawl, read up to where it is now; waits for the brokers.
   *
   * @param client how to reach them
   */
  static ControlTopic open(Topics topics, Map<String, Object> client) {
    var controlTopic = new ControlTopic(topics, client);
    Map<TopicPartition, Long> ends = controlTopic.consumer.endOffsets(controlTopic.partitions);
    while (ends.entrySet().stream()
        .anyMatch(end -> controlTopic.consumer.position(end.getKey()) < end.getValue())) {
      controlTopic.read(Duration.ofMillis(100));
    }
    return controlTopic;
  }

  /** Reads new records, waiting for them; returns whether any came. */
  boolean read(Duration wait) {
    boolean isNew = false;
    sendNews();
    try {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(wait)) {
        isNew = true;
        if (record.topic().equals(topics.orders())) {
          orders = orders.with(text(record.key()), text(record.value()));
        } else if (text(record.key()).startsWith(WORKER)) {
          address(text(record.key()).substring(WORKER.length()), record.value());
        } else {
          Map<Integer, ShardState> more = new HashMap<>(states);
          more.put(Integer.parseInt(text(record.key())), ShardState.read(record.value()));
          states = Map.copyOf(more);
        }
      }
    } catch (WakeupException e) {
      return isNew; // The reader is to look around.
    }
    return isNew;
  }

  private void address(String worker, byte @Nullable [] address) {
    Map<String, String> more = new TreeMap<>(addresses);
    if (address == null) {
      more.remove(worker);
    } else {
      more.put(worker, text(address));
    }
    addresses = Map.copyOf(more);
  }

  /** The orders to all shards. */
  Orders orders() {
    return orders;
  }

  /** The last state of each shard. */
  Map<Integer, ShardState> states() {
    return states;
  }

  /** The last state of a shard. */
  Optional<ShardState> state(int shard) {
    return Optional.ofNullable(states.get(shard));
  }

  /** The addresses at which workers answer searches, by their names. */
  Map<String, String> addresses() {
    return addresses;
  }

  /** Sends an order; waits until the brokers have it. */
  void order(Order order) throws IOException {
    try {
      producer
          .send(new ProducerRecord<>(topics.orders(), bytes(order.key()), bytes(order.value())))
          .get();
    } catch (ExecutionException e) {
      throw new IOException("the brokers did not take it: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /**
   * Sends the state of a shard, with the next read; waits for nothing, so that loops may call it.
   */
  void state(int shard, ShardState state) {
    news.add(new Said("" + shard, state.toBytes()));
  }

  /** States the address at which a worker answers searches, or its end; sent with the next read. */
  void address(String worker, Optional<String> address) {
    news.add(new Said(WORKER + worker, address.map(ControlTopic::bytes).orElse(null)));
  }

  private void sendNews() {
    for (Said each = news.poll(); each != null; each = news.poll()) {
      // A lost state is followed by others.
      var _ = producer.send(new ProducerRecord<>(topics.states(), bytes(each.key), each.value));
    }
  }

  /** Has {@link #read} return. */
  void wakeUp() {
    consumer.wakeup();
  }

  @Override
  public void close() {
    sendNews();
    consumer.close();
    producer.close(Duration.ofSeconds(2));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
