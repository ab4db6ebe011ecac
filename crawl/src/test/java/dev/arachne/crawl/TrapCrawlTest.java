package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.AuditReport;
import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.frontier.TrapPolicy;
import dev.arachne.ledger.Change;
import dev.arachne.ledger.DropReason;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.report.CrawlReport;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.testkit.TrapFreeSite;
import dev.arachne.testkit.TrapZoo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Crawls of a site of traps, and of sites without any. */
final class TrapCrawlTest {
  private static final Pattern IDLE = Pattern.compile("[ ,](\\w+) changes nothing");

  @TempDir Path temporary;

  private static CrawlOptions.Builder closing(TestWeb web) {
    return crawlOf(web.url("/")).traps(TrapPolicy.CLOSE);
  }

  /** The parameters that change nothing, as verdicts tell. */
  private static Set<String> idle(Collection<String> verdicts) {
    var idle = new TreeSet<String>();
    for (String verdict : verdicts) {
      Matcher names = IDLE.matcher(verdict);
      while (names.find()) {
        idle.add(names.group(1));
      }
    }
    return idle;
  }

  private static void assertFound(TrapZoo zoo, TestWeb web) {
    var missing = new TreeSet<>(zoo.realPages());
    missing.removeAll(zoo.found());
    int real = zoo.realPages().size();
    int fetches = web.targets().size();
    String sums =
        "%d fetches, %d real pages, of which %d are missing: %s"
            .formatted(fetches, real, missing.size(), missing);
    assertEquals(0, missing.size(), sums);
    assertTrue(10 * fetches <= 13 * real, sums);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 16})
  void theZooIsCrawledForItsRealPages(int atOnce) throws Exception {
    var zoo = new TrapZoo(300);
    try (TestWeb web = TestWeb.serve(zoo)) {
      TestCrawl crawl = TestCrawl.of(closing(web).perHost(atOnce));
      assertEquals(6, new TreeSet<>(crawl.dropped(DropReason.TRAP).values()).size());
      assertEquals(new TreeSet<>(TrapZoo.IDLE), idle(crawl.dropped(DropReason.SAME_PAGE).values()));
      assertFound(zoo, web);
    }
  }

  @Test
  void aCrawlOfManyProcessesDecidesTheSame() throws Exception {
    var zoo = new TrapZoo(300);
    try (TestWeb web = TestWeb.serve(zoo)) {
      Path directory = temporary.resolve("crawl");
      List<String> same = new ArrayList<>();
      for (int most = 25; most < 900; most += 25) {
        TestCrawl crawl = TestCrawl.of(closing(web).perHost(4).directory(directory).maxPages(most));
        same.addAll(crawl.dropped(DropReason.SAME_PAGE).values());
      }
      assertEquals(new TreeSet<>(TrapZoo.IDLE), idle(same));
      assertFound(zoo, web);
      assertEquals(web.targets().size(), new TreeSet<>(web.targets()).size());
      List<Violation> violations = new ArrayList<>();
      assertEquals(0, CrawlAudit.of(directory, violations::add).counts().pending());
      assertEquals(List.of(), violations);
    }
  }

  /** A wide trap of so many pages: each leads to two. */
  private static TestSite wide(int pages) {
    return TestSite.of(
        route("/", Reply.html("Welcome <a href=/wide/1>in</a>")),
        route(
            "/wide/*",
            request -> {
              int number = Integer.parseInt(request.target().substring("/wide/".length()));
              var links = new StringBuilder("There is nothing here.");
              for (int next = 2 * number; next <= 2 * number + 1 && next <= pages; next++) {
                links.append("<a href=/wide/%d>on</a>".formatted(next));
              }
              return Reply.html(links.toString());
            }),
        route("/robots.txt", Reply.status(404)));
  }

  private static long wideAsked(TestWeb web) {
    return web.targets().stream().filter(it -> it.startsWith("/wide/")).count();
  }

  private Tally audited(Path directory) throws Exception {
    List<Violation> violations = new ArrayList<>();
    AuditReport report = CrawlAudit.of(directory, violations::add);
    assertEquals(List.of(), violations);
    return new Tally(report.counts().skipped(), report.counts().pending());
  }

  private record Tally(long skipped, long pending) {}

  @Test
  void aTemplateThatIsOpenedByHandIsFetchedWholeAndEachPageOnce() throws Exception {
    int pages = 400;
    Path directory = temporary.resolve("crawl");
    try (TestWeb web = TestWeb.serve(wide(pages))) {
      CrawlReport closed = TestCrawl.of(closing(web).directory(directory)).report;
      assertEquals(
          "one of many that bring nothing new: /wide/#", closed.skipped().getFirst().reason());
      assertTrue(closed.skippedUrls() > 0 && wideAsked(web) < 40, () -> "" + wideAsked(web));
      var open = new Change.Open("/wide/#");
      var wrong = new Change.Open("/wild/#");
      var mistake =
          assertThrows(
              UsageException.class, () -> again(directory).beginWith(List.of(wrong)).run());
      assertEquals(
          "--tell: open=/wild/# opens nothing: of this crawl are closed, for example, /wide/#;"
              + " arachne why URL DIR tells the template of a URL",
          mistake.getMessage());
      CrawlReport opened = again(directory).beginWith(List.of(open)).run();
      assertEquals(Optional.empty(), opened.finishedBefore());
      assertEquals(0, opened.skippedUrls());
      assertTrue(opened.changes().getFirst().startsWith("change 1 (open=/wide/# at "));
      assertEquals(pages, wideAsked(web));
      assertEquals(web.targets().size(), new TreeSet<>(web.targets()).size());
      assertEquals(new Tally(0, 0), audited(directory));
      again(directory).run();
      assertEquals(pages, wideAsked(web), "nothing is left to do");
    }
  }

  private static Crawl again(Path directory) throws Exception {
    return new Crawl(
        CrawlOptions.recordedIn(directory).existing(ExistingCrawlPolicy.CHANGE).build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"disk", "memory"})
  void aTemplateThatIsOpenedWhileTheCrawlRunsIsNotClosedAgain(String store) throws Exception {
    int pages = 400;
    var gate = new CountDownLatch(1);
    TestSite wide = wide(pages);
    TestSite site =
        request -> {
          if (request.target().equals("/slow")) {
            await(gate);
          }
          return request.target().equals("/")
              ? Reply.html("Welcome <a href=/slow>slowly</a> <a href=/wide/1>in</a>")
              : wide.reply(request);
        };
    try (TestWeb web = TestWeb.serve(site)) {
      CrawlOptions.Builder options = closing(web).sitemaps(SitemapPolicy.IGNORE).perHost(2);
      Path directory = temporary.resolve("crawl");
      CrawlHandle crawl =
          new Crawl((store.equals("disk") ? options.directory(directory) : options).build())
              .start();
      while (!(crawl.change(new Change.Open("/wide/#")) instanceof Change.Made)) {
        Thread.onSpinWait(); // It is not closed yet.
      }
      web.awaitRequests(pages + 3, Duration.ofMinutes(2));
      gate.countDown();
      CrawlReport report = crawl.await();
      assertEquals(0, report.skippedUrls());
      assertEquals(pages, wideAsked(web));
      if (store.equals("disk")) {
        assertEquals(new Tally(0, 0), audited(directory));
      }
    }
  }

  private static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The web ends.
    }
  }

  /** So many articles, each of them once more for printing. */
  private static TestSite printed(int articles) {
    var list = new StringBuilder("Welcome");
    for (int i = 0; i < articles; i++) {
      list.append(" <a href=/").append(letters(i)).append(">on</a>");
    }
    return TestSite.of(
        route("/", Reply.html(list.toString())),
        route("/robots.txt", Reply.status(404)),
        route("/sitemap.xml", Reply.status(404)),
        route(
            "/*",
            request -> {
              String name = request.target().replaceFirst("/(print/)?", "");
              return Reply.html(
                  "<title>All of %s</title><a href=/print/%s>print</a> Of %s I know %s."
                      .formatted(name, name, name, name.repeat(2)));
            }));
  }

  private static String letters(int number) {
    return number < 26
        ? "" + (char) ('a' + number)
        : letters(number / 26 - 1) + (char) ('a' + number % 26);
  }

  @Test
  void ofALargeSiteCopiesAreFoundThoughMostPagesAreReadNoFurtherThanTheirTitle() throws Exception {
    int articles = 2_000;
    try (TestWeb web = TestWeb.serve(printed(articles))) {
      TestCrawl crawl = TestCrawl.of(closing(web).perHost(4));
      long copies = web.targets().stream().filter(it -> it.startsWith("/print/")).count();
      assertEquals(articles + 1, crawl.answered().size() - copies);
      assertTrue(copies < 250, () -> copies + " copies");
      assertEquals(1, new TreeSet<>(crawl.dropped(DropReason.TRAP).values()).size());
    }
  }

  @Test
  void noPageOfAnHonestSiteIsLost() throws Exception {
    for (int number = 0; number < 50; number++) {
      var site = new TrapFreeSite(number);
      try (TestWeb web = TestWeb.serve(site)) {
        TestCrawl crawl = TestCrawl.of(closing(web));
        assertEquals(new TreeSet<>(site.pages()), crawl.answered().keySet(), "site " + number);
      }
    }
  }
}
