package dev.arachne.cluster;

import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.KeptOptions;
import dev.arachne.options.OptionsFile;
import dev.arachne.store.DiskStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Writes the rows of a shard, as they are now, into a directory like that of a crawl on one
 * machine, so that all that reads crawls reads it.
 */
record RowsExport(Topics topics, Map<String, Object> client) {
  private static final long CACHE = 8L << 20;
  private static final int COMMIT_EVERY = 10_000;

  /** Writes the rows of a shard; returns how many changes of rows were read for it. */
  long write(int shard, KeptOptions options, Path directory) throws IOException {
    Files.createDirectories(directory);
    Map<String, Object> settings = new HashMap<>(client);
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 8 << 20);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, COMMIT_EVERY);
    var rows = new TopicPartition(topics.rows(), shard);
    long read = 0;
    try (var consumer =
            new KafkaConsumer<>(
                settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        var store = DiskStore.open(DirectoryFormat.store(directory), CACHE)) {
      consumer.assign(List.of(rows));
      consumer.seekToBeginning(List.of(rows));
      long end = Objects.requireNonNull(consumer.endOffsets(List.of(rows)).get(rows));
      while (consumer.position(rows) < end) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(500))) {
          read++;
          if (record.value() == null) {
            store.delete(record.key());
          } else {
            store.put(record.key(), record.value());
          }
        }
        store.commit();
      }
      store.sync();
    }
    OptionsFile.write(directory, options);
    return read;
  }
}
