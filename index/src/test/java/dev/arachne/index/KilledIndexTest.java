package dev.arachne.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A crawl whose index is made while it runs; its process is killed at random moments and started
 * again until it is done. After each kill the index has what the ledger says up to the position
 * that the index has; at the end it has all of it, links included. The number of kills is that of a
 * build; for the whole proof: {@code -Darachne.kills=200}.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class KilledIndexTest {
  private static final int KILLS = Integer.getInteger("arachne.kills", 8);
  private static final int KILLS_OF_A_CRAWL = 4;
  private static final long SEED = Long.getLong("arachne.kill.seed", System.nanoTime());

  /** More than two commits of the index. */
  private static final int PAGES = 5_000;

  /** The last part of a crawl's kills meets the index after the last page was fetched. */
  private static final int AFTER_PAGES_MILLIS = 2_000;

  @TempDir Path temporary;

  private final Random random = new Random(SEED);

  @Test
  void theIndexIsThatOfTheLedgerHoweverOftenItsProcessIsKilled() throws Exception {
    int killed = 0;
    int begun = 0;
    while (killed < KILLS) {
      killed += crawl(Math.min(KILLS_OF_A_CRAWL, KILLS - killed));
      begun++;
    }
    System.out.printf("killed: %d crawls, %d kills%n", begun, killed);
  }

  private int crawl(int kills) throws Exception {
    Path kept = Files.createTempDirectory(temporary, "crawl").resolve("kept");
    int killed = 0;
    try (TestWeb web = TestWeb.serve(new LinkedPages(PAGES, 300, 6, SEED))) {
      while (killed < kills) {
        Process process = start(web.url("/"), kept);
        if (!reaches(process, web)) {
          assertEnded(process);
          break;
        }
        process.destroyForcibly().waitFor();
        killed++;
        assertIndexIsOfLedger(kept, IndexContents.Links.IGNORED);
      }
      Process process = start(web.url("/"), kept);
      assertTrue(process.waitFor(5, TimeUnit.MINUTES));
      assertEnded(process);
    }
    IndexContents whole = assertIndexIsOfLedger(kept, IndexContents.Links.COUNTED);
    assertEquals(PAGES, whole.pages().size(), "seed " + SEED);
    try (CrawlSearch search = CrawlSearch.open(kept)) {
      String last = "page " + (PAGES - 1);
      SearchHit hit = search.search(SearchQuery.of("\"" + last + "\"")).hits().getFirst();
      assertTrue(hit.url().endsWith(LinkedPages.path(PAGES - 1)), hit.url());
    }
    return killed;
  }

  /** Waits until some more pages were asked for, or, when all were, some time; false if it ends. */
  private boolean reaches(Process process, TestWeb web) throws InterruptedException {
    long now = web.requestCount();
    if (now >= PAGES || random.nextInt(5) == 0) {
      return !process.waitFor(random.nextInt(AFTER_PAGES_MILLIS), TimeUnit.MILLISECONDS);
    }
    long goal = now + random.nextLong(1 + PAGES - now);
    while (web.requestCount() < goal) {
      if (process.waitFor(1, TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return process.isAlive();
  }

  private static IndexContents assertIndexIsOfLedger(Path kept, IndexContents.Links links)
      throws Exception {
    if (!Files.isDirectory(PageIndex.directory(kept))) {
      return new IndexContents(0, Map.of()); // Killed before it had begun.
    }
    IndexContents index = IndexContents.of(kept, links);
    IndexContents expected = IndexContents.expected(kept, index.position(), links);
    assertEquals(expected, index, "seed " + SEED);
    return index;
  }

  private static void assertEnded(Process process) throws IOException {
    String output = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.exitValue(), output + " seed " + SEED);
  }

  private static Process start(String root, Path kept) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens",
            "java.base/java.lang=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            IndexedProcess.class.getName(),
            root,
            kept.toString())
        .redirectErrorStream(true)
        .start();
  }
}
