package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.options.CrawlOptions;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each page's bytes, in the hands of several threads, are those that the server sent for it. */
class OwnBytesTest {
  private static final LinkedPages SITE = new LinkedPages(3_000, 50_000, 8, 7);

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void handlersGetTheBytesThatTheServerSent(int loops) throws Exception {
    var handled = new AtomicInteger();
    var wrong = new AtomicInteger();
    try (var web = TestWeb.plan().site(SITE).countOnly().start()) {
      var crawl = new Crawl(CrawlOptions.crawlOf(web.url("/")).tasks(20).loops(loops).build());
      for (int i = 0; i < 3; i++) {
        crawl.process(page -> {
          handled.incrementAndGet();
          byte[] sent = page(page.url().pathAndQuery());
          if (!Arrays.equals(sent, page.response().body())) {
            wrong.incrementAndGet();
          }
        });
      }
      crawl.run();
    }
    assertEquals(0, wrong.get(), "pages with another page's bytes");
    assertEquals(3 * SITE.pages(), handled.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void savedFilesHaveTheBytesThatTheServerSent(int loops) throws Exception {
    String host;
    try (var web = TestWeb.plan().site(SITE).countOnly().start()) {
      host = "127.0.0.1_" + web.port();
      new Crawl(CrawlOptions.crawlOf(web.url("/")).tasks(20).loops(loops).save(directory).build())
          .run();
    }
    int wrong = 0;
    for (int i = 0; i < SITE.pages(); i++) {
      Path file = directory.resolve(host + (i == 0 ? "/index.html" : LinkedPages.path(i)));
      assertTrue(Files.exists(file), file::toString);
      wrong += Arrays.equals(SITE.page(i), Files.readAllBytes(file)) ? 0 : 1;
    }
    assertEquals(0, wrong, "files with another page's bytes");
  }

  private static byte[] page(String path) {
    assertFalse(path.isEmpty());
    return path.equals("/")
        ? SITE.page(0)
        : SITE.page(
            Integer.parseInt(path, "/page/".length(), path.length() - ".html".length(), 10));
  }
}
