package dev.arachne.cluster;

import com.sun.management.OperatingSystemMXBean;
import dev.arachne.ledger.Discovery;
import dev.arachne.store.RowWriter;
import dev.arachne.url.CrawlUrl;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Kafka Streams with the settings of a worker, which writes the rows of links and does nothing else
 * for them: it reads no link, knows no URL, and looks nothing up. So no worker takes links in with
 * less. It prints its figures, and ends.
 */
final class RowsAlone {
  /** Links of a message. */
  static final int TOGETHER = 200;

  private static final AtomicLong LINKS = new AtomicLong();
  private static final CountDownLatch SOME = new CountDownLatch(1);
  private static final CountDownLatch ALL = new CountDownLatch(1);

  private RowsAlone() {}

  /** Takes the brokers, the crawl whose links it takes in, a directory, and how many links. */
  public static void main(String[] arguments) throws Exception {
    var topics = new Topics(arguments[1]);
    long links = Long.parseLong(arguments[3]);
    var options =
        new WorkerOptions(
            arguments[0],
            "alone",
            Path.of(arguments[2]),
            1,
            1,
            0,
            1,
            false,
            new InetSocketAddress(0),
            WorkerOptions.Staying.ENDS);
    var config = new Properties();
    config.putAll(options.streams(topics));
    try (var streams = new KafkaStreams(topology(topics, links), config)) {
      streams.start();
      SOME.await();
      long begin = System.nanoTime();
      long before = used();
      ALL.await();
      double micros = (System.nanoTime() - begin) / 1e3;
      double rest = links - links / 10.0;
      System.out.printf(
          "cluster: rows alone: %,.0f links a second; CPU for each: %.1f us%n",
          rest * 1e6 / micros, (used() - before) / 1e3 / rest);
    }
  }

  private static long used() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static Topology topology(Topics topics, long links) {
    var bytes = Serdes.ByteArray();
    return new Topology()
        .addSource("links", bytes.deserializer(), bytes.deserializer(), topics.links())
        .addProcessor("rows", () -> new Writer(links), "links")
        .addStateStore(ClusterWorker.rows(topics), "rows");
  }

  /** Writes as many rows as a worker, of about their length, with keys in the same order. */
  private static final class Writer implements Processor<byte[], byte[], Void, Void> {
    private static final CrawlUrl PAGE = CrawlUrl.of("http://h1.example.com/section-1/page-100000");
    private static final byte[] FOUND =
        new Discovery(PAGE, PAGE, 3, 0, Optional.empty()).write(new RowWriter()).toBytes();
    private static final byte[] HOST = new byte[40];
    private static final byte[] POSITION = {1, 2, 3, 4};

    private final long all;
    private final SplittableRandom random = new SplittableRandom(1);
    private long position;

    @SuppressWarnings("NullAway.Init") // By init.
    private KeyValueStore<Bytes, byte[]> rows;

    Writer(long all) {
      this.all = all;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
      rows = context.getStateStore(ShardTask.ROWS);
      context.schedule(
          ShardTask.TAKE_IN_EVERY, PunctuationType.WALL_CLOCK_TIME, _ -> context.commit());
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
      for (int i = 0; i < TOGETHER; i++) {
        position++;
        long host = random.nextLong(1_000);
        put(new RowWriter().octet('L').fixed(position), FOUND);
        put(
            new RowWriter()
                .octet('S')
                .fixed(host)
                .fixed(random.nextLong())
                .fixed(random.nextLong()),
            POSITION);
        put(new RowWriter().octet('Q').fixed(host).fixed(position), FOUND);
        put(new RowWriter().octet('H').fixed(host), HOST);
      }
      long links = LINKS.addAndGet(TOGETHER);
      if (links >= all / 10) {
        SOME.countDown();
      }
      if (links >= all) {
        ALL.countDown();
      }
    }

    private void put(RowWriter key, byte[] value) {
      rows.put(Bytes.wrap(key.toBytes()), value);
    }
  }
}
