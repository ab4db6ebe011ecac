package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.ledger.Verdict;
import dev.arachne.options.CrawlOptions;
import dev.arachne.pace.Throttling;
import dev.arachne.report.CrawlReport;
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

/** Page handlers that wait, as many as there are tasks. */
@Timeout(30)
class BlockingHandlersTest {
  private static final int PAGES = 40;
  private static final int MISSING = 60;

  private static final int TASKS = 64;

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

  /** Without places that are given up, or threads enough, the other host would never be done. */
  @Test
  void otherHostsContinueWhileHandlersOfOneHostHoldAllTasks() throws Exception {
    try (TestWeb slow = pages(TASKS);
        TestWeb quick = pages(PAGES)) {
      var held = new CountDownLatch(TASKS);
      var quickPages = new CountDownLatch(PAGES);
      CrawlOptions options =
          crawlOf(slow.url("/"), quick.url("/"))
              .tasks(TASKS)
              .perHost(TASKS)
              .perAddress(2 * TASKS)
              .throttling(Throttling.FIXED)
              .build();
      CrawlReport report =
          new Crawl(options)
              .process(page -> {
                boolean isSlow = page.url().toString().startsWith(slow.url("/"));
                if (page.depth() == 0 && !isSlow) {
                  held.await();
                } else if (page.depth() > 0 && isSlow) {
                  held.countDown();
                  quickPages.await();
                } else if (page.depth() > 0) {
                  quickPages.countDown();
                }
              })
              .run();
      assertEquals(2 + TASKS + PAGES, report.answered());
    }
  }

  private static TestWeb pages(int count) {
    List<Route> routes = new ArrayList<>();
    var front = new StringBuilder();
    for (int i = 0; i < count; i++) {
      front.append("<a href=/page").append(i).append(">page</a>");
      routes.add(route("/page" + i, html("page")));
    }
    routes.add(route("/", html(front.toString())));
    return TestWeb.serve(TestSite.of(routes.toArray(Route[]::new)));
  }

  @Test
  void commitsAndOutputsContinueWhileAllHandlersBlock() throws Exception {
    try (TestWeb web = site()) {
      var missing = new CountDownLatch(MISSING);
      CrawlOptions options =
          crawlOf(web.url("/"))
              .tasks(64)
              .throttling(Throttling.FIXED)
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
      var together = new CyclicBarrier(PAGES);
      var handled = new AtomicInteger();
      CrawlReport report =
          new Crawl(crawlOf(web.url("/")).tasks(64).throttling(Throttling.FIXED).build())
              .process(page -> {
                if (page.depth() > 0) {
                  int number = handled.incrementAndGet();
                  together.await();
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
