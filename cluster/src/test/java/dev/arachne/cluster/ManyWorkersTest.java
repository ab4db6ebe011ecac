package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.cluster.Workers.Worker;
import dev.arachne.testkit.JsonSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Faults of workers and of the only broker; all of them: {@code -Darachne.cluster.all=true}. */
@Timeout(300)
class ManyWorkersTest extends OneBrokerScene {
  /** For two standstills of a minute, and the rest of the crawl. */
  private static final int REPAIR_SECONDS = 240;

  @BeforeEach
  void begin() {
    order("--warc");
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
    long killed = System.nanoTime();
    awaitOver(three[0], three[2]);
    assertWholeAndPolite("kill -9");
    System.out.printf(
        "cluster: kill -9: longest pause of all hosts %d ms, the last host back after %d ms%n",
        web.longestPause(killed, Duration.ofSeconds(10)).toMillis(),
        web.allBackSince(killed).toMillis());
    assertFewRepeated();
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
    Instant started = Instant.now();
    Worker second = workers.start();
    awaitShards("w1", 3);
    System.out.printf(
        "cluster: join: half of the shards %d ms after the start of its process%n",
        Duration.between(started, second.lastGiven()).toMillis());
    awaitOver(first, second);
    assertWholeAndPolite("join");
    assertTrue(second.output().contains("has shard"), second::output);
  }

  @Test
  @EnabledIfSystemProperty(named = "arachne.cluster.all", matches = "true")
  void aBrokerThatIsStoppedAndReturnsIsWaitedFor() throws Exception {
    Worker[] two = {workers.start(), workers.start()};
    awaitMiddle();
    broker.stop();
    broker.restart();
    awaitOver(two);
    assertWholeAndPolite("broker stopped and restarted");
  }

  /** The broker itself may lose the end of a transaction, which the workers repair. */
  @Test
  @EnabledIfSystemProperty(named = "arachne.cluster.all", matches = "true")
  void aKilledOnlyBrokerCostsNoPage() throws Exception {
    Worker[] two = {workers.start(), workers.start()};
    awaitMiddle();
    broker.kill();
    broker.restart();
    awaitOver(REPAIR_SECONDS, two);
    assertWholeAndPolite("broker killed and restarted");
  }
}
