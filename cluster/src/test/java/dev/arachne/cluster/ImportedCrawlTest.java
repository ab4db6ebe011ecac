package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.cluster.Workers.Worker;
import dev.arachne.directory.DecidedUrls;
import dev.arachne.ledger.Disposition.Done;
import dev.arachne.ledger.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A crawl that begins on one machine and is continued by workers. */
@Timeout(300)
class ImportedCrawlTest extends OneBrokerScene {
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

  /** An import that dies before its order. */
  private void beginToImport(Path kept) throws Exception {
    var topics = Topics.of(crawl);
    try (var brokers = Brokers.at(bootstrap())) {
      brokers.make(topics.toMake(SHARDS, 1));
      brokers.make(List.of(topics.toFill(SHARDS, 1)));
    }
    new RowsImport(topics, WorkerOptions.client(bootstrap())).write(kept, SHARDS);
  }

  @Test
  void aCrawlThatWasKilledOnOneMachineIsContinuedByWorkers() throws Exception {
    Path kept = temporary.resolve("one.crawl");
    String partitions = "--partitions=" + SHARDS;
    Path lines = temporary.resolve("pages.jsonl");
    Worker alone = workers.crawlAlone(kept, options("-o", lines.toString()));
    awaitMiddle();
    assertRefused("crawls there", crawl, kept.toString(), partitions);
    alone.signal("KILL");
    alone.await(10);
    Map<String, Verdict> before = verdicts(kept);
    int asked = web.asked().size();

    beginToImport(kept);
    String told = workers.tell("import", crawl, kept.toString(), partitions);
    assertTrue(told.contains("--output is left out"), told);
    assertRefused("exists already", crawl, kept.toString());
    Worker[] two = {workers.start(), workers.start()};
    awaitOver(two);
    assertWholeAndPolite("kill -9 of a crawl on one machine, import");
    assertFewRepeated();
    assertTrue(asked < web.size(), () -> "asked before: " + asked);

    Path exported = temporary.resolve("exported");
    workers.tell("export", crawl, exported.toString());
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
        after.values().stream().map(Verdict::disposition).filter(Done.class::isInstance).count();
    assertEquals(web.size(), pages);
    assertEquals(before, verdicts(kept), "it is only read");
  }
}
