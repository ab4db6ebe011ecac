package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.cluster.Workers.Worker;
import dev.arachne.directory.DecidedUrls;
import dev.arachne.ledger.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A crawl that begins on one machine and is continued by workers, beside a real broker. */
@Timeout(300)
class ImportedCrawlTest {
  private static final int HOSTS = 20;
  private static final int PAGES = 15;
  private static final int SHARDS = 6;
  private static final String CRAWL = "imported";
  private static final Duration DELAY = Duration.ofMillis(500);

  /** Of a request on its way. */
  private static final Duration TOLERANCE = Duration.ofMillis(5);

  @TempDir private static Path shared;

  @TempDir private Path temporary;

  private static KafkaBroker broker;
  private ManyHosts web;
  private Workers workers;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.start(shared.resolve("broker"));
  }

  @AfterAll
  static void stopBroker() throws Exception {
    broker.close();
  }

  @BeforeEach
  void begin() throws Exception {
    web = new ManyHosts(HOSTS, PAGES);
    workers = new Workers(temporary, broker.bootstrap(), web.names(temporary), CRAWL);
  }

  @AfterEach
  void end() throws Exception {
    workers.close();
    web.close();
  }

  private Worker crawlAlone(Path kept) throws Exception {
    return workers.crawlAlone(
        kept,
        web.root(),
        "--lenient",
        "--allow-private",
        "--delay",
        "500ms",
        "--per-ip",
        "1000",
        "--no-adapt",
        "-o",
        temporary.resolve("pages.jsonl").toString());
  }

  private static Map<String, Verdict> verdicts(Path kept) throws Exception {
    var verdicts = new TreeMap<String, Verdict>();
    DecidedUrls.read(kept, it -> verdicts.put(it.discovery().url().toString(), it));
    return verdicts;
  }

  private void assertRefused(String word, String... arguments) {
    Workers.Result refused = workers.run("import", arguments);
    assertEquals(2, refused.code(), refused::text);
    assertEquals(1, refused.text().lines().count(), refused::text);
    assertTrue(refused.text().contains(word), refused::text);
  }

  @Test
  void aCrawlThatWasKilledOnOneMachineIsContinuedByWorkers() throws Exception {
    Path kept = temporary.resolve("one.crawl");
    String partitions = "--partitions=" + SHARDS;
    Worker alone = crawlAlone(kept);
    web.await(web.size() / 3);
    assertRefused("crawls there", CRAWL, kept.toString(), partitions);
    alone.signal("KILL");
    alone.await(10);
    Map<String, Verdict> before = verdicts(kept);
    int asked = web.asked().size();

    String told = workers.tell("import", CRAWL, kept.toString(), partitions);
    assertTrue(told.contains("--output is left out"), told);
    assertRefused("exists already", CRAWL, kept.toString());
    Worker[] two = {workers.start(), workers.start()};
    for (Worker worker : two) {
      assertEquals(0, worker.await(120), worker::output);
    }

    assertEquals(List.of(), web.missing());
    assertEquals(List.of(), web.gapsBelow(DELAY.minus(TOLERANCE)));
    assertTrue(asked > web.size() / 4 && asked < web.size(), () -> "asked before: " + asked);
    Map<String, Integer> repeated = web.repeated();
    assertTrue(repeated.size() <= HOSTS, repeated::toString);
    assertTrue(repeated.values().stream().allMatch(times -> times == 1), repeated::toString);
    Workers.Result audit = workers.run("audit", CRAWL);
    assertEquals(0, audit.code(), audit::text);

    Path exported = temporary.resolve("exported");
    workers.tell("export", CRAWL, exported.toString());
    var after = new TreeMap<String, Verdict>();
    for (int shard = 0; shard < SHARDS; shard++) {
      verdicts(exported.resolve("shard-" + shard))
          .forEach((url, verdict) -> assertEquals(null, after.put(url, verdict), url));
    }
    List<String> changed = new ArrayList<>();
    before.forEach((url, verdict) -> {
      if (!verdict.equals(after.get(url))) {
        changed.add(url);
      }
    });
    assertEquals(List.of(), changed);
    long pages =
        after.values().stream().filter(it -> it.disposition().toString().contains("200")).count();
    assertEquals(web.size(), pages);
    String lines = workers.tell("status", CRAWL);
    assertTrue(lines.contains("over, 6 shards"), lines);
    assertTrue(Files.exists(kept), "it is only read");
  }
}
