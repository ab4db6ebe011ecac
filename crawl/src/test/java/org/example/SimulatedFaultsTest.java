package org.example;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.crawl.Crawl;
import dev.arachne.options.UsageException;
import dev.arachne.report.CrawlReport;
import dev.arachne.simulation.SimulatedRequest;
import dev.arachne.simulation.SimulatedWeb;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A program's test of its crawl: sites with faults, in virtual time. */
class SimulatedFaultsTest {
  private static final Route BUSY = route("/busy", status(503), html("at the second attempt"));

  private final Set<String> processed = new TreeSet<>();

  private static SimulatedWeb web(long seed) {
    return SimulatedWeb.of(seed)
        .site("a.example", TestSite.of(route("/", html("<a href=/busy>")), BUSY))
        .site("b.example", TestSite.of(route("/", html("slow").after(Duration.ofSeconds(20)))));
  }

  private Crawl crawl() {
    return Crawl.of("http://a.example/", "http://b.example/")
        .process(page -> processed.add(page.url().toString()));
  }

  @Test
  void everyPageIsFetchedWhateverFailsAtFirst() throws Exception {
    // example: faults
    Reply page = html("a long page ".repeat(100));
    SimulatedWeb web =
        SimulatedWeb.of(1)
            .site(
                "a.example",
                TestSite.of(
                    route("/", html("<a href=/busy><a href=/cut>")),
                    route("/busy", status(503), html("found at the second attempt")),
                    route("/cut", page.cutAfter(500), page)))
            .site("b.example", TestSite.of(route("/", html("slow").after(Duration.ofSeconds(20)))))
            .refuse("b.example", Duration.ZERO, Duration.ofMinutes(1));
    var crawl = new Crawl(crawlOf("http://a.example/", "http://b.example/").maxTries(10).build());
    CrawlReport report = web.run(crawl::runOnLoop);
    assertEquals(4, report.statuses().get(200).count());
    assertEquals(List.of("/robots.txt", "/", "/sitemap.xml"), web.targets("b.example"));
    // end
    List<String> asked = web.targets("a.example");
    assertEquals(2, Collections.frequency(asked, "/busy"));
    assertEquals(2, Collections.frequency(asked, "/cut"));
    assertTrue(report.elapsed().compareTo(Duration.ofMinutes(1)) > 0, report.toString());
  }

  @Test
  void theDocumentsQuoteTheExampleAsItIs() throws Exception {
    String source = Files.readString(Path.of("src/test/java/org/example/SimulatedFaultsTest.java"));
    int from = source.indexOf("// example: faults\n");
    String code = source.substring(source.indexOf('\n', from) + 1, source.indexOf("// end", from));
    String quoted = "```java\n" + code.stripIndent().stripTrailing() + "\n```";
    assertTrue(Files.readString(Path.of("../docs/testing.md")).contains(quoted));
  }

  @Test
  void processorsRunInVirtualTimeToo() throws Exception {
    web(1).run(crawl()::runOnLoop);
    assertEquals(
        Set.of("http://a.example/", "http://a.example/busy", "http://b.example/"), processed);
  }

  @Test
  void equalSeedsGiveEqualCrawls() throws Exception {
    SimulatedWeb first = web(7);
    SimulatedWeb second = web(7);
    CrawlReport report = first.run(crawl()::runOnLoop);
    assertEquals(report, second.run(crawl()::runOnLoop));
    assertEquals(times(first), times(second));
    assertEquals(first.world().traceHash(), second.world().traceHash());
  }

  private static List<Duration> times(SimulatedWeb web) {
    return web.requests().stream().map(SimulatedRequest::at).toList();
  }

  @Test
  void aCrawlOnALoopIsRunOnceAndByACoroutine() throws Exception {
    SimulatedWeb web = web(1);
    Crawl crawl = crawl();
    assertThrows(IllegalStateException.class, crawl::runOnLoop);
    assertThrows(
        IllegalStateException.class,
        () ->
            web.run(() -> {
              crawl.runOnLoop();
              return crawl.runOnLoop();
            }));
    assertEquals(3, processed.size());
  }

  @Test
  void aSimulatedCrawlHasOneLoop() {
    Crawl crawl = new Crawl(crawlOf("http://a.example/").loops(2).build());
    assertThrows(UsageException.class, () -> web(1).run(crawl::runOnLoop));
  }

  @Test
  void aMistakeIsThrownAsByRun() {
    Crawl crawl = Crawl.of("ftp://a.example/");
    UsageException thrown = assertThrows(UsageException.class, () -> web(1).run(crawl::runOnLoop));
    assertTrue(thrown.getMessage().contains("ftp://a.example/"), thrown.getMessage());
  }
}
