package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.AuditReport;
import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.ledger.DropReason;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.runtime.EventLoop;
import dev.arachne.simulation.SimulatedServer;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gaps before and after requests for robots.txt, in virtual time. */
class RobotsGapTest {
  private static final Duration DELAY = Duration.ofMinutes(1);

  /** What a connection that has to be opened, and the turns of the loop, may take of a gap. */
  private static final Duration TOLERANCE = Duration.ofMillis(200);

  private static final String RULES = "User-agent: *\nDisallow: /private\nCrawl-delay: 60\n";

  @TempDir Path directory;

  private final Simulation world =
      Simulation.of(1, SimulationOptions.FAULT_FREE.withLimit(Duration.ofDays(7)));
  private final List<Ask> asked = new ArrayList<>();
  private int hosts;
  private long begun;

  /** A request, by its server's clock. */
  private record Ask(Duration at, String host, String target) {}

  private interface Crawling {
    void run() throws Exception;
  }

  /** Runs in a world where all these hosts have one site, at addresses of their own. */
  private void run(TestSite site, List<String> names, Crawling crawling) {
    List<InetAddress> addresses = new ArrayList<>();
    for (String name : names) {
      InetAddress address = InetAddress.ofLiteral("20.0.0." + ++hosts);
      world.name(name, address);
      addresses.add(address);
    }
    Callable<Boolean> main =
        () -> {
          long begin = EventLoop.current().time().nanos();
          begun = begin;
          var web =
              new SimulatedServer(request -> {
                Duration at = Duration.ofNanos(EventLoop.current().time().nanos() - begin);
                asked.add(new Ask(at, request.header("Host").orElseThrow(), request.target()));
                int ask = (int) asked.stream().filter(it -> isSame(it, asked.getLast())).count();
                return site.reply(request.asked(ask));
              });
          for (InetAddress address : addresses) {
            web.listen(new InetSocketAddress(address, 80));
          }
          crawling.run();
          return true;
        };
    EventLoop.run(world, "main", main);
  }

  private static boolean isSame(Ask a, Ask b) {
    return a.host.equals(b.host) && a.target.equals(b.target);
  }

  private void assertGaps(String host, Duration least) {
    List<Ask> asks = asked.stream().filter(it -> it.host.equals(host)).toList();
    assertTrue(asks.size() > 1, host);
    for (int i = 1; i < asks.size(); i++) {
      Duration gap = asks.get(i).at.minus(asks.get(i - 1).at);
      assertTrue(
          gap.compareTo(least.minus(TOLERANCE)) >= 0,
          asks.get(i) + " came " + gap + " after " + asks.get(i - 1));
    }
  }

  private void assertAuditIsClean() throws Exception {
    List<Violation> violations = new ArrayList<>();
    AuditReport report = CrawlAudit.of(directory, violations::add);
    assertEquals(List.of(), violations);
    assertEquals(asked.size(), report.requests());
  }

  private List<String> targets() {
    return asked.stream().map(Ask::target).toList();
  }

  @Test
  void aRobotsFileThatCouldNotBeHadIsAskedForAgainAfterTheDelay() throws Exception {
    TestSite site =
        request ->
            switch (request.target()) {
              case "/robots.txt" -> Reply.status(request.ask() < 3 ? 500 : 404);
              case "/" -> Reply.html("<a href=/1>");
              default -> Reply.html("");
            };
    var options =
        crawlOf("http://a.example/")
            .sitemaps(SitemapPolicy.IGNORE)
            .delay(DELAY)
            .maxTries(8)
            .directory(directory);
    run(site, List.of("a.example"), () -> new Crawl(options.build()).runOnLoop());
    assertEquals(List.of("/robots.txt", "/robots.txt", "/robots.txt", "/", "/1"), targets());
    assertGaps("a.example", DELAY);
    assertAuditIsClean();
  }

  /** A server that reads requests on kept connections, and closes them. */
  private static Reply closingAtFirst(TestRequest request) {
    boolean closes = !request.target().equals("/robots.txt") && request.ask() == 1;
    return switch (request.target()) {
      case "/robots.txt" -> Reply.redirect(301, "/rules.txt");
      case "/rules.txt" -> closes ? Reply.close() : Reply.text("User-agent: *\nAllow: /\n");
      case "/" ->
          closes ? Reply.close() : Reply.html("<a href=/1><a href=/2><a href=/3><a href=/4>");
      case "/3" -> closes ? Reply.status(408) : Reply.html("");
      default -> closes ? Reply.close() : Reply.html("");
    };
  }

  @Test
  void aRequestThatIsSentAgainWaitsItsTurnAndIsInTheLedger() throws Exception {
    Duration delay = Duration.ofSeconds(2); // Connections are kept for longer.
    var options =
        crawlOf("http://a.example/")
            .sitemaps(SitemapPolicy.IGNORE)
            .delay(delay)
            .maxTries(1)
            .directory(directory);
    var test = new TestCrawl(options);
    run(RobotsGapTest::closingAtFirst, List.of("a.example"), () -> test.crawl.runOnLoop());
    assertEquals(5, test.answered().values().stream().filter(it -> it == 200).count());
    assertTrue(asked.size() > 8, targets().toString());
    assertGaps("a.example", delay);
    assertAuditIsClean();
  }

