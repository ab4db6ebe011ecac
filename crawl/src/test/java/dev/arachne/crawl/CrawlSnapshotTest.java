package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.hang;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.crawl.CrawlSnapshot.Detail;
import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.report.CrawlReport;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is seen of a crawl that runs. */
class CrawlSnapshotTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path temporary;

  private static TestWeb web() {
    return TestWeb.serve(
        TestSite.of(
            route("/", html("<a href=/slow>s</a><a href=/slow2>t</a><a href=/missing>m</a>")),
            route("/slow", hang()),
            route("/slow2", hang())));
  }

  private static CrawlSnapshot awaitFetched(CrawlHandle crawl, int fetched) {
    while (true) {
      CrawlSnapshot now = crawl.snapshot(Detail.ALL).orElse(null);
      if (now != null && now.counts().fetched() == fetched && now.counts().inFlight() == 2) {
        return crawl.snapshot(Detail.ALL).orElseThrow(); // Hosts are a moment older than sums.
      }
      Thread.onSpinWait();
    }
  }

  private CrawlHandle started(TestWeb web) throws Exception {
    return new Crawl(
            crawlOf(web.url("/"))
                .robots(RobotsPolicy.IGNORE)
                .sitemaps(SitemapPolicy.IGNORE)
                .directory(temporary.resolve("kept.crawl"))
                .build())
        .start();
  }

  @Test
  void itHasTheSumsTheHostsAndWhatIsInFlight() throws Exception {
    try (TestWeb web = web()) {
      CrawlHandle crawl = started(web);
      web.awaitRequests(4, PATIENCE);
      CrawlSnapshot now = awaitFetched(crawl, 2);
      assertEquals(
          now.counts().discovered(), now.counts().decided() + now.counts().pending(), "its sums");
      assertEquals(now.counts().fetched(), now.report().answered());
      assertEquals(
          List.of("/slow", "/slow2"),
          now.inFlight().stream().map(url -> url.url().pathAndQuery()).sorted().toList());
      assertEquals(1, now.hosts().hosts().size());
      assertEquals(2, now.hosts().hosts().getFirst().inFlight());
      CrawlSnapshot sums = crawl.snapshot(Detail.SUMS).orElseThrow();
      assertTrue(sums.hosts().hosts().isEmpty() && sums.inFlight().isEmpty());
      crawl.stop();
      crawl.await();
      assertTrue(crawl.snapshot(Detail.ALL).isEmpty(), "it is over");
    }
  }

  @Test
  void itsLedgerIsReadInPartsWhileItRuns() throws Exception {
    try (TestWeb web = web()) {
      Crawl crawl =
          new Crawl(
              crawlOf(web.url("/"))
                  .robots(RobotsPolicy.IGNORE)
                  .sitemaps(SitemapPolicy.IGNORE)
                  .directory(temporary.resolve("kept.crawl"))
                  .build());
      assertTrue(crawl.ledger(0, 10).isEmpty(), "it has not begun");
      CrawlHandle handle = crawl.start();
      web.awaitRequests(4, PATIENCE);
      awaitFetched(handle, 2);
      List<CommittedEntry> read = new ArrayList<>();
      for (List<CommittedEntry> some = crawl.ledger(0, 2);
          !some.isEmpty();
          some = crawl.ledger(read.size(), 2)) {
        assertFalse(some.size() > 2);
        read.addAll(some);
      }
      assertEquals(
          4, read.stream().filter(each -> each.entry() instanceof LedgerEntry.Found).count());
      assertEquals(
          2, read.stream().filter(each -> each.entry() instanceof LedgerEntry.Decided).count());
      handle.stop();
      handle.await();
    }
  }

  private Crawl crawl(TestWeb web, String directory) throws Exception {
    return new Crawl(
        crawlOf(web.url("/"))
            .robots(RobotsPolicy.IGNORE)
            .sitemaps(SitemapPolicy.IGNORE)
            .directory(temporary.resolve(directory))
            .build());
  }

  @Test
  void itsEndIsKeptForThoseWhoWatchedIt() throws Exception {
    try (TestWeb web = web()) {
      Crawl crawl = crawl(web, "watched.crawl");
      CrawlHandle handle = crawl.start();
      web.awaitRequests(4, PATIENCE);
      awaitFetched(handle, 2);
      assertTrue(crawl.end().isEmpty(), "it runs");
      handle.stop();
      CrawlReport report = handle.await();
      CrawlSnapshot end = crawl.end().orElseThrow();
      assertEquals(report, end.report());
      assertEquals(2, end.counts().fetched());
      assertEquals(2, end.counts().pending());
      assertEquals(2, end.progress().pages());
      assertEquals(1, end.hosts().hosts().size(), "it has URLs to do");
      assertTrue(end.inFlight().isEmpty());
    }
  }

  @Test
  void theEndOfAnUnwatchedCrawlIsNotKept() throws Exception {
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", html("a page"))))) {
      Crawl crawl = crawl(web, "unseen.crawl");
      crawl.run();
      assertTrue(crawl.end().isEmpty());
    }
  }
}
