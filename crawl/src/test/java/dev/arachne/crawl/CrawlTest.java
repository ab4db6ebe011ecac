package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.close;
import static dev.arachne.testkit.Reply.hang;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.DropReason;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.LinkGroup;
import dev.arachne.options.NofollowPolicy;
import dev.arachne.options.PageRequisites;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.report.CrawlProgress;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.StopReason;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrawlTest {
  private static final Route NO_ROBOTS = route("/robots.txt", status(404));

  private static TestWeb web(Route... routes) {
    Route[] all = Arrays.copyOf(routes, routes.length + 1);
    all[routes.length] = NO_ROBOTS;
    return TestWeb.serve(TestSite.of(all));
  }

  /** Options to begin with; another class may run the same tests with others. */
  CrawlOptions.Builder crawlOf(String... roots) {
    return CrawlOptions.crawlOf(roots);
  }

  @Test
  void everyPageOfASiteIsFetchedOnceWhateverTheNumberOfWorkers() throws Exception {
    var site = new LinkedPages(300, 2_000, 10, 1);
    for (int tasks : new int[] {1, 3, 50}) {
      try (TestWeb web = TestWeb.serve(site)) {
        var crawl = TestCrawl.of(crawlOf(web.url("/")).tasks(tasks));
        List<String> asked = web.targets();
        assertEquals(Set.copyOf(asked).size(), asked.size(), "each once");
        assertEquals(300, crawl.report.statuses().get(200).count());
        assertEquals(StopReason.NOTHING_LEFT, crawl.report.stopReason());
        assertTrue(web.peakRequests() <= tasks);
      }
    }
  }

  @Test
  void aRootWithoutASchemeGetsHttp() throws Exception {
    try (TestWeb web = web(route("/a", html("")))) {
      String root = web.url("/a").substring("http://".length());
      assertEquals(Map.of("/a", 200), TestCrawl.of(crawlOf(root)).answered());
    }
  }

  @Test
  void severalRootsOnSeveralHostsAreOneCrawl() throws Exception {
    try (TestWeb one = web(route("/", html("<a href=/x>")), route("/x", html("")));
        TestWeb two = TestWeb.plan().address("127.0.0.2").site(one("/y")).start()) {
      var crawl = TestCrawl.of(crawlOf(one.url("/"), two.url("/y"), one.url("/")));
      assertEquals(Map.of("/", 200, "/x", 200, "/y", 200), crawl.answered());
    }
  }

  private static TestSite one(String path) {
    return TestSite.of(route(path, html("")), NO_ROBOTS);
  }

  @Test
  void rootsThatCannotBeCrawledAreTheUsersMistake() {
    for (String root :
        List.of("ftp://a/", "mailto:a@b", "http://", "/no/such/folder", "http://a b/")) {
      var mistake =
          assertThrows(UsageException.class, () -> new Crawl(crawlOf(root).build()).run());
      assertTrue(mistake.getMessage().startsWith(root + ": "), mistake.getMessage());
      assertEquals(1, mistake.getMessage().lines().count());
    }
  }

  @Test
  void aFolderIsServedForTheTimeOfTheCrawlAndKeepsItsName(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("index.html"), "<a href=sub/page.html>to</a><a href=gone>");
    Files.createDirectory(folder.resolve("sub"));
    Files.writeString(folder.resolve("sub/page.html"), "<a href=..>back</a>");
    Path pages = folder.resolve("pages.jsonl");
    var crawl = TestCrawl.of(crawlOf(folder.toString()).pages(pages));
    assertEquals(Map.of("/", 200, "/sub/page.html", 200, "/gone", 404), crawl.answered());
    String lines = Files.readString(pages);
    String name = folder.toRealPath().toUri().toString();
    assertTrue(lines.contains("\"url\":\"" + name + "sub/page.html\""), lines);
    assertTrue(!lines.contains("127.0.0.1"), lines);
    assertTrue(!crawl.report.toString().contains("127.0.0.1"), crawl.report.toString());
  }

  @Test
  void aRedirectReEntersTheQueueAndItsTargetIsFetchedOnceForTwoSources() throws Exception {
    try (TestWeb web =
        web(
            route("/", html("<a href=/a><a href=/b><a href=/t>")),
            route("/a", redirect(301, "/t")),
            route("/b", redirect(302, "/t")),
            route("/t", html("")))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")));
      assertEquals(Map.of("/", 200, "/a", 301, "/b", 302, "/t", 200), crawl.answered());
      assertEquals(1, web.targets().stream().filter("/t"::equals).count());
      assertEquals(2, crawl.report.redirects());
    }
  }

  @Test
  void redirectsAreFollowedUpToTheirBoundAndNotBeyond() throws Exception {
    try (TestWeb web =
        web(
            route("/0", redirect(307, "/1")),
            route("/1", redirect(308, "/2")),
            route("/2", redirect(303, "/3")),
            route("/3", html("")))) {
      assertEquals(4, TestCrawl.of(crawlOf(web.url("/0")).maxRedirects(3)).answered().size());
      var bounded = TestCrawl.of(crawlOf(web.url("/0")).maxRedirects(2));
      assertEquals(Map.of("/0", 307, "/1", 308, "/2", 303), bounded.answered());
      assertEquals(Set.of("/3"), bounded.dropped(DropReason.TOO_MANY_REDIRECTS).keySet());
    }
  }

  @Test
  void aRedirectToNowhereIsAFailureThatSaysWhere() throws Exception {
    try (TestWeb web = web(route("/", redirect(302, "file:///etc/passwd")))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")));
      String detail = crawl.dropped(DropReason.BAD_REDIRECT).get("/");
      assertTrue(detail.contains("file:///etc/passwd"), detail);
      assertEquals(List.of(web.url("/")), crawl.report.failedRoots());
    }
  }

  @Test
  void aRedirectOrRefusalIsJudgedByItsHeadHoweverLargeItsBodyIs() throws Exception {
    byte[] large = new byte[200_000];
    HttpReply moved = HttpReply.of(302).header("Location", "/target").body(large);
    HttpReply busy = HttpReply.of(503).header("Retry-After", "0").body(large);
    try (TestWeb web =
        web(
            route("/", html("<a href=/moved><a href=/moved2><a href=/busy><a href=/busy2>")),
            route("/moved", moved),
            route("/moved2", moved.chunked()),
            route("/target", html("")),
            route("/busy", busy, html("")),
            route("/busy2", busy.chunked(), html("")))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")).maxFileSize(1000));
      assertEquals(Map.of(), crawl.dropped(DropReason.TOO_LARGE));
      assertEquals(
          Map.of(
              "/", 200, "/moved", 302, "/moved2", 302, "/target", 200, "/busy", 200, "/busy2", 200),
          crawl.answered());
    }
  }

  @Test
  void aLengthBesideChunksIsNotToldAsASize() throws Exception {
    HttpReply both =
        HttpReply.of(200).header("Content-Length", "77").body(new byte[200_000]).chunked();
    try (TestWeb web = web(route("/", both))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")).maxFileSize(1000));
      assertEquals(
          Map.of("/", "its body has more than 1000 bytes"), crawl.dropped(DropReason.TOO_LARGE));
    }
  }

  @Test
  void bodiesAboveTheLimitAreSkippedWithTheirSize() throws Exception {
    byte[] film = new byte[3_000_000];
    HttpReply fits = HttpReply.of(200).body(new byte[1000]);
    try (TestWeb web =
        web(
            route("/", html("<a href=/film><a href=/stream><a href=/fits><a href=/over>")),
            route("/film", HttpReply.of(200).header("Content-Type", "video/mp4").body(film)),
            route("/stream", HttpReply.of(200).body(film).chunked()),
            route("/fits", fits),
            route("/over", HttpReply.of(404).body(new byte[1001])))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")).maxFileSize(1000));
      assertEquals(Map.of("/", 200, "/fits", 200), crawl.answered());
      assertEquals(
          Map.of(
              "/film", "its body has 3000000 bytes",
              "/stream", "its body has more than 1000 bytes",
              "/over", "its body has 1001 bytes"),
          crawl.dropped(DropReason.TOO_LARGE));
      assertEquals(3, crawl.report.skippedUrls());
      assertEquals(5, web.targets().stream().filter(it -> !it.equals("/robots.txt")).count());
    }
  }

  @Test
  void aRedirectOutOfTheCrawlIsNotFollowed() throws Exception {
    try (TestWeb web = web(route("/", redirect(302, "http://127.0.0.9/secret")))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")));
      assertEquals(Map.of("/", 302), crawl.answered());
      assertEquals(Set.of("/secret"), crawl.dropped(DropReason.OTHER_HOST).keySet());
    }
  }

  @Test
  void theLimitIsMetExactly() throws Exception {
    try (TestWeb web = TestWeb.serve(new LinkedPages(100, 500, 10, 1))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")).maxPages(17).tasks(8));
      assertEquals(17, crawl.answered().size());
      assertEquals(17 + 1, web.requestCount(), "and robots.txt");
      assertEquals(StopReason.LIMIT, crawl.report.stopReason());
      assertTrue(crawl.report.toDo() > 0);
    }
  }

  @Test
  void linksAreFollowedToTheDepthAskedFor() throws Exception {
    try (TestWeb web =
        web(
            route("/0", html("<a href=/1>")),
            route("/1", html("<a href=/2>")),
            route("/2", html("<a href=/3>")))) {
      assertEquals(
          Set.of("/0"), TestCrawl.of(crawlOf(web.url("/0")).maxDepth(0)).answered().keySet());
      var two = TestCrawl.of(crawlOf(web.url("/0")).maxDepth(2));
      assertEquals(Set.of("/0", "/1", "/2"), two.answered().keySet());
      assertEquals(Set.of("/3"), two.dropped(DropReason.TOO_DEEP).keySet());
    }
  }

  @Test
  void patternsAdmitAndExclude() throws Exception {
    try (TestWeb web =
        web(route("/", html("<a href=/doc/1><a href=/doc/2.pdf><a href=/blog/1>")))) {
      var crawl =
          TestCrawl.of(
              crawlOf(web.url("/"))
                  .include(List.of(Pattern.compile("/doc/")))
                  .exclude(List.of(Pattern.compile("\\.pdf$"))));
      assertEquals(Set.of("/", "/doc/1"), crawl.answered().keySet());
      assertEquals(Set.of("/doc/2.pdf"), crawl.dropped(DropReason.EXCLUDED).keySet());
      assertEquals(Set.of("/blog/1"), crawl.dropped(DropReason.NOT_INCLUDED).keySet());
    }
  }

  @Test
  void fragmentsMakeNoNewUrlAndOtherSchemesNone() throws Exception {
    try (TestWeb web =
        web(route("/", html("<a href=#x><a href=/#y><a href=ftp://a/><a href=mailto:a@b>")))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")));
      assertEquals(1, crawl.verdicts.size());
    }
  }

  @Test
  void onlyTheKindsAskedForAreFollowed() throws Exception {
    String page =
        "<link rel=stylesheet href=/css><link rel=icon href=/icon><link rel=next href=/next>"
            + "<img src=/img><script src=/js></script><iframe src=/iframe></iframe>"
            + "<area href=/area><frame src=/frame><meta http-equiv=refresh content='0;/refresh'>";
    try (TestWeb web = web(route("/", html(page)))) {
      var byDefault = Set.of("/", "/next", "/iframe", "/area", "/frame", "/refresh");
      assertEquals(
          byDefault, new HashSet<>(TestCrawl.of(crawlOf(web.url("/"))).answered().keySet()));
      var all = TestCrawl.of(crawlOf(web.url("/")).follow(EnumSet.allOf(LinkGroup.class)));
      var more = new HashSet<>(byDefault);
      more.addAll(Set.of("/css", "/icon", "/img", "/js"));
      assertEquals(more, new HashSet<>(all.answered().keySet()));
    }
  }

  @Test
  void requisitesAreFetchedFromOtherHostsAndBeyondTheDepth() throws Exception {
    try (TestWeb assets =
            web(
                route(
                    "/a.css",
                    HttpReply.of(200)
                        .header("Content-Type", "text/css")
                        .body("a{background:url(bg.png)}".getBytes(StandardCharsets.UTF_8))),
                route("/bg.png", HttpReply.of(200).body(new byte[1])));
        TestWeb web =
            web(
                route(
                    "/",
                    html(
                        "<a href="
                            + assets.url("/a.css")
                            + "><link rel=stylesheet href="
                            + assets.url("/a.css")
                            + "><a href=/2>")),
                route("/2", html("<img src=/far.png>")))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")).maxDepth(0).requisites(PageRequisites.FETCH));
      assertEquals(Map.of("/", 200, "/a.css", 200, "/bg.png", 200), crawl.answered());
      assertEquals(Set.of("/2"), crawl.dropped(DropReason.TOO_DEEP).keySet());
      var without = TestCrawl.of(crawlOf(web.url("/")).follow(LinkGroup.REQUISITES));
      assertEquals(Map.of("/", 200), without.answered());
    }
  }

  @Test
  void requestsToAHostStartADelayApartRobotsTxtToo() throws Exception {
    Duration delay = Duration.ofMillis(60);
    try (TestWeb web = web(route("/", html("<a href=/1><a href=/2><a href=/3>")))) {
      TestCrawl.of(crawlOf(web.url("/")).delay(delay));
      assertGaps(web.requests(), 5, delay);
    }
  }

  @Test
  void aLongerCrawlDelayOfTheSiteWins() throws Exception {
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(
                route("/robots.txt", text("User-agent: *\nCrawl-delay: 0.15")),
                route("/", html("<a href=/1><a href=/2>"))))) {
      TestCrawl.of(crawlOf(web.url("/")).delay(Duration.ofMillis(1)));
      assertGaps(web.requests(), 4, Duration.ofMillis(150));
    }
  }

  private static void assertGaps(List<LoggedRequest> requests, int count, Duration delay) {
    assertEquals(count, requests.size());
    for (int i = 1; i < requests.size(); i++) {
      long gap = requests.get(i).nanos() - requests.get(i - 1).nanos();
      // The server sees a request some time after its start; that time varies.
      assertTrue(gap > delay.toNanos() * 0.7, "gap " + i + ": " + gap);
    }
  }

  @Test
  void theUserAgentIsSentAndNamesTheRobotsRules() throws Exception {
    String rules = "User-agent: spider\nDisallow: /private\n\nUser-agent: *\nDisallow: /";
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(
                route("/robots.txt", text(rules)), route("/", html("<a href=/private>"))))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")).userAgent("Spider/1.0 (+http://a/)"));
      assertEquals(Map.of("/", 200), crawl.answered());
      assertEquals(
          Map.of("/private", "line 2: Disallow: /private"), crawl.dropped(DropReason.ROBOTS));
      assertTrue(
          web.requests().stream()
              .allMatch(r -> r.header("User-Agent").orElse("").equals("Spider/1.0 (+http://a/)")));
    }
  }

  @Test
  void robotsRulesCanBeIgnored() throws Exception {
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(
                route("/robots.txt", text("User-agent: *\nDisallow: /")), route("/", html(""))))) {
      assertEquals(Map.of(), TestCrawl.of(crawlOf(web.url("/"))).answered());
      var ignoring = TestCrawl.of(crawlOf(web.url("/")).robots(RobotsPolicy.IGNORE));
      assertEquals(Map.of("/", 200), ignoring.answered());
      assertEquals(List.of("/robots.txt", "/"), web.targets(), "the second crawl did not ask");
    }
  }

  @Test
  void linksThatAPageAsksNotToFollowAreLeftAsThePolicySays() throws Exception {
    String rel = "<a rel='me nofollow' href=/rel>";
    String meta = "<meta name=robots content='noindex, nofollow'><a href=/meta>";
    try (TestWeb web =
        web(
            route("/", html("<a href=/page><a href=/tagged>" + rel)),
            route("/page", html(meta)),
            route(
                "/tagged",
                html("<a href=/header>")
                    .header("X-Robots-Tag", "otherbot: none, arachne: nofollow")))) {
      var expected =
          Map.of(
              NofollowPolicy.IGNORE, Set.of("/", "/page", "/tagged", "/rel", "/meta", "/header"),
              NofollowPolicy.PAGES, Set.of("/", "/page", "/tagged", "/rel"),
              NofollowPolicy.LINKS, Set.of("/", "/page", "/tagged"));
      for (var policy : NofollowPolicy.values()) {
        var crawl = TestCrawl.of(crawlOf(web.url("/")).nofollow(policy));
        assertEquals(expected.get(policy), crawl.answered().keySet(), policy.toString());
      }
    }
  }

  @Test
  void networkErrorsAreTriedAgainAndTheLastOneIsKept() throws Exception {
    try (TestWeb web =
        web(
            route("/", html("<a href=/late><a href=/never><a href=/cut>")),
            route("/late", close(), html("")),
            route("/never", close()),
            route("/cut", html("<a href=/from-a-cut-page>" + "x".repeat(500)).cutAfter(300)))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")).maxTries(2));
      assertEquals(Map.of("/", 200, "/late", 200), crawl.answered());
      Map<String, String> failures = crawl.dropped(DropReason.FETCH);
      assertEquals(Set.of("/never", "/cut"), failures.keySet());
      assertTrue(failures.get("/never").contains("closed the connection"), failures.toString());
      assertTrue(failures.get("/cut").contains("cut"), failures.toString());
      assertEquals(2, crawl.attempts("/never"));
      assertTrue(crawl.retries.stream().anyMatch(retry -> retry.startsWith("/never 1 ")));
    }
  }

  @Test
  void aSilentServerCostsItsTimeoutAndNoMore() throws Exception {
    try (TestWeb web = web(route("/", html("<a href=/silent>")), route("/silent", hang()))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")).timeout(Duration.ofMillis(100)).maxTries(1));
      assertEquals(
          Map.of("/silent", "timed out waiting for the first byte of the answer"),
          crawl.dropped(DropReason.FETCH));
    }
  }

  @Test
  void aRootIsJudgedByTheEndOfItsRedirects() throws Exception {
    try (TestWeb web =
        web(
            route("/good", redirect(301, "/end")),
            route("/end", html("")),
            route("/gone", redirect(301, "/missing")),
            route("/away", redirect(302, "http://elsewhere.invalid/")),
            route("/a", redirect(302, "/b")),
            route("/b", redirect(302, "/a")),
            route("/wall", redirect(302, "/wall")))) {
      for (String root : List.of("/gone", "/away", "/a", "/wall")) {
        var crawl = TestCrawl.of(crawlOf(web.url(root)));
        assertEquals(List.of(web.url(root)), crawl.report.failedRoots());
      }
      assertEquals(List.of(), TestCrawl.of(crawlOf(web.url("/good"))).report.failedRoots());
    }
  }

  @Test
  void anInvalidSeedIsRefusedWithoutShowingItsPassword() {
    for (String root : List.of("http://user:secret@[::1/", "user:secret@[::1", "u:secret@h/")) {
      var refused =
          assertThrows(UsageException.class, () -> new Crawl(crawlOf(root).build()).run());
      assertFalse(refused.getMessage().contains("secret"), refused.getMessage());
    }
  }

  @Test
  void aCrawlRunsOnce() throws Exception {
    try (TestWeb web = web(route("/", html("")))) {
      var crawl = new Crawl(crawlOf(web.url("/")).build());
      crawl.run();
      assertThrows(IllegalStateException.class, crawl::run);
    }
  }

  @Test
  void aRootWhoseHostIsDownIsAFailedRootThatSaysWhy() throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    var crawl = TestCrawl.of(crawlOf("127.0.0.1:" + port).maxTries(1));
    String why = crawl.dropped(DropReason.ROBOTS_UNREACHABLE).get("/");
    assertTrue(why.contains("refused"), why);
    assertEquals(List.of("http://127.0.0.1:" + port + "/"), crawl.report.failedRoots());
  }

  @Test
  void aPageThatThrowsIsOneFailedUrlWithItsStackTrace() throws Exception {
    try (TestWeb web = web(route("/", html("<a href=/bad><a href=/good>")))) {
      var test = new TestCrawl(crawlOf(web.url("/")));
      test.crawl.process(CrawlTest::failOnBad);
      // "/bad" and "/good" are 404 without a route of their own.
      test.report = test.crawl.run();
      assertEquals(3, test.answered().size());
      assertEquals(Map.of(), test.thrown);
    }
    try (TestWeb web =
        web(
            route("/", html("<a href=/bad><a href=/good>")),
            route("/bad", html("<a href=/from-bad>")),
            route("/good", html("")))) {
      var test = new TestCrawl(crawlOf(web.url("/")));
      test.crawl.process(CrawlTest::failOnBad);
      test.report = test.crawl.run();
      assertEquals(Set.of("/", "/good", "/from-bad"), test.answered().keySet());
      assertEquals(Set.of("/bad"), test.dropped(DropReason.PROCESSING).keySet());
      Throwable thrown = test.thrown.get("/bad");
      assertEquals("cannot digest /bad", thrown.getMessage());
      assertTrue(
          Arrays.stream(thrown.getStackTrace())
              .anyMatch(f -> f.getMethodName().equals("failOnBad")));
    }
  }

  private static void failOnBad(CrawledPage page) {
    if (page.url().path().equals("/bad")) {
      throw new IllegalStateException("cannot digest " + page.url().path());
    }
  }

  @Test
  void stoppingGivesUpWhatHangsAndCountsItAsToDo() throws Exception {
    try (TestWeb web =
        web(
            route("/", html("<a href=/1><a href=/2><a href=/3>")),
            route("/1", hang()),
            route("/2", hang()))) {
      var test = new TestCrawl(crawlOf(web.url("/")).tasks(2));
      var stopped = new long[1];
      Thread stopper =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  web.awaitRequests(4, Duration.ofSeconds(30));
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                stopped[0] = System.nanoTime();
                test.crawl.stop();
              });
      CrawlReport report = test.crawl.run();
      long took = System.nanoTime() - stopped[0];
      stopper.join();
      assertEquals(StopReason.INTERRUPT, report.stopReason());
      assertEquals(3, report.toDo());
      // Generous, since the machine may be busy; what it must not do is wait for the servers.
      assertTrue(took < 5_000_000_000L, "took " + took + " ns");
    }
  }

  @Test
  void stoppingBeforeTheStartFetchesNothing() throws Exception {
    assertFetchesNothingAfter(Crawl::stop);
  }

  @Test
  void drainingBeforeTheStartFetchesNothing() throws Exception {
    assertFetchesNothingAfter(Crawl::drain);
  }

  private void assertFetchesNothingAfter(Consumer<Crawl> end) throws Exception {
    try (TestWeb web = web(route("/", html("")))) {
      var crawl = new Crawl(crawlOf(web.url("/")).build());
      end.accept(crawl);
      CrawlReport report = crawl.run();
      assertEquals(StopReason.INTERRUPT, report.stopReason());
      assertEquals(0, web.requestCount());
    }
  }

  @Test
  void progressIsReportedWhileTheCrawlRunsAndNotAfterwards() throws Exception {
    try (TestWeb web = web(route("/", html("<a href=/1>")), route("/1", hang()))) {
      var crawl = new Crawl(crawlOf(web.url("/")).build());
      var seen = new CrawlProgress[1];
      Thread watcher =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  web.awaitRequests(3, Duration.ofSeconds(30));
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                seen[0] = crawl.progress().orElseThrow();
                crawl.stop();
              });
      crawl.run();
      watcher.join();
      assertEquals(1, seen[0].pages());
      assertEquals(1, seen[0].inFlight());
      assertTrue(crawl.progress().isEmpty());
    }
  }

  @Test
  void aLineOfJsonIsWrittenForEachUrlThatIsDecided(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("pages.jsonl");
    try (TestWeb web =
        web(
            route("/", html("<a href=/moved><a href=http://elsewhere.example/>")),
            route("/moved", redirect(301, "/t")),
            route("/t", ok("text/plain", "hello".getBytes(UTF_8))))) {
      TestCrawl.of(crawlOf(web.url("/")).tasks(1).pages(file));
      List<String> lines = Files.readAllLines(file);
      assertEquals(4, lines.size());
      String all = String.join("\n", lines).replace(web.url(""), "");
      assertTrue(all.contains("\"url\":\"/\",\"verdict\":\"fetched\",\"status\":200"), all);
      assertTrue(all.contains("\"verdict\":\"redirected\",\"status\":301"), all);
      assertTrue(all.contains("\"location\":\"/t\""), all);
      assertTrue(
          all.contains("\"verdict\":\"skipped\",\"reason\":\"outside the hosts of the crawl\""),
          all);
      assertTrue(all.contains("\"type\":\"text/plain\""), all);
    }
  }

  @Test
  void anOutputThatCannotBeWrittenIsTheUsersMistake(@TempDir Path directory) {
    Path nowhere = directory.resolve("no/such/folder/pages.jsonl");
    var mistake =
        assertThrows(
            UsageException.class,
            () -> new Crawl(crawlOf("http://127.0.0.1:1/").pages(nowhere).build()).run());
    assertTrue(mistake.getMessage().contains(nowhere.toString()));
  }

  @Test
  void anOutputThatCanBeWrittenNoMoreEndsTheCrawlAndIsNamed() throws Exception {
    try (TestWeb web = TestWeb.serve(new LinkedPages(100, 500, 10, 1))) {
      var options = crawlOf(web.url("/")).pages(Path.of("/dev/full")).build();
      var failure = assertThrows(IOException.class, () -> new Crawl(options).run());
      assertTrue(failure.getMessage().startsWith("/dev/full: "), failure.getMessage());
    }
  }

  @Test
  void bodiesAreSavedUnderHostAndPath(@TempDir Path directory) throws Exception {
    try (TestWeb web =
        web(route("/", html("<a href=/a/b.html>")), route("/a/b.html", html("inner")))) {
      TestCrawl.of(crawlOf(web.url("/")).save(directory));
      Path host = directory.resolve("127.0.0.1_" + web.port());
      assertEquals("<a href=/a/b.html>", Files.readString(host.resolve("index.html")));
      assertEquals("inner", Files.readString(host.resolve("a/b.html")));
    }
  }
}
