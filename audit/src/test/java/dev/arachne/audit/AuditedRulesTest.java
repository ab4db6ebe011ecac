package dev.arachne.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.FrontierOptions;
import dev.arachne.frontier.RulesVisit;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Ledger;
import dev.arachne.pace.Politeness;
import dev.arachne.robots.RobotsRecord;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.store.DiskStore;
import dev.arachne.url.CrawlUrl;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditedRulesTest {
  private static final int SITES = 200;
  private static final long MOST = 50_000;

  @TempDir Path temporary;

  @Test
  void theRulesOfAnyNumberOfSitesTakeBoundedMemory() throws Exception {
    Path directory = temporary.resolve("store");
    EventLoop.run("main", () -> write(directory));
    try (DiskStore store = DiskStore.openToRead(directory, 8 << 20)) {
      var rules = new AuditedRules(Ledger.of(store), MOST);
      for (int round = 0; round < 2; round++) {
        for (int site = 0; site < SITES; site++) {
          Optional<Duration> delay = rules.at(2 * site + 1).rules().crawlDelay("arachne");
          assertEquals(Optional.of(Duration.ofSeconds(site + 1)), delay);
          assertTrue(rules.bytes() <= MOST, rules.bytes() + " bytes");
        }
      }
    }
  }

  private static boolean write(Path directory) {
    EventLoop loop = EventLoop.current();
    DiskStore store =
        loop.offload("the store", () -> DiskStore.open(directory, 8 << 20), Deadline.NEVER);
    FrontierOptions options =
        FrontierOptions.DEFAULT.withPoliteness(Politeness.NONE.obeyingRobots());
    Frontier frontier = Frontier.open(loop, store, options, _ -> {});
    Task<?> commits = loop.spawn("frontier", frontier);
    for (int site = 0; site < SITES; site++) {
      String text = "User-agent: *\nCrawl-delay: " + (site + 1) + "\n# " + "x".repeat(1_000);
      byte[] row = RobotsRecord.answered(200, text.getBytes(StandardCharsets.UTF_8)).toBytes();
      frontier.offer(Discovery.root(CrawlUrl.of("http://h" + site + "/")));
      frontier.complete(
          Objects.requireNonNull(frontier.lease()),
          new RulesVisit(row, Optional.empty(), Duration.ofDays(1), List.of(), Optional.empty()));
    }
    frontier.close();
    commits.await();
    return true;
  }
}
