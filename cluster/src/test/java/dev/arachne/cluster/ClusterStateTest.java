package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.cluster.Workers.Worker;
import dev.arachne.frontier.HostPartition;
import dev.arachne.ledger.Discovery;
import dev.arachne.testkit.ChildJvm;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * How fast a worker takes links in, what its rows weigh, and how fast another worker has them. The
 * large crawl prints figures: {@code -Darachne.cluster.urls=1000000}.
 */
class ClusterStateTest {
  private static final int URLS = Integer.getInteger("arachne.cluster.urls", 0);

  /** To take them in takes longer than a transaction may. */
  private static final int BACKLOG = 250_000;

  private static final int SHARDS = 6;
  private static final int HOSTS = 1_000;

  private static final String CRAWL = "state";

  @TempDir private Path temporary;

  @Test
  @Timeout(3_600)
  @EnabledIfSystemProperty(named = "arachne.cluster.urls", matches = "[0-9]+")
  void aWorkerTakesLinksInAndAnotherOneHasItsRows() throws Exception {
    try (var broker = KafkaBroker.start(temporary.resolve("broker"));
        var workers = workers(broker).withAllCompilers();
        var control = control(broker)) {
      begin(workers, SHARDS);
      send(broker, SHARDS, URLS);
      Worker first = workers.start();
      takeIn(control, first);
      assertKeptShards(first);
      first.signal("TERM");
      assertEquals(143, first.await(60), first::output);
      weigh(broker, URLS, temporary.resolve("w0").resolve("kept").resolve("rows"));
      long begin = System.nanoTime();
      workers.start();
      awaitDiscovered(control, "w1", URLS);
      long records = rowRecords(broker);
      say("another worker has all %,d records of rows", records, System.nanoTime() - begin);
    }
  }

