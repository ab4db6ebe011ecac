package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.cluster.Workers.Worker;
import dev.arachne.testkit.JsonSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Workers as processes beside a real broker, and what befalls them, as the servers of many hosts
 * see it by their own clock. The large run: {@code -Darachne.cluster.hosts=300
 * -Darachne.cluster.pages=30}. What takes long by itself: {@code -Darachne.cluster.all=true}.
 */
@Timeout(300)
class ManyWorkersTest {
  private static final int HOSTS = Integer.getInteger("arachne.cluster.hosts", 40);
  private static final int PAGES = Integer.getInteger("arachne.cluster.pages", 20);
  private static final Duration DELAY = Duration.ofMillis(500);

  /** Of a request on its way. */
  private static final Duration TOLERANCE = Duration.ofMillis(5);

  /** Enough for what befalls a worker to take its time, and for the rest of the crawl. */
  private static final int PATIENCE_SECONDS = 120;

  @TempDir private static Path shared;

  @TempDir private Path temporary;

  private static KafkaBroker broker;
  private ManyHosts web;
  private Workers workers;
  private String crawl;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.start(shared.resolve("broker"));
  }

  @AfterAll
  static void stopBroker() throws Exception {
    broker.close();
  }

  @BeforeEach
  void begin(TestInfo test) throws Exception {
    web = new ManyHosts(HOSTS, PAGES);
    crawl = test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT);
    workers = new Workers(temporary, broker.bootstrap(), web.names(temporary), crawl);
    workers.tell(
        "crawl",
        crawl,
        web.root(),
        "--lenient",
        "--allow-private",
        "--delay",
        "500ms",
        "--per-ip",
        "1000",
        "--no-adapt",
        "--partitions",
        "6",
        "--warc");
  }

  @AfterEach
  void end() throws Exception {
    workers.close();
    web.close();
  }

  /** A part of the pages is fetched, and much is under way. */
  private void awaitMiddle() throws InterruptedException {
    web.await(web.size() / 4);
  }

  private void awaitOver(Worker... alive) throws Exception {
    for (Worker worker : alive) {
      assertEquals(0, worker.await(PATIENCE_SECONDS), worker::output);
    }
  }

  /** All pages were fetched, no gap was too short, and the ledgers say the same. */
  private void assertWholeAndPolite(String what) {
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

  @Test
  void allPagesAreFetchedOnceByThree() throws Exception {
    Worker[] three = {workers.start(), workers.start(), workers.start()};
    awaitOver(three);
    assertWholeAndPolite("calm");
    assertEquals(Map.of(), web.repeated());
    String status = workers.tell("status", crawl);
    assertTrue(status.contains("over, 6 shards"), status);
    JsonNode json = new ObjectMapper().readTree(workers.tell("status", crawl, "--json"));
    assertEquals(List.of(), JsonSchema.of("cluster-status").faults(json), json::toString);
    assertEquals("over", json.get("state").asString());
    for (String sum : List.of("shards", "fetched", "pending")) {
      long ofWorkers =
          json.get("workers").valueStream().mapToLong(its -> its.get(sum).asLong()).sum();
      assertEquals(json.get(sum).asLong(), ofWorkers, json::toString);
    }
    String why = workers.tell("why", web.root(), crawl);
    assertTrue(why.contains("200"), why);
    for (int worker = 0; worker < three.length; worker++) {
      assertEquals("", workers.faultsOfArchives(worker));
    }
    Workers.Result mistake = workers.run("status", "no-such-crawl");
    assertEquals(2, mistake.code());
    assertEquals(1, mistake.text().lines().count(), mistake::text);
  }

  @Test
  void requestsInFlightAtAKilledWorkerAreRepeatedOnce() throws Exception {
    Worker[] three = {workers.start(), workers.start(), workers.start()};
    awaitMiddle();
    three[1].signal("KILL");
    awaitOver(three[0], three[2]);
    assertWholeAndPolite("kill -9");
    assertTrue(web.repeated().size() <= HOSTS, () -> "" + web.repeated());
    assertTrue(web.repeated().values().stream().allMatch(times -> times == 1));
  }

  @Test
  @EnabledIfSystemProperty(named = "arachne.cluster.all", matches = "true")
  void aSuspendedWorkerSendsNothingBeforeItIsHeardAgain() throws Exception {
    Worker[] three = {workers.start(), workers.start(), workers.start()};
    awaitMiddle();
    three[1].signal("STOP");
    web.await(web.size() * 7 / 8); // More than the others have without its hosts.
    three[1].signal("CONT");
    awaitOver(three);
    assertWholeAndPolite("SIGSTOP, its hosts given to others, SIGCONT");
  }

  @Test
  void aWorkerThatIsAskedToLeaveLeavesNothingToRepeat() throws Exception {
    Worker[] three = {workers.start(), workers.start(), workers.start()};
    awaitMiddle();
    three[1].signal("TERM");
    assertEquals(143, three[1].await(60), three[1]::output);
    awaitOver(three[0], three[2]);
    assertWholeAndPolite("SIGTERM");
    assertEquals(Map.of(), web.repeated());
  }

  @Test
  void aWorkerThatJoinsIsGivenShards() throws Exception {
    Worker first = workers.start();
    awaitMiddle();
    Worker second = workers.start();
    awaitOver(first, second);
    assertWholeAndPolite("join");
    assertTrue(second.output().contains("has shard"), second::output);
  }

  @Test
  @EnabledIfSystemProperty(named = "arachne.cluster.all", matches = "true")
  void aBrokerThatDiesAndReturnsIsWaitedFor() throws Exception {
    Worker[] two = {workers.start(), workers.start()};
    awaitMiddle();
    broker.kill();
    broker.restart();
    awaitOver(two);
    assertWholeAndPolite("broker killed and restarted");
  }
}
