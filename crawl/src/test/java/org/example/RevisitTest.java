package org.example;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.crawl.Crawl;
import dev.arachne.directory.UrlStory;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.CrawlOptions;
import dev.arachne.report.CrawlReport;
import dev.arachne.runtime.EventLoop;
import dev.arachne.simulation.SimulatedWeb;
import dev.arachne.testkit.TestSite;
import dev.arachne.url.CrawlUrl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages that change while they are crawled, and are visited again. */
class RevisitTest {
  private static final CrawlUrl NEWS = CrawlUrl.of("http://site.example/news");
  private static final CrawlUrl SLOW = CrawlUrl.of("http://site.example/slow");

  /** Ends after a minute, whatever becomes of the rest. */
  private static final TestSite SITE =
      TestSite.of(
          route("/", html("<a href=/news><a href=/slow><a href=http://other.example/>")),
          route("/news", html("old <a href=/1>"), html("new <a href=/2>"), status(404)),
          route("/1", html("1")),
          route("/2", html("2")),
          route("/slow", html("slow").after(Duration.ofMinutes(1))));

  @TempDir Path temporary;

  @Test
  void eachVisitHasItsVerdictAndTheLatestIsTheLastWord() throws Exception {
    Path directory = temporary.resolve("crawl");
    Path saved = temporary.resolve("saved");
    Path lines = temporary.resolve("lines");
    var crawl =
        new Crawl(
            options(directory).save(saved).pages(lines).timeout(Duration.ofMinutes(2)).build());
    SimulatedWeb web = SimulatedWeb.of(1).site("site.example", SITE);
    CrawlReport report =
        web.run(() -> {
          EventLoop.current().spawn("visitor", () -> visitAgain(crawl, saved));
          return crawl.runOnLoop();
        });
    assertFalse(crawl.revisit(NEWS), "the crawl is over");
    assertEquals(3, web.targets("site.example").stream().filter("/news"::equals).count());
    assertEquals(
        List.of("1 200", "2 200", "3 404"), verdicts(UrlStory.of(NEWS.toString(), directory)));
    assertEquals(6, report.statuses().get(200).count(), "/, /news twice, /1, /2, /slow");
    assertEquals(1, report.statuses().get(404).count());
    assertClean(directory);
    List<String> told =
        Files.readAllLines(lines).stream()
            .filter(line -> line.contains("\"url\":\"http://site.example/news\""))
            .toList();
    assertEquals(3, told.size());
    assertTrue(told.get(2).contains("\"visit\":3"), told.get(2));
  }

  /** Called as any coroutine of the loop may call it; from other threads it is the same. */
  private static boolean visitAgain(Crawl crawl, Path saved) throws Exception {
    EventLoop.sleep(Duration.ofSeconds(10));
    assertFalse(crawl.revisit(SLOW), "it is in flight");
    assertFalse(crawl.revisit(CrawlUrl.of("http://other.example/")), "it is not wanted");
    assertFalse(crawl.revisit(CrawlUrl.of("http://site.example/nowhere")), "it was not found");
    Path first = saved.resolve("site.example/news");
    Path latest =
        saved.resolve("site.example/news~" + NEWS.fingerprint().toString().substring(0, 16));
    assertFalse(Files.exists(latest));
    for (int visit = 2; visit <= 3; visit++) {
      assertTrue(crawl.revisit(NEWS));
      EventLoop.sleep(Duration.ofSeconds(10));
      assertTrue(Files.readString(first).startsWith("old"));
      assertTrue(Files.readString(latest).startsWith("new"));
    }
    return true;
  }

  /** What an earlier process had reopened is visited by a later one. */
  @Test
  void aVisitThatIsDueWhenAProcessEndsIsMadeByTheNext() throws Exception {
    Path directory = temporary.resolve("crawl");
    var first = new Crawl(options(directory).build());
    SimulatedWeb.of(1)
        .site("site.example", SITE)
        .run(() -> {
          EventLoop.current().spawn("stopper", () -> reopenAndStop(first));
          return first.runOnLoop();
        });
    SimulatedWeb web = SimulatedWeb.of(2).site("site.example", SITE);
    var second = new Crawl(options(directory).timeout(Duration.ofMinutes(2)).build());
    CrawlReport report = web.run(second::runOnLoop);
    assertEquals(0, report.toDo());
    assertTrue(web.targets("site.example").contains("/news"));
    assertEquals(List.of("1 200", "2 200"), verdicts(UrlStory.of(NEWS.toString(), directory)));
    assertClean(directory);
  }

  private static boolean reopenAndStop(Crawl crawl) {
    EventLoop.sleep(Duration.ofSeconds(10));
    EventLoop.current()
        .spawn(
            "stop",
            () -> {
              crawl.stop();
              return true;
            });
    return crawl.revisit(NEWS);
  }

  @Test
  void aCrawlInMemoryKnowsOfNoVisits() {
    var crawl = Crawl.of("http://site.example/");
    assertThrows(IllegalStateException.class, () -> crawl.revisit(NEWS));
  }

  private static CrawlOptions.Builder options(Path directory) {
    return crawlOf("http://site.example/").directory(directory);
  }

  private static List<String> verdicts(UrlStory story) {
    List<String> verdicts = new ArrayList<>();
    for (LedgerEntry entry : story.entries()) {
      if (entry instanceof LedgerEntry.Decided its) {
        Optional<Disposition.Answer> answer = its.disposition().answered();
        verdicts.add(its.visit() + " " + answer.orElseThrow().status());
      }
    }
    return verdicts;
  }

  private static void assertClean(Path directory) throws Exception {
    List<Object> violations = new ArrayList<>();
    CrawlAudit.of(directory, violations::add);
    assertEquals(List.of(), violations);
  }
}
