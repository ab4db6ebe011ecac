package org.example;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.CrawlHandle;
import dev.arachne.crawl.CrawlListener;
import dev.arachne.ledger.Verdict;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.report.CrawlProgress;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.StopReason;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestWeb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A crawl as a part of somebody else's program. */
class EmbeddedCrawlTest {
  @Test
  void crawlsThatRunAtTheSameTimeDoNotDisturbEachOther() throws Exception {
    try (TestWeb one = TestWeb.serve(new LinkedPages(300, 500, 4, 1));
        TestWeb other = TestWeb.serve(new LinkedPages(200, 500, 4, 2))) {
      CrawlHandle first = Crawl.of(one.url("/")).start();
      CrawlHandle second = Crawl.of(other.url("/")).start();
      assertEquals(300, first.await().statuses().get(200).count());
      assertEquals(200, second.await().statuses().get(200).count());
      assertTrue(first.isDone());
      assertTrue(first.progress().isEmpty());
    }
  }

  @Test
  void aCrawlThatWasStartedIsStopped() throws Exception {
    try (TestWeb web = TestWeb.serve(_ -> Reply.hang())) {
      CrawlHandle crawl = Crawl.of(web.url("/")).start();
      web.awaitRequests(1, Duration.ofSeconds(30));
      assertTrue(crawl.progress().isPresent());
      crawl.stop();
      assertEquals(StopReason.INTERRUPT, crawl.await().stopReason());
    }
  }

  @Test
  @Timeout(60)
  void aCrawlSaysWhichHostItWaitsFor() throws Exception {
    try (TestWeb web = TestWeb.serve(_ -> Reply.status(503))) {
      CrawlHandle crawl = Crawl.of(web.url("/")).start();
      web.awaitRequests(2, Duration.ofSeconds(30));
      Optional<String> waitingFor = Optional.empty();
      while (waitingFor.isEmpty()) {
        assertFalse(Thread.currentThread().isInterrupted(), "it does not say so");
        waitingFor = crawl.progress().flatMap(CrawlProgress::waitingFor);
      }
      assertEquals(
          web.url("").replaceFirst("/$", "") + ": robots.txt unreachable: status 503",
          waitingFor.get());
      crawl.stop();
      assertEquals(1, crawl.await().toDo());
    }
  }

  @Test
  void aCrawlThatCannotBeginIsAnErrorOfItsAwait() throws Exception {
    CrawlHandle crawl = Crawl.of("ftp://example.com/").start();
    assertThrows(UsageException.class, crawl::await);
    assertThrows(UsageException.class, crawl::await);
  }

  @Test
  void aCrawlIsStartedOnceAndFromAnyThread() throws Exception {
    try (TestWeb web = TestWeb.serve(new LinkedPages(20, 500, 4, 1));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<CrawlReport> crawling = () -> Crawl.of(web.url("/")).start().await();
      List<CrawlReport> reports = new ArrayList<>();
      for (var future : threads.invokeAll(List.of(crawling, crawling))) {
        reports.add(future.get());
      }
      reports.forEach(report -> assertEquals(20, report.statuses().get(200).count()));
      Crawl crawl = Crawl.of(web.url("/"));
      crawl.start().await();
      assertThrows(IllegalStateException.class, crawl::start);
    }
  }

  @Test
  void allListenersAreNotified() throws Exception {
    var told = new AtomicInteger();
    var listener =
        new CrawlListener() {
          @Override
          public void decided(Verdict verdict) {
            told.incrementAndGet();
          }
        };
    try (TestWeb web = TestWeb.serve(new LinkedPages(20, 500, 4, 1))) {
      new Crawl(crawlOf(web.url("/")).sitemaps(SitemapPolicy.IGNORE).build())
          .listen(listener)
          .listen(listener)
          .run();
    }
    assertEquals(40, told.get());
  }
}
