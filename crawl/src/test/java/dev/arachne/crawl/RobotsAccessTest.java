package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.close;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.DropReason;
import dev.arachne.options.CrawlOptions;
import dev.arachne.runtime.EventLoop;
import dev.arachne.simulation.SimulatedServer;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What an answer to /robots.txt means for a crawl (RFC 9309 2.3 to 2.5). */
class RobotsAccessTest {
  private static final String PRIVATE = "User-agent: *\nDisallow: /private";
  private static final Route PAGE = route("/", html("<a href=/private><a href=/open>"));

  private static TestCrawl crawl(TestWeb web) throws Exception {
    return TestCrawl.of(crawlOf(web.url("/")).maxTries(1));
  }

  /** A crawl of a.example in virtual time. */
  private static TestCrawl simulated(SimulatedServer web, CrawlOptions.Builder options) {
    var test = new TestCrawl(options);
    InetAddress address = InetAddress.ofLiteral("20.0.0.1");
    EventLoop.run(
        Simulation.of(1, SimulationOptions.FAULT_FREE.withLimit(Duration.ofDays(7)))
            .name("a.example", address),
        "main",
        () -> {
          web.listen(new InetSocketAddress(address, 80));
          return test.crawl.runOnLoop();
        });
    return test;
  }

  private static Set<String> answered(Reply robots) throws Exception {
    try (TestWeb web = TestWeb.serve(TestSite.of(PAGE, route("/robots.txt", robots)))) {
      return crawl(web).answered().keySet();
    }
  }

  @Test
  void rulesThatAreThereAreObeyedAndAskedForOnce() throws Exception {
    try (TestWeb web = TestWeb.serve(TestSite.of(PAGE, route("/robots.txt", text(PRIVATE))))) {
      var crawl = crawl(web);
      assertEquals(Set.of("/", "/open"), crawl.answered().keySet());
      assertEquals(
          Map.of("/private", "line 2: Disallow: /private"), crawl.dropped(DropReason.ROBOTS));
      assertEquals(1, web.targets().stream().filter("/robots.txt"::equals).count());
    }
  }

  /** What is missing may be what is forbidden. */
  @Test
  void aRobotsTxtThatWasCutIsAskedForAgain() {
    int kept = 0;
    while (isAskedForAgain(kept)) {
      kept++;
    }
    assertTrue(kept > 2 * PRIVATE.length(), "whole with its head at " + kept);
  }

  @Test
  void aMissingRobotsTxtIsReportedByItsStatus() {
    HttpReply missing = HttpReply.of(404).body(new byte[9_999]);
    Route robots = route("/robots.txt", missing.cutAfter(5_000));
    var web = new SimulatedServer(TestSite.of(PAGE, robots));
    TestCrawl crawl = simulated(web, crawlOf("http://a.example/"));
    assertEquals(Set.of("/", "/open", "/private"), crawl.answered().keySet());
  }

  private static boolean isAskedForAgain(int kept) {
    Route robots = route("/robots.txt", text(PRIVATE).cutAfter(kept), text(PRIVATE));
    var web = new SimulatedServer(TestSite.of(PAGE, robots, route("/open", html("open"))));
    TestCrawl crawl = simulated(web, crawlOf("http://a.example/"));
    assertEquals(Set.of("/", "/open"), crawl.answered().keySet(), "cut after " + kept);
    assertEquals(Set.of("/private"), crawl.dropped(DropReason.ROBOTS).keySet());
    return web.targets().stream().filter("/robots.txt"::equals).count() == 2;
  }

  /** As RFC 9309 2.5 wants it. */
  @Test
  void ofARobotsTxtOfAnySizeTheBeginningIsObeyed() throws Exception {
    String large = PRIVATE + "\n" + "# more\n".repeat(11_000_000);
    for (HttpReply reply : List.of(text(large), text(large).gzip())) {
      try (TestWeb web = TestWeb.serve(TestSite.of(PAGE, route("/robots.txt", reply)))) {
        var crawl = crawl(web);
        assertEquals(Set.of("/", "/open"), crawl.answered().keySet());
        assertEquals(Set.of("/private"), crawl.dropped(DropReason.ROBOTS).keySet());
        assertEquals(1, web.targets().stream().filter("/robots.txt"::equals).count());
      }
    }
  }