  @Test
  void aRobotsFileThatFailsForFiveSecondsLosesNothing() throws Exception {
    TestSite site =
        request -> {
          boolean isDown = EventLoop.current().time().nanos() - begun < 5_000_000_000L;
          return request.target().equals("/robots.txt")
              ? Reply.status(isDown ? 500 : 404)
              : Reply.html("");
        };
    List<String> roots = new ArrayList<>();
    for (int page = 0; page < 50; page++) {
      roots.add("http://a.example/" + page);
    }
    var test = new TestCrawl(crawlOf(roots).sitemaps(SitemapPolicy.IGNORE).directory(directory));
    run(site, List.of("a.example"), () -> test.crawl.runOnLoop());
    assertEquals(50, test.answered().size());
    assertAuditIsClean();
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 600})
  void aRobotsFileThatFailsForSomeTimeLosesNothing(int seconds) throws Exception {
    TestSite site =
        request -> {
          long past = EventLoop.current().time().nanos() - begun;
          if (!request.target().equals("/robots.txt")) {
            return Reply.html("");
          }
          return past > Duration.ofSeconds(seconds).toNanos()
              ? Reply.status(404)
              : past % 2 == 0 ? Reply.close() : Reply.status(503);
        };
    var test =
        new TestCrawl(crawlOf(roots(50)).sitemaps(SitemapPolicy.IGNORE).directory(directory));
    run(site, List.of("a.example"), () -> test.crawl.runOnLoop());
    assertEquals(50, test.answered().size());
    test.verdicts.forEach(verdict -> assertEquals(1, verdict.attempts(), "none is charged"));
    assertAuditIsClean();
  }

  @Test
  void rulesThatAreADayOldHoldOnWhileNewOnesCannotBeHad() {
    TestSite site =
        request ->
            switch (request.target()) {
              case "/robots.txt" -> request.ask() == 1 ? Reply.text(RULES) : Reply.status(503);
              case "/" -> Reply.html("<a href=/private><a href=/1><a href=/2>");
              default -> Reply.html("");
            };
    var test =
        new TestCrawl(
            crawlOf("http://a.example/").sitemaps(SitemapPolicy.IGNORE).delay(Duration.ofHours(9)));
    run(site, List.of("a.example"), () -> test.crawl.runOnLoop());
    assertEquals(List.of("/robots.txt", "/", "/1", "/robots.txt", "/2"), targets());
    assertEquals(Set.of("/", "/1", "/2"), test.answered().keySet());
    assertEquals(Set.of("/private"), test.dropped(DropReason.ROBOTS).keySet());
  }

  private static List<String> roots(int pages) {
    List<String> roots = new ArrayList<>();
    for (int page = 0; page < pages; page++) {
      roots.add("http://a.example/" + page);
    }
    return roots;
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 600})
  void aHostThatIsDownWhileItsCrawlIsResumedLosesNothing(int seconds) {
    TestSite site =
        request -> request.target().equals("/robots.txt") ? Reply.status(404) : Reply.html("");
    var options = crawlOf(roots(50)).sitemaps(SitemapPolicy.IGNORE).directory(directory);
    var end = new Instant[1];
    run(
        site,
        List.of("a.example"),
        () -> {
          new TestCrawl(options.maxPages(10)).crawl.runOnLoop();
          end[0] = EventLoop.current().time().now();
        });
    InetAddress address = InetAddress.ofLiteral("20.0.0.9");
    var later = SimulationOptions.FAULT_FREE.withStart(end[0]);
    var test = new TestCrawl(options.maxPages(Long.MAX_VALUE));
    EventLoop.run(
        Simulation.of(2, later).name("a.example", address),
        "main",
        () -> {
          EventLoop.current()
              .spawn(
                  "the host comes up",
                  () -> {
                    EventLoop.sleep(Duration.ofSeconds(seconds));
                    new SimulatedServer(site).listen(new InetSocketAddress(address, 80));
                    return true;
                  });
          return test.crawl.runOnLoop();
        });
    assertEquals(40, test.answered().size());
  }

  @Test
  void aRobotsFileThatFailsOnceLosesNothing() throws Exception {
    TestSite site =
        request ->
            request.target().equals("/robots.txt")
                ? request.ask() == 1 ? Reply.close() : Reply.status(404)
                : Reply.html("");
    var test =
        new TestCrawl(
            crawlOf("http://a.example/").sitemaps(SitemapPolicy.IGNORE).directory(directory));
    run(site, List.of("a.example"), () -> test.crawl.runOnLoop());
    assertEquals(List.of("/robots.txt", "/robots.txt", "/"), targets());
    assertEquals(1, test.answered().size());
  }

  @Test
  void aSiteThatNeverSaysItsRulesIsGivenUpAndTheCrawlEnds() throws Exception {
    List<String> roots = new ArrayList<>();
    for (int page = 0; page < 500; page++) {
      roots.add("http://a.example/" + page);
    }
    var test = new TestCrawl(crawlOf(roots).sitemaps(SitemapPolicy.IGNORE).directory(directory));
    run(_ -> Reply.status(500), List.of("a.example"), () -> test.crawl.runOnLoop());
    assertEquals(500, test.dropped(DropReason.ROBOTS_UNREACHABLE).size());
    assertEquals(Set.of("/robots.txt"), Set.copyOf(targets()));
    Duration last = asked.getLast().at;
    assertTrue(last.toMinutes() >= 14 && last.toMinutes() <= 17, last.toString());
    assertTrue(asked.size() < 25, asked.size() + " requests");
    assertAuditIsClean();
  }

  @Test
  void withLessPatienceASiteIsGivenUpSooner() throws Exception {
    var options =
        crawlOf(roots(50))
            .sitemaps(SitemapPolicy.IGNORE)
            .patience(Duration.ofMinutes(2))
            .directory(directory);
    var test = new TestCrawl(options);
    run(_ -> Reply.status(500), List.of("a.example"), () -> test.crawl.runOnLoop());
    assertEquals(50, test.dropped(DropReason.ROBOTS_UNREACHABLE).size());
    Duration last = asked.getLast().at;
    assertTrue(last.toMinutes() >= 1 && last.toMinutes() <= 4, last.toString());
    assertAuditIsClean();
  }

  @Test
  void theNextProcessKeepsTheGapAfterARobotsFile() throws Exception {
    TestSite site =
        request -> request.target().equals("/robots.txt") ? Reply.text(RULES) : Reply.html("");
    CrawlOptions options =
        crawlOf("http://a.example/").sitemaps(SitemapPolicy.IGNORE).directory(directory).build();
    run(
        site,
        List.of("a.example"),
        () -> {
          var first = new Crawl(options);
          EventLoop.current().after(Duration.ofSeconds(5), first::stop);
          first.runOnLoop();
          new Crawl(options).runOnLoop();
        });
    assertEquals(List.of("/robots.txt", "/"), targets());
    assertGaps("a.example", DELAY);
    assertAuditIsClean();
  }

  /** Hosts whose robots.txt is on another one, which is crawled as well. */
  private void crawlTheRedirected(Crawl crawl, List<String> names) {
    TestSite site =
        request -> {
          boolean isOfCentre = request.header("Host").orElseThrow().equals("centre.example");
          return switch (request.target()) {
            case "/robots.txt" ->
                isOfCentre ? Reply.status(404) : Reply.redirect(301, "http://centre.example/rules");
            case "/" -> Reply.html(isOfCentre ? "<a href=/1><a href=/2><a href=/3>" : "");
            case "/rules" -> Reply.text("");
            default -> Reply.html("");
          };
        };
    run(site, names, crawl::runOnLoop);
  }

  private static List<String> namesAround(String centre, int others) {
    List<String> names = new ArrayList<>(List.of(centre));
    for (int i = 1; i <= others; i++) {
      names.add("h" + i + ".example");
    }
    return names;
  }

  private static CrawlOptions.Builder crawlOfAll(List<String> names) {
    return crawlOf(names.stream().map(name -> "http://" + name + "/").toList())
        .sitemaps(SitemapPolicy.IGNORE);
  }

  @Test
  void aRedirectOfARobotsFileKeepsTheGapOfTheHostThatItLeadsTo() {
    List<String> names = namesAround("centre.example", 4);
    crawlTheRedirected(new Crawl(crawlOfAll(names).delay(DELAY).build()), names);
    assertEquals(4, targets().stream().filter("/rules"::equals).count());
    assertEquals(1 + 4 + 4, asked.stream().filter(it -> it.host.equals("centre.example")).count());
    names.forEach(name -> assertGaps(name, DELAY));
  }

  @Test
  void aRedirectToAHostWhoseTurnIsFarAwayIsNotFollowed() {
    List<String> names = namesAround("centre.example", 1);
    Duration far = Duration.ofMinutes(20);
    var test = new TestCrawl(crawlOfAll(names).delay(far).maxTries(1));
    crawlTheRedirected(test.crawl, names);
    assertEquals(Set.of("/"), test.dropped(DropReason.ROBOTS_UNREACHABLE).keySet());
    assertTrue(!targets().contains("/rules"));
    assertGaps("centre.example", far);
  }

  @Test
  void manyRobotsFilesOnOneHostAreNotAskedForAtOnce() {
    List<String> names = namesAround("centre.example", 40);
    crawlTheRedirected(new Crawl(crawlOfAll(names).tasks(60).build()), names);
    List<Duration> requests =
        asked.stream().filter(it -> it.target.equals("/rules")).map(Ask::at).toList();
    assertEquals(40, requests.size());
    Duration all = requests.getLast().minus(requests.getFirst());
    assertTrue(all.compareTo(Duration.ofSeconds(3)) > 0, all.toString());
  }
}