  /** The limit of the engine: the same rows, and nothing else. */
  @Test
  @Timeout(3_600)
  @EnabledIfSystemProperty(named = "arachne.cluster.urls", matches = "[0-9]+")
  void theEngineAloneWritesAsManyRows() throws Exception {
    try (var broker = KafkaBroker.start(temporary.resolve("broker"));
        var workers = workers(broker)) {
      begin(workers, SHARDS);
      send(broker, SHARDS, URLS);
      List<String> command =
          ChildJvm.command(
              "-Xmx384m",
              RowsAlone.class,
              broker.bootstrap(),
              CRAWL,
              temporary.resolve("alone").toString(),
              "" + URLS / 10 * 9); // The last messages are not full.
      command.addAll(1, List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"));
      Process alone = new ProcessBuilder(command).inheritIO().start();
      assertEquals(0, alone.waitFor());
      weigh(broker, URLS / 10 * 9, temporary.resolve("alone").resolve("rows"));
    }
  }

  @Test
  void aWorkerKeepsShardsThatHaveALongBacklogAndAllOfThemUntilAnotherOneHasACopy()
      throws Exception {
    try (var broker = KafkaBroker.start(temporary.resolve("broker"));
        var workers = workers(broker);
        var control = control(broker)) {
      begin(workers, 2);
      send(broker, 2, BACKLOG);
      Worker first = workers.start();
      awaitDiscovered(control, "w0", BACKLOG);
      assertKeptShards(first);
      Instant started = Instant.now();
      Worker second = workers.start();
      awaitDiscovered(control, "w1", BACKLOG / 3);
      Duration without = Duration.between(first.lastTaken(), second.lastGiven());
      Duration all = Duration.between(started, second.lastGiven());
      System.out.printf(
          "cluster: a shard moves %,d ms after the start of a worker, and is without one for %,d ms%n",
          all.toMillis(), without.toMillis());
      // To restore its rows takes much longer.
      assertTrue(without.compareTo(all.dividedBy(5)) < 0);
    }
  }

  private static void assertKeptShards(Worker worker) {
    assertFalse(worker.output().contains(" no more"), worker::output);
  }

  private Workers workers(KafkaBroker broker) throws IOException {
    Path names = Files.writeString(temporary.resolve("hosts"), "127.0.0.1 localhost\n");
    return new Workers(temporary, broker.bootstrap(), names, CRAWL);
  }

  private static ControlTopic control(KafkaBroker broker) {
    return ControlTopic.open(new Topics(CRAWL), client(broker));
  }

  /** Makes a crawl that fetches nothing. */
  private static void begin(Workers workers, int shards) {
    workers.tell("crawl", CRAWL, "http://root.example.com/", "--lenient", "--partitions=" + shards);
    workers.tell("pause", CRAWL);
  }

  private static Map<String, Object> client(KafkaBroker broker) {
    return WorkerOptions.client(broker.bootstrap());
  }

  private static String url(int number) {
    return "http://h%d.example.com/section-%d/page-%d"
        .formatted(number % HOSTS, number / HOSTS % 100, number);
  }

  /** Sends all links to the shards that have their hosts, as other shards do. */
  private static void send(KafkaBroker broker, int shards, int urls) throws Exception {
    try (var producer =
        new KafkaProducer<>(client(broker), new ByteArraySerializer(), new ByteArraySerializer())) {
      List<List<Discovery>> found =
          IntStream.range(0, shards).<List<Discovery>>mapToObj(_ -> new ArrayList<>()).toList();
      List<Future<?>> sent = new ArrayList<>();
      for (int i = 0; i < urls; i++) {
        CrawlUrl url = CrawlUrl.of(url(i));
        int shard = HostPartition.numberOf(url.host(), shards);
        List<Discovery> its = found.get(shard);
        its.add(new Discovery(url, CrawlUrl.of(url(i / 10)), 3, 0, Optional.empty()));
        if (its.size() == RowsAlone.TOGETHER || i >= urls - HOSTS) {
          var links = new Message.Links(new Message.Batch(0, 1, i), its);
          String topic = new Topics(CRAWL).links();
          sent.add(producer.send(new ProducerRecord<>(topic, shard, null, links.toBytes())));
          its.clear();
        }
      }
      for (Future<?> each : sent) {
        each.get();
      }
    }
  }

  private static void takeIn(ControlTopic control, Worker worker) throws Exception {
    long some = awaitDiscovered(control, "w0", URLS / 10);
    long begin = System.nanoTime();
    Duration before = worker.used();
    long all = awaitDiscovered(control, "w0", URLS);
    say("links taken in: %,d", all - some, System.nanoTime() - begin);
    System.out.printf(
        "cluster: CPU of the worker for each: %.1f us%n",
        (double) worker.used().minus(before).toNanos() / 1_000 / (all - some));
  }

  /** Waits until a worker knows so many URLs; those that it knows then. */
  private static long awaitDiscovered(ControlTopic control, String worker, long least) {
    long known;
    do {
      control.read(Duration.ofMillis(50));
      known =
          control.states().values().stream()
              .filter(state -> state.worker().equals(worker))
              .mapToLong(state -> state.counts().discovered())
              .sum();
    } while (known < least);
    return known;
  }

  private void weigh(KafkaBroker broker, int urls, Path rows) throws IOException {
    long records = rowRecords(broker);
    long disk = size(rows);
    long changelog = 0;
    try (Stream<Path> partitions =
        Files.list(temporary.resolve("broker").resolve("1").resolve("log"))) {
      for (Path each : partitions.toList()) {
        changelog += each.toString().contains("-changelog-") ? size(each) : 0;
      }
    }
    System.out.printf(
        "cluster: %,d URLs: %.1f records of rows for each; %.0f bytes for each on the worker's disk, %.0f on the broker's%n",
        urls, (double) records / urls, (double) disk / urls, (double) changelog / urls);
  }

  private static long rowRecords(KafkaBroker broker) {
    String topic = new Topics(CRAWL).rows();
    List<TopicPartition> partitions =
        IntStream.range(0, SHARDS).mapToObj(shard -> new TopicPartition(topic, shard)).toList();
    var settings = new HashMap<>(client(broker));
    try (var consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      return consumer.endOffsets(partitions).values().stream().mapToLong(Long::longValue).sum();
    }
  }

  private static long size(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(ClusterStateTest::fileSize).sum();
    }
  }

  private static long fileSize(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void say(String what, long number, long nanos) {
    System.out.printf(
        "cluster: " + what + " in %.1f s: %,.0f a second%n",
        number,
        nanos / 1e9,
        number * 1e9 / nanos);
  }
}