  @Test
  void fiveRedirectsAreFollowedAcrossHostsAndTheRulesAreThoseOfTheFirst() throws Exception {
    try (TestWeb far =
            TestWeb.plan()
                .address("127.0.0.3")
                .site(
                    TestSite.of(
                        route("/3", redirect(307, "/4")),
                        route("/4", redirect(308, "/5")),
                        route("/5", text(PRIVATE))))
                .start();
        TestWeb web =
            TestWeb.serve(
                TestSite.of(
                    PAGE,
                    route("/robots.txt", redirect(301, "/1")),
                    route("/1", redirect(302, "/2")),
                    route("/2", redirect(303, far.url("/3")))))) {
      // The other host is private too; only a root's name opens such an address.
      var crawl = TestCrawl.of(crawlOf(web.url("/"), far.url("/5")).maxTries(1));
      assertEquals(Set.of("/", "/open", "/5"), crawl.answered().keySet());
      assertEquals(Set.of("/private"), crawl.dropped(DropReason.ROBOTS).keySet());
    }
  }

  @Test
  void moreThanFiveRedirectsCountAsNoRules() throws Exception {
    assertEquals(Set.of("/", "/private", "/open"), answered(redirect(302, "/robots.txt?again")));
  }

  @Test
  void aMissingOrForbiddenFileAllowsEverything() throws Exception {
    for (int status : new int[] {400, 401, 403, 404, 410, 451}) {
      assertEquals(Set.of("/", "/private", "/open"), answered(status(status)), "status " + status);
    }
  }

  @Test
  void anUnreachableFileForbidsEverythingAndIsAFailureNotASkip() {
    for (Reply unreachable : new Reply[] {status(500), status(503), status(429), close()}) {
      var web = new SimulatedServer(TestSite.of(PAGE, route("/robots.txt", unreachable)));
      TestCrawl crawl = simulated(web, crawlOf("http://a.example/").maxTries(1));
      assertEquals(Map.of(), crawl.answered());
      assertEquals(Set.of("/"), crawl.dropped(DropReason.ROBOTS_UNREACHABLE).keySet());
    }
  }

  @Test
  void ofAHugeFileTheFirst500KibibytesCount() throws Exception {
    String rules = PRIVATE + "\n" + "# filler\n".repeat(200_000);
    assertTrue(rules.length() > 500 << 10);
    assertEquals(Set.of("/", "/open"), answered(ok("text/plain", rules.getBytes(US_ASCII))));
  }

  @Test
  void rulesAreAskedForAgainAfterADay() throws Exception {
    TestSite site =
        TestSite.of(
            route("/robots.txt", text("User-agent: *\n"), text(PRIVATE)),
            route("/", html("<a href=/1><a href=/2><a href=/private>")));
    var asked = new HashMap<String, Integer>();
    var web =
        new SimulatedServer(
            request -> site.reply(request.asked(asked.merge(request.target(), 1, Integer::sum))));
    TestCrawl test = simulated(web, crawlOf("http://a.example/").delay(Duration.ofHours(9)));
    // Robots at 0 h, pages at 9 h and 18 h; at 27 h the rules are too old, and have changed.
    assertEquals(List.of("/robots.txt", "/", "/1", "/robots.txt", "/2"), web.targets());
    assertEquals(Set.of("/private"), test.dropped(DropReason.ROBOTS).keySet());
  }

  @Test
  void eachOriginHasRulesOfItsOwn() throws Exception {
    try (TestWeb strict = TestWeb.serve(TestSite.of(PAGE, route("/robots.txt", text(PRIVATE))));
        TestWeb open = TestWeb.serve(TestSite.of(PAGE, route("/robots.txt", status(404))))) {
      var crawl = TestCrawl.of(crawlOf(strict.url("/"), open.url("/")));
      assertEquals(Set.of("/private"), crawl.dropped(DropReason.ROBOTS).keySet());
      assertEquals(1, open.targets().stream().filter("/private"::equals).count());
      assertEquals(0, strict.targets().stream().filter("/private"::equals).count());
    }
  }
}
