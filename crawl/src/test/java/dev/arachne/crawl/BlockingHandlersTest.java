package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.frontier.Tempo;
import dev.arachne.frontier.Verdict;
import dev.arachne.options.CrawlOptions;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Page handlers that take all the threads there are for them. */
@Timeout(30)
class BlockingHandlersTest {
  private static final int PAGES = 40;
  private static final int MISSING = 60;

  /** As many handlers as run at the same time. */
  private static final int HANDLERS = 32;

  @TempDir Path directory;

  /** A front page with links to pages and to missing ones. */
  private static TestWeb site() {
    List<Route> routes = new ArrayList<>();
    var front = new StringBuilder();
    for (int i = 0; i < PAGES; i++) {
      front.append("<a href=/page").append(i).append(">page</a>");
      routes.add(route("/page" + i, html("page")));
    }
    for (int i = 0; i < MISSING; i++) {
      front.append("<a href=/missing").append(i).append(">missing</a>");
    }
    routes.add(route("/", html(front.toString())));
    return TestWeb.serve(TestSite.of(routes.toArray(Route[]::new)));
  }

  @Test
  void commitsAndOutputsGoOnWhileAllHandlersBlock() throws Exception {
    try (TestWeb web = site()) {
      var missing = new CountDownLatch(MISSING);
      CrawlOptions options =
          crawlOf(web.url("/"))
              .tasks(64)
              .tempo(Tempo.FIXED)
              .directory(directory.resolve("kept"))
              .pages(directory.resolve("pages.jsonl"))
              .build();
      CrawlReport report =
          new Crawl(options)
              .process(page -> {
                if (page.depth() > 0) {
                  missing.await();
                }
              })
              .listen(
                  new CrawlListener() {
                    @Override
                    public void decided(Verdict verdict) {
                      if (verdict.discovery().url().path().startsWith("/missing")) {
                        missing.countDown();
                      }
                    }
                  })
              .run();
      assertEquals(1 + PAGES + MISSING, report.answered());
    }
  }

  @Test
  void aHandlerMayCrawlThoughAllOthersDoSo() throws Exception {
    try (TestWeb web = site()) {
      var together = new CyclicBarrier(HANDLERS);
      var handled = new AtomicInteger();
      CrawlReport report =
          new Crawl(crawlOf(web.url("/")).tasks(64).tempo(Tempo.FIXED).build())
              .process(page -> {
                if (page.depth() > 0) {
                  int number = handled.incrementAndGet();
                  if (number <= HANDLERS) {
                    together.await();
                  }
                  Path lines = directory.resolve(number + ".jsonl");
                  new Crawl(crawlOf(web.url("/missing0")).pages(lines).build()).run();
                }
              })
              .run();
      assertEquals(1 + PAGES + MISSING, report.answered());
      assertEquals(PAGES, handled.get());
    }
  }
}
