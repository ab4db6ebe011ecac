package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.cluster.Workers.Worker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The CPU time of a crawl by one worker, beside that of the same crawl on one machine with its
 * store on disk, in turns; and how fast a worker has its rows again. It prints figures: {@code
 * -Darachne.cluster.cost=true}.
 */
@Timeout(1_200)
@EnabledIfSystemProperty(named = "arachne.cluster.cost", matches = "true")
class ClusterCostTest {
  private static final int ROUNDS = Integer.getInteger("arachne.cluster.rounds", 3);
  private static final int HOSTS = 20;

  /** Pages of a host: the difference of both crawls has no start in it. */
  private static final int FEW = 500;

  private static final int MANY = 2_000;

  private static final int PATIENCE_SECONDS = 300;

  @TempDir private Path temporary;

  /** The CPU time of one crawl each way. */
  private record Costs(Duration alone, Duration worker, Duration broker) {
    Costs less(Costs other) {
      return new Costs(
          alone.minus(other.alone), worker.minus(other.worker), broker.minus(other.broker));
    }

    void print(String pages) {
      System.out.printf(
          "cluster: %s: one machine %,d ms of CPU, one worker %,d ms (%.2fx), broker %,d ms%n",
          pages,
          alone.toMillis(),
          worker.toMillis(),
          (double) worker.toMillis() / alone.toMillis(),
          broker.toMillis());
    }
  }

  @Test
  void oneWorkerBesideOneMachine() throws Exception {
    try (var broker = KafkaBroker.start(temporary.resolve("broker"))) {
      for (int round = 0; round < ROUNDS; round++) {
        Costs few = costs(broker, "few-" + round, FEW);
        few.print("%,d pages".formatted(HOSTS * FEW));
        Costs many = costs(broker, "many-" + round, MANY);
        many.print("%,d pages".formatted(HOSTS * MANY));
        many.less(few).print("%,d pages more".formatted(HOSTS * (MANY - FEW)));
      }
    }
  }

  private Costs costs(KafkaBroker broker, String name, int pages) throws Exception {
    Path place = Files.createDirectory(temporary.resolve(name));
    Duration alone = alone(place, pages);
    Duration before = broker.used();
    Duration worker = cluster(place, broker, name, pages);
    return new Costs(alone, worker, broker.used().minus(before));
  }

  private static String[] options(ManyHosts web, Stream<String> more) {
    Stream<String> all =
        Stream.of(
            web.root(),
            "--lenient",
            "--allow-private",
            "--delay",
            "0",
            "--per-host",
            "4",
            "--per-ip",
            "1000",
            "--no-adapt");
    return Stream.concat(all, more).toArray(String[]::new);
  }

  private static Duration alone(Path place, int pages) throws Exception {
    try (var web = new ManyHosts(HOSTS, pages);
        var one = new Workers(place, "", web.names(place), "").withAllCompilers()) {
      Worker alone = one.crawlAlone(place.resolve("one.crawl"), options(web, Stream.empty()));
      Duration used = alone.awaitCounting(PATIENCE_SECONDS);
      assertEquals(List.of(), web.missing());
      return used;
    }
  }

  private static Duration cluster(Path place, KafkaBroker broker, String crawl, int pages)
      throws Exception {
    try (var web = new ManyHosts(HOSTS, pages);
        var workers =
            new Workers(place, broker.bootstrap(), web.names(place), crawl).withAllCompilers()) {
      String[] asked =
          Stream.concat(Stream.of(crawl), Stream.of(options(web, Stream.of("--partitions=6"))))
              .toArray(String[]::new);
      workers.tell("crawl", asked);
      Duration used = workers.start().awaitCounting(PATIENCE_SECONDS);
      assertEquals(List.of(), web.missing());
      restore(workers);
      return used;
    }
  }

  /** Another worker, with nothing on its disk, has the rows of all shards restored. */
  private static void restore(Workers workers) throws Exception {
    long begin = System.nanoTime();
    Worker other = workers.start();
    other.awaitCounting(PATIENCE_SECONDS);
    System.out.printf(
        "cluster: another worker restores all rows and finds that all is done in %d ms%n",
        (System.nanoTime() - begin) / 1_000_000);
  }
}
