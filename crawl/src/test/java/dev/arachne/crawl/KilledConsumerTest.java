package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.store.DiskStore;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A crawl with a consumer of its ledger that is slower than it; its process is killed at random
 * moments and started again until both are done. The number of kills is that of a build; for the
 * whole proof:
 *
 * <pre>
 * mvn -pl crawl -am verify -Dtest=KilledConsumerTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Darachne.kills=200
 * </pre>
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class KilledConsumerTest {
  private static final int KILLS = Integer.getInteger("arachne.kills", 8);
  private static final int KILLS_OF_A_CRAWL = 4;
  private static final long SEED = Long.getLong("arachne.kill.seed", System.nanoTime());

  private static final int PAGES = 1_000;

  @TempDir Path temporary;

  private final Random random = new Random(SEED);
  private long mostBehind;

  @Test
  void aSlowConsumerHasEachPageOnceHoweverOftenItsProcessIsKilled() throws Exception {
    int killed = 0;
    int crawls = 0;
    for (; killed < KILLS; crawls++) {
      killed += crawl(Math.min(KILLS_OF_A_CRAWL, KILLS - killed));
    }
    System.out.printf(
        "killed: %d crawls, %d kills, the consumer up to %,d pages behind%n",
        crawls, killed, mostBehind);
    assertTrue(mostBehind > 0, "the consumer was never behind");
  }

  /** Crawls with at most {@code kills} kills; returns how many there were. */
  private int crawl(int kills) throws Exception {
    Path kept = Files.createTempDirectory(temporary, "crawl").resolve("kept");
    Path index = kept.resolveSibling("index");
    int killed = 0;
    try (TestWeb web = TestWeb.serve(new LinkedPages(PAGES, 300, 6, SEED))) {
      for (; killed < kills; killed++) {
        Process process = start(web.url("/"), kept, index);
        if (!reaches(process, index, random.nextInt(2 * PAGES / kills))) {
          assertEnded(process);
          break;
        }
        process.destroyForcibly().waitFor();
        mostBehind = Math.max(mostBehind, web.requestCount() - lines(index));
      }
      Process process = start(web.url("/"), kept, index);
      assertTrue(process.waitFor(2, TimeUnit.MINUTES));
      assertEnded(process);
    }
    List<String> decided = decided(kept.resolve("store"));
    assertEquals(PAGES, decided.size(), "seed " + SEED);
    assertEquals(decided, Files.readAllLines(index), "seed " + SEED);
    return killed;
  }

  private static void assertEnded(Process process) throws IOException {
    String output = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.exitValue(), output + " seed " + SEED);
  }

  /** Waits until the index has so many more lines; false if the process ends before. */
  private static boolean reaches(Process process, Path index, int more) throws Exception {
    long goal = lines(index) + more;
    while (lines(index) < goal) {
      if (process.waitFor(1, TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return process.isAlive();
  }

  private static long lines(Path index) throws IOException {
    if (!Files.exists(index)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(index)) {
      return lines.count();
    }
  }

  /** The lines that the index is to have, by the ledger. */
  private static List<String> decided(Path rows) {
    List<String> decided = new ArrayList<>();
    try (DiskStore store = DiskStore.openToRead(rows, 8 << 20)) {
      Ledger ledger = Ledger.of(store);
      ledger.read((entry, position) -> {
        if (entry instanceof LedgerEntry.Decided its) {
          decided.add(position + " " + ledger.found(its.found()).url().path());
        }
      });
    }
    return decided;
  }

  private static Process start(String root, Path kept, Path index) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens",
            "java.base/java.lang=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            IndexedCrawl.class.getName(),
            root,
            kept.toString(),
            index.toString())
        .redirectErrorStream(true)
        .start();
  }
}
