package dev.arachne.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.crawl.Crawl;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SearchIndex;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestEmbeddings;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The vectors of an index are made by processes that are killed while the model is asked, each at
 * some request. After each kill a page has all of its vectors or none, and the index has all its
 * pages; at the end each page has its vectors. More: {@code -Darachne.kills=200}.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS)
class KilledVectorsTest {
  private static final int KILLS = Integer.getInteger("arachne.kills", 6);
  private static final long SEED = Long.getLong("arachne.kill.seed", System.nanoTime());
  private static final int PAGES = 3_000;

  @TempDir Path temporary;

  @Test
  void aPageHasAllItsVectorsOrNoneHoweverOftenTheyAreKilled() throws Exception {
    var random = new Random(SEED);
    Path kept = temporary.resolve("kept");
    try (TestWeb web = TestWeb.serve(new LinkedPages(PAGES, 300, 6, SEED))) {
      new Crawl(
              CrawlOptions.crawlOf(web.url("/"))
                  .directory(kept)
                  .tasks(20)
                  .index(SearchIndex.PAGES)
                  .build())
          .run();
    }
    int with = 0;
    int killed = 0;
    try (TestEmbeddings model = TestEmbeddings.serve(Map.of(), 8)) {
      while (killed < KILLS && with < PAGES) {
        var reached = new CountDownLatch(1);
        int goal = model.requestCount() + 1 + random.nextInt(60);
        model.script((request, _) -> {
          if (request >= goal) {
            reached.countDown();
          }
          return Optional.empty();
        });
        Process process = start(kept, model.url());
        while (!reached.await(20, TimeUnit.MILLISECONDS) && process.isAlive()) {}
        process.destroyForcibly().waitFor();
        killed++;
        if (Files.isDirectory(PageIndex.directory(kept))) {
          VectorContents now = VectorContents.of(kept, model);
          assertEquals(PAGES, now.pages(), "seed " + SEED);
          assertTrue(now.withVectors() >= with, "seed " + SEED);
          with = now.withVectors();
        }
      }
      model.script((_, _) -> Optional.empty());
      Process last = start(kept, model.url());
      String output = new String(last.getInputStream().readAllBytes());
      assertEquals(0, last.waitFor(), output + " seed " + SEED);
      assertEquals(new VectorContents(PAGES, PAGES), VectorContents.of(kept, model));
      IndexContents index = IndexContents.of(kept, IndexContents.Links.COUNTED);
      assertEquals(
          IndexContents.expected(kept, index.position(), IndexContents.Links.COUNTED), index);
    }
    System.out.printf("vectors: %d kills, %d pages had theirs before the last run%n", killed, with);
  }

  private static Process start(Path kept, String url) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            VectorProcess.class.getName(),
            kept.toString(),
            url)
        .redirectErrorStream(true)
        .start();
  }
}
