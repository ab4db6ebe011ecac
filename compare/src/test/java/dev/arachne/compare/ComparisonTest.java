package dev.arachne.compare;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.road.CrawlingStage;
import dev.arachne.road.Road;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whole comparisons, small ones: a JVM for each stage all the same. */
final class ComparisonTest {
  private static final int PAGES = 6;
  private static final Duration LATENCY = Duration.ofMillis(30);

  private static CompareOptions options(CrawlUrl... urls) {
    return new CompareOptions(List.of(urls), PAGES, LATENCY, PAGES, 2, PAGES, 20);
  }

  @Test
  void everyStageFetchesTheSameAndHasItsFigures() throws IOException {
    var told = new ArrayList<String>();
    CompareReport report = Comparison.run(options(), told::add);
    assertEquals(Optional.empty(), report.difference());
    assertEquals(
        Arrays.asList(Road.values()), report.stages().stream().map(StageFigures::road).toList());
    assertEquals("10 of 10, Arachne", told.getLast());
    for (StageFigures stage : report.stages()) {
      boolean serial = stage.road().isSerial();
      assertEquals(PAGES, stage.list().pages());
      assertEquals(serial ? 1 : 2, stage.list().walls().size());
      assertTrue(stage.lines() > 10, stage::toString);
      assertEquals(serial, stage.memory().isEmpty());
      stage.memory().ifPresent(memory -> assertTrue(memory.bytes() > 100, stage::toString));
      // No machine is so fast that these do not hold: a page is not there before its latency is
      // over.
      long latencies = serial ? PAGES : 1;
      assertTrue(
          stage.list().wall().compareTo(LATENCY.multipliedBy(latencies)) >= 0, stage::toString);
      stage.crawl().ifPresent(crawl -> assertEquals(PAGES, crawl.pages()));
    }
    assertEquals(
        Arrays.stream(Road.values())
            .filter(road -> road.stage(1) instanceof CrawlingStage)
            .toList(),
        report.stages().stream()
            .filter(stage -> stage.crawl().isPresent())
            .map(StageFigures::road)
            .toList());
    assertEquals(
        List.copyOf(Comparison.FILM_STAGES),
        report.stages().stream()
            .filter(stage -> stage.films().isPresent())
            .map(StageFigures::road)
            .toList());
    assertEquals(Set.of(FilmParser.values()), report.parsers().keySet());
    assertTrue(threadsOf(Road.THREAD_POOL, report) >= PAGES, report::toString);
    assertEquals(1, threadsOf(Road.BLOCKING_SOCKET, report));
    assertEquals(1, threadsOf(Road.CALLBACK_LOOP, report));
  }

  private static int threadsOf(Road road, CompareReport report) {
    return report.stages().get(road.ordinal()).list().peakThreads();
  }

  @Test
  void aServerThatSaysSomethingElseEachTimeIsFoundOut() throws IOException {
    var site =
        TestSite.of(
            route("/same", html("<p>the same")),
            route("/other", request -> html("<p>asked " + request.ask() + " times")),
            route("/none", status(404)));
    try (var web = TestWeb.serve(site)) {
      CrawlUrl[] urls =
          List.of("/same", "/other", "/none").stream()
              .map(target -> CrawlUrl.of(web.url(target)))
              .toArray(CrawlUrl[]::new);
      CompareReport report = Comparison.run(options(urls), _ -> {});
      assertEquals(
          Optional.of(
              "busy polling returned something else for " + urls[1] + " than blocking socket"),
          report.difference());
      assertEquals(Optional.empty(), report.timesLatency(report.stages().getFirst().list()));
    }
  }

  @Test
  void aPageThatCannotBeHadIsNamedWithTheStageThatWantedIt() {
    try (var web =
        TestWeb.serve(TestSite.of(route("/", html("<p>cut" + " off".repeat(30)).cutAfter(150))))) {
      CrawlUrl url = CrawlUrl.of(web.url("/"));
      var failure = assertThrows(IOException.class, () -> Comparison.run(options(url), _ -> {}));
      assertEquals("blocking socket: " + url + ": the body ended early", failure.getMessage());
    }
  }

  @Test
  void aStageThatTakesTooLongIsEndedWithItsProcess() throws Exception {
    try (var site = LoopbackSite.start(1, Duration.ZERO);
        var jvm = new StageJvm(Road.CALLBACK_LOOP, 1)) {
      var endless =
          new Assignment.Timed(
              Assignment.Work.FETCH, List.of(site.held(1).getFirst().toString()), 1);
      var failure =
          assertThrows(
              IOException.class,
              () -> jvm.ask(endless, Finding.Times.class, Duration.ofMillis(500)));
      assertEquals("callbacks on a loop was not done after 500 ms", failure.getMessage());
    }
  }
}
