package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.testkit.RandomSeeds;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayDeque;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Crawls that visit some pages again, and whose process dies again and again, in a simulated world:
 * killed, or by a power cut which takes what was not synced. Requests fail, the disk is full at
 * times. After each commit the counts are those of the ledger's entries. The large run:
 *
 * <pre>
 * mvn -pl frontier -am verify -Dtest=SimulatedCrashTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Darachne.simulated.crashes=10000
 * </pre>
 */
class SimulatedCrashTest {
  private static final int SEEDS = Integer.getInteger("arachne.simulated.crashes", 500);
  private static final int MOST_CRASHES = 6;

  @Test
  void theSamePagesAreFetchedAndDecidedOnceAfterAnyKill() {
    var fetched = new TreeSet<String>();
    var discovered = new TreeSet<String>();
    undisturbed(fetched, discovered);
    int[] crashes = {0};
    int[] repeats = {0};
    int[] revisits = {0};
    RandomSeeds.forEach(
        SEEDS,
        seed -> {
          var crawl = new CrashingCrawl(seed, MOST_CRASHES);
          crawl.run();
          assertEquals(fetched, crawl.fetched());
          assertEquals(discovered, crawl.decided());
          assertEquals(discovered, once(crawl.lines(OutputRecord.LINES)));
          assertEquals(fetched, once(crawl.lines(CrashingCrawl.FETCHED)));
          revisits[0] += crawl.revisits();
          if (crawl.hasReader()) {
            assertEquals(crawl.ledger(), crawl.read());
          }
          assertTrue(
              crawl.repeats() <= crawl.repeatsAllowed(),
              crawl.repeats() + " repeats of " + crawl.repeatsAllowed());
          crashes[0] += crawl.crashes();
          repeats[0] += crawl.repeats();
        });
    assertTrue(crashes[0] > SEEDS, crashes[0] + " crashes");
    assertTrue(repeats[0] > 0, "nothing was ever in flight");
    assertTrue(revisits[0] > SEEDS, revisits[0] + " pages visited again");
    System.out.printf(
        "simulated: %,d crawls, %,d crashes, %,d pages fetched twice, %,d visited again%n",
        SEEDS, crashes[0], repeats[0], revisits[0]);
  }

  @Test
  void onlyExcludedUrlsAreNotFetchedAfterAnyChangesAndKills() {
    int[] changes = {0};
    int[] excluded = {0};
    RandomSeeds.forEach(
        SEEDS,
        seed -> {
          CrashingCrawl crawl = CrashingCrawl.changed(seed, MOST_CRASHES);
          crawl.run();
          TreeSet<String> left = crawl.excluded();
          var fetched = new TreeSet<String>();
          var discovered = new TreeSet<String>();
          walk(fetched, discovered, left);
          assertEquals(fetched, once(crawl.lines(CrashingCrawl.FETCHED)));
          assertEquals(discovered, crawl.decided());
          assertEquals(discovered, once(crawl.lines(OutputRecord.LINES)));
          assertTrue(crawl.repeats() <= crawl.repeatsAllowed(), "repeats");
          changes[0] += crawl.changes();
          excluded[0] += left.size();
        });
    assertTrue(changes[0] > SEEDS, changes[0] + " changes");
    assertTrue(excluded[0] > 0, "nothing was excluded to the end");
    System.out.printf(
        "simulated: %,d crawls, %,d changes, %,d URLs excluded to the end%n",
        SEEDS, changes[0], excluded[0]);
  }

  /** What a crawl that nothing happens to comes to, by a plain walk over the links. */
  static void undisturbed(TreeSet<String> fetched, TreeSet<String> discovered) {
    walk(fetched, discovered, new TreeSet<>());
  }

  private static void walk(
      TreeSet<String> fetched, TreeSet<String> discovered, TreeSet<String> excluded) {
    var queue = new ArrayDeque<CrawlUrl>();
    queue.add(CrashingCrawl.ROOT);
    discovered.add(CrashingCrawl.ROOT.toString());
    while (!queue.isEmpty()) {
      CrawlUrl page = queue.remove();
      if (!excluded.contains(page.toString()) && fetched.add(page.toString())) {
        for (Discovery link : CrashingCrawl.links(page)) {
          discovered.add(link.url().toString());
          if (link.rejection().isEmpty()) {
            queue.add(link.url());
          }
        }
      }
    }
  }

  private static TreeSet<String> once(Iterable<String> lines) {
    var set = new TreeSet<String>();
    lines.forEach(line -> assertTrue(set.add(line), "twice: " + line));
    return CrashingCrawl.urls(set);
  }
}
