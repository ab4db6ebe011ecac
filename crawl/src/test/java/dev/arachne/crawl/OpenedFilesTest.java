package dev.arachne.crawl;

import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.report.StopReason;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a crawl, while others of the same process are opened and closed. */
final class OpenedFilesTest {
  private static final int CRAWLS = 30;
  private static final int THREADS = 4;

  @TempDir private Path temporary;

  /** The JDK has one lock for all of them. */
  @Test
  void aCrawlOpensItsFilesOffItsLoop() throws Exception {
    var isOver = new AtomicBoolean();
    List<Future<Boolean>> others = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < THREADS; i++) {
        Path file = temporary.resolve("other" + i);
        others.add(threads.submit(() -> openUntil(isOver, file)));
      }
      try {
        crawl();
      } finally {
        isOver.set(true);
      }
    }
    for (Future<Boolean> each : others) {
      assertTrue(each.get());
    }
  }

  private void crawl() throws Exception {
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", Reply.html("<title>t</title>"))))) {
      Path folder = Files.createDirectory(temporary.resolve("folder"));
      Files.writeString(folder.resolve("index.html"), "<title>t</title>");
      for (int i = 0; i < CRAWLS; i++) {
        CrawlOptions options =
            CrawlOptions.crawlOf(i % 2 == 0 ? web.url("/") : folder.toString())
                .sitemaps(SitemapPolicy.IGNORE)
                .directory(temporary.resolve(i + ".crawl"))
                .save(temporary.resolve(i + ".saved"))
                .pages(temporary.resolve(i + ".jsonl"))
                .build();
        for (int run = 0; run < 2; run++) {
          assertEquals(StopReason.NOTHING_LEFT, new Crawl(options).run().stopReason());
        }
      }
    }
  }

  private static boolean openUntil(AtomicBoolean isOver, Path file) throws Exception {
    while (!isOver.get()) {
      FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
    }
    return true;
  }
}
