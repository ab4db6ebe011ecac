package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.cluster.Workers.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Workers as processes beside real brokers, and many hosts, whose servers see by their own clock
 * when they are asked. The large web: {@code -Darachne.cluster.hosts=300
 * -Darachne.cluster.pages=30}.
 */
abstract class ClusterScene {
  static final int HOSTS = Integer.getInteger("arachne.cluster.hosts", 40);
  private static final int PAGES = Integer.getInteger("arachne.cluster.pages", 20);
  static final int SHARDS = 6;
  private static final Duration DELAY = Duration.ofMillis(500);

  /** Of a request on its way. */
  private static final Duration TOLERANCE = Duration.ofMillis(5);

  /** Enough for a fault to take its time, and for the rest of the crawl. */
  private static final int PATIENCE_SECONDS = 120;

  @TempDir Path temporary;

  ManyHosts web;
  Workers workers;
  String crawl;

  /** Where the brokers are. */
  abstract String bootstrap();

  @BeforeEach
  void open(TestInfo test) throws Exception {
    web = new ManyHosts(HOSTS, PAGES);
    crawl = test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT);
    workers = new Workers(temporary, bootstrap(), web.names(temporary), crawl);
  }

  @AfterEach
  void close() throws Exception {
    workers.close();
    web.close();
  }

  /** The options of a crawl that is as fast as its delay allows, and more of them. */
  String[] options(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                web.root(),
                "--lenient",
                "--allow-private",
                "--delay",
                DELAY.toMillis() + "ms",
                "--per-ip",
                "1000",
                "--no-adapt"));
    all.addAll(Arrays.asList(more));
    return all.toArray(String[]::new);
  }

  /** Has workers crawl the web. */
  void order(String... more) {
    List<String> all = new ArrayList<>(List.of(crawl));
    all.addAll(List.of(options(more)));
    all.add("--partitions=" + SHARDS);
    workers.tell("crawl", all.toArray(String[]::new));
  }

  /** A part of the pages is fetched, and much is under way. */
  void awaitMiddle() throws InterruptedException {
    web.await(web.size() / 4);
  }

  /** A worker has so many shards. */
  void awaitShards(String worker, int shards) {
    boolean has = false;
    for (long end = System.nanoTime() + Duration.ofMinutes(1).toNanos(); !has; ) {
      JsonNode status = new ObjectMapper().readTree(workers.tell("status", crawl, "--json"));
      has =
          status
              .get("workers")
              .valueStream()
              .anyMatch(its ->
                  its.get("name").asString().equals(worker) && its.get("shards").asInt() == shards);
      assertTrue(System.nanoTime() < end, status::toString);
    }
  }

  void awaitOver(Worker... alive) throws Exception {
    awaitOver(PATIENCE_SECONDS, alive);
  }

  void awaitOver(int seconds, Worker... alive) throws Exception {
    for (Worker worker : alive) {
      try {
        assertEquals(0, worker.await(seconds), worker::output);
      } catch (AssertionError e) {
        throw new AssertionError(workers.control(), e);
      }
    }
  }

  /** All pages were fetched, no gap was too short, and the ledgers say the same. */
  void assertWholeAndPolite(String what) {
    Map<String, Integer> repeated = web.repeated();
    System.out.printf(
        "cluster: %s: %,d of %,d pages, %d repeated, smallest gap %d ms%n",
        what,
        web.asked().size(),
        web.size(),
        repeated.values().stream().mapToInt(Integer::intValue).sum(),
        web.smallestGap().toMillis());
    assertEquals(
        List.of(), web.missing(), () -> workers.run("why", web.missing().getFirst(), crawl).text());
    Workers.Result audit = workers.run("audit", crawl);
    assertEquals(0, audit.code(), audit::text);
    assertEquals(List.of(), web.gapsBelow(DELAY.minus(TOLERANCE)), audit::text);
  }

  /** Requests that were in flight are repeated once, and no others. */
  void assertFewRepeated() {
    Map<String, Integer> repeated = web.repeated();
    assertTrue(repeated.size() <= HOSTS, repeated::toString);
    assertTrue(repeated.values().stream().allMatch(times -> times == 1), repeated::toString);
  }
}
