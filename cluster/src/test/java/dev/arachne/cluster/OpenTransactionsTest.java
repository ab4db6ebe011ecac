package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.cluster.OpenTransactions.Open;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A transaction without an end, in a real broker. */
class OpenTransactionsTest {
  private static final long LATE = OpenTransactions.PATIENCE.toNanos();

  @TempDir private Path temporary;

  @Test
  void aTransactionThatNobodyEndsIsAbortedSoThatOthersAreRead() throws Exception {
    Topics topics = Topics.of("stuck");
    var links = new TopicPartition(topics.links(), 1);
    try (KafkaBroker broker = KafkaBroker.start(temporary);
        Brokers brokers = Brokers.at(broker.bootstrap())) {
      Map<String, Object> client = WorkerOptions.client(broker.bootstrap());
      brokers.make(topics.toMake(2, 1));
      brokers.make(List.of(topics.toFill(2, 1)));
      try (var dead = producer(client, Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "dead"));
          var alive = producer(client, Map.of())) {
        dead.initTransactions();
        dead.beginTransaction();
        dead.send(new ProducerRecord<>(links.topic(), 1, null, bytes("lost"))).get();
        alive.send(new ProducerRecord<>(links.topic(), 1, null, bytes("behind"))).get();
        var transactions = new OpenTransactions();
        Set<Open> open = brokers.openTransactions(topics);
        assertEquals(List.of(links), open.stream().map(Open::partition).toList());
        assertEquals(List.of(), transactions.old(open, 0));
        assertEquals(List.of(), transactions.old(brokers.openTransactions(topics), LATE - 1));
        List<Open> old = transactions.old(brokers.openTransactions(topics), LATE);
        assertEquals(List.copyOf(open), old);
        brokers.abort(old.getFirst());
        assertEquals(Set.of(), brokers.openTransactions(topics));
        assertEquals("behind", firstCommitted(client, links));
      }
    }
  }

  @Test
  void aTransactionThatGoesOnIsLeftAlone() {
    var transactions = new OpenTransactions();
    var links = new TopicPartition("links", 0);
    for (long second = 0; second < 100; second++) {
      var open = new Open(links, 7, (short) 0, 0, second);
      assertEquals(List.of(), transactions.old(Set.of(open), Duration.ofSeconds(second).toNanos()));
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(
      Map<String, Object> client, Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(client);
    settings.putAll(more);
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static String firstCommitted(Map<String, Object> client, TopicPartition partition) {
    Map<String, Object> settings = new HashMap<>(client);
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    try (var consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      List<String> read = new ArrayList<>();
      while (read.isEmpty()) {
        consumer
            .poll(Duration.ofSeconds(1))
            .forEach(record -> read.add(new String(record.value(), StandardCharsets.UTF_8)));
      }
      return read.getFirst();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
