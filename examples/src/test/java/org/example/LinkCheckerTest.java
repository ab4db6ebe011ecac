package org.example;

import static dev.arachne.testkit.Reply.close;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.crawl.Crawl;
import dev.arachne.options.CrawlOptions;
import dev.arachne.report.CrawlReport;
import dev.arachne.simulation.FaultPlan;
import dev.arachne.simulation.SimulatedWeb;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.RandomSeeds;
import dev.arachne.testkit.TestSite;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The link checker on sites with faults, in virtual time. */
class LinkCheckerTest {
  private static final String HOME =
      "<a href=/busy><a href=/cut><a href=/slow><a href=/gone><a href=/broken>";

  @Test
  void linksThatFailForSomeTimeAreNotBroken() throws Exception {
    SimulatedWeb web =
        SimulatedWeb.of(1)
            .site(
                "shop.example",
                TestSite.of(
                    route("/", html(HOME)),
                    route("/busy", status(503), status(503), html("open again")),
                    route("/cut", html("whole").cutAfter(80), html("whole")),
                    route("/slow", html("at last").after(Duration.ofSeconds(20))),
                    route("/broken", close())));
    var checker = new LinkChecker();
    CrawlReport report = web.run(Crawl.of("http://shop.example/").listen(checker)::runOnLoop);
    assertEquals(
        Set.of(
            "http://shop.example/broken <- http://shop.example/",
            "http://shop.example/gone <- http://shop.example/"),
        checker.broken().keySet());
    assertEquals(3, Collections.frequency(web.targets("shop.example"), "/busy"));
    assertEquals(4, Collections.frequency(web.targets("shop.example"), "/broken"));
    assertTrue(report.elapsed().compareTo(Duration.ofSeconds(20)) > 0);
  }

  @Test
  void aServerThatRestartsDoesNotMakeItsLinksBroken() throws Exception {
    SimulatedWeb web =
        SimulatedWeb.of(1)
            .site(
                "shop.example",
                TestSite.of(route("/", html("<a href=/a>")), route("/a", html("a"))))
            .refuse("shop.example", Duration.ofSeconds(5), Duration.ofMinutes(10));
    var checker = new LinkChecker();
    var options = CrawlOptions.crawlOf("http://shop.example/").delay(Duration.ofSeconds(20));
    web.run(new Crawl(options.build()).listen(checker)::runOnLoop);
    assertEquals(Map.of(), checker.broken());
    assertTrue(web.requests().getLast().at().compareTo(Duration.ofMinutes(10)) > 0);
  }

  @Test
  void anUnreliableNetworkBreaksNoLink() {
    TestSite site =
        TestSite.of(
            route("/", html("<a href=/a><a href=/b>")),
            route("/a", html("<a href=/c>")),
            route("/b", html("<a href=/gone>")),
            route("/c", html("c")));
    var weather = SimulationOptions.FAULT_FREE.withFaults(FaultPlan.random(0.2, 1_000));
    RandomSeeds.forEach(
        50,
        seed -> {
          var checker = new LinkChecker();
          var options = CrawlOptions.crawlOf("http://shop.example/").maxTries(100);
          SimulatedWeb.of(seed, weather)
              .site("shop.example", site)
              .run(new Crawl(options.build()).listen(checker)::runOnLoop);
          assertEquals(
              Map.of("http://shop.example/gone <- http://shop.example/b", "status 404"),
              checker.broken());
        });
  }
}
