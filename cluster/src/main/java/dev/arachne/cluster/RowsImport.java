package dev.arachne.cluster;

import dev.arachne.frontier.ShardSplit;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.LedgerSplit;
import dev.arachne.ledger.Verdict;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.store.DiskStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of a crawl of one machine into the topic from which workers restore the rows of
 * their shards, and its verdicts into the topic of pages. Written again, they are the same.
 */
record RowsImport(Topics topics, Map<String, Object> client) {
  private static final int LINGER_MILLIS = 50;

  /**
   * Writes them; returns the counts of all URLs when the brokers have all of it.
   *
   * @throws IOException if the crawl cannot be read, or the brokers do not take it
   */
  FrontierCounts write(Path directory, int shards) throws IOException {
    Map<String, Object> settings = new HashMap<>(client);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
    settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.RECORD_BYTES);
    try (var producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      var sink = new Sink(producer);
      FrontierCounts counts =
          DiskStore.read(
              DirectoryFormat.store(directory), rows -> ShardSplit.write(rows, shards, sink));
      producer.flush();
      sink.requireSent();
      return counts;
    }
  }

  private final class Sink implements LedgerSplit.Target {
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    Sink(KafkaProducer<byte[], byte[]> producer) {
      this.producer = producer;
    }

    @Override
    public void put(int shard, byte[] key, byte[] value) {
      send(new ProducerRecord<>(topics.rows(), shard, key, value));
    }

    @Override
    public void decided(Verdict verdict) {
      PageRecord.of(verdict)
          .ifPresent(page -> send(new ProducerRecord<>(topics.pages(), page.key(), page.value())));
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
      var _ =
          producer.send(
              record,
              (_, e) -> {
                if (e != null) {
                  failure.compareAndSet(null, e);
                }
              });
    }

    void requireSent() throws IOException {
      Exception first = failure.get();
      if (first != null) {
        throw new IOException("the brokers did not take all rows: " + first.getMessage(), first);
      }
    }
  }
}
