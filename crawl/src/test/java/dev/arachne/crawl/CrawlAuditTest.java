package dev.arachne.crawl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.arachne.audit.AuditReport;
import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.audit.Violation.Rule;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.FrontierOptions;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.RulesVisit;
import dev.arachne.frontier.Visit;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.HostTable;
import dev.arachne.options.KeptOptions;
import dev.arachne.options.OptionsFile;
import dev.arachne.options.PolitenessTerms;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.pace.Politeness;
import dev.arachne.robots.RobotsRecord;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.simulation.Latency;
import dev.arachne.simulation.SimulatedServer;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.store.DiskStore;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The audit of crawls of 500 hosts, beside what the hosts saw of them. */
class CrawlAuditTest {
  private static final int HOSTS = 500;

  @TempDir Path temporary;

  private final List<Violation> violations = new ArrayList<>();

  private AuditReport audit(Path directory) throws Exception {
    return CrawlAudit.of(directory, violations::add);
  }

  private static String address(int host) {
    return "127.0." + (1 + host / 250) + "." + (1 + host % 250);
  }

  private static TestWeb web() {
    TestWeb.Plan plan = TestWeb.plan();
    for (int host = 0; host < HOSTS; host++) {
      plan.site(address(host), new AuditedHosts(host));
    }
    return plan.start();
  }

  private static List<String> roots(TestWeb web) {
    List<String> roots = new ArrayList<>();
    for (int host = 0; host < HOSTS; host++) {
      roots.add(web.url(address(host), "/"));
    }
    return roots;
  }

  /** When each address was asked, in order, in microseconds, by the ledger. */
  private static Map<String, List<Long>> sent(Path directory) throws Exception {
    Map<String, List<Long>> sent = new TreeMap<>();
    List<Exchange> exchanges = new ArrayList<>();
    DiskStore.read(
        DirectoryFormat.store(directory),
        rows -> {
          Ledger.of(rows)
              .read((entry, _) -> {
                switch (entry) {
                  case LedgerEntry.RulesFetched rules -> exchanges.addAll(rules.exchanges());
                  case LedgerEntry.SubresourceFetched its -> exchanges.add(its.exchange());
                  case LedgerEntry.Attempt later -> later.exchange().ifPresent(exchanges::add);
                  case LedgerEntry.Found _,
                      LedgerEntry.Reopened _,
                      LedgerEntry.Departure _,
                      LedgerEntry.Changed _,
                      LedgerEntry.Begun _ -> {}
                }
              });
          return true;
        });
    for (Exchange exchange : exchanges) {
      sent.computeIfAbsent(exchange.address().getHostAddress(), _ -> new ArrayList<>())
          .add(ChronoUnit.MICROS.between(Instant.EPOCH, exchange.sent()));
    }
    sent.values().forEach(times -> times.sort(null));
    return sent;
  }

  private static Map<String, List<Long>> seen(TestWeb web) {
    Map<String, List<Long>> seen = new TreeMap<>();
    for (LoggedRequest request : web.requests()) {
      seen.computeIfAbsent(request.local().getHostAddress(), _ -> new ArrayList<>())
          .add(request.nanos() / 1_000);
    }
    return seen;
  }

  /** By how many microseconds the gaps of two logs of the same requests differ, in order. */
  private static List<Long> differences(Map<String, List<Long>> a, Map<String, List<Long>> b) {
    assertEquals(a.keySet(), b.keySet());
    List<Long> differences = new ArrayList<>();
    a.forEach((host, times) -> {
      List<Long> others = b.getOrDefault(host, List.of());
      assertEquals(times.size(), others.size(), host);
      for (int i = 1; i < times.size(); i++) {
        long gap = times.get(i) - times.get(i - 1);
        differences.add(Math.abs(gap - (others.get(i) - others.get(i - 1))));
      }
    });
    differences.sort(null);
    return differences;
  }

  @Test
  void theGapsOfTheLedgerAreThoseThatTheHostsSawAndNoRuleIsBroken() throws Exception {
    try (TestWeb web = web()) {
      AuditedHosts.crawl(roots(web), temporary);
      AuditReport report = audit(temporary);
      assertEquals(List.of(), violations);
      assertTrue(report.isClean());
      assertEquals(web.requestCount(), report.requests());
      for (Rule rule :
          EnumSet.complementOf(EnumSet.of(Rule.ADDRESS_GAP, Rule.ADDRESS_PARALLEL, Rule.CHANGES))) {
        assertTrue(report.rules().get(rule).checks() > 0, rule + " was not looked at");
      }
      List<Long> differences = differences(sent(temporary), seen(web));
      long median = differences.get(differences.size() / 2);
      assertTrue(median < 50_000, median + " us");
      System.out.printf(
          "audit: %,d requests of %,d hosts, gaps differ by %,d us (median), %,d us (99%%), %,d us"
              + " (most)%n",
          report.requests(),
          HOSTS,
          median,
          differences.get(differences.size() * 99 / 100),
          differences.getLast());
    }
  }

  @Test
  void inASimulatedWorldTheGapsDifferOnlyByTheTurnsOfTheLoop() throws Exception {
    Simulation world =
        Simulation.of(
            1, SimulationOptions.FAULT_FREE.withLatency(Latency.fixed(Duration.ofMillis(40))));
    List<String> roots = new ArrayList<>();
    for (int host = 0; host < HOSTS; host++) {
      world.name("h" + host + ".example", simulated(host));
      roots.add("http://h" + host + ".example/");
    }
    Map<String, List<Long>> seen = new TreeMap<>();
    EventLoop.run(
        world,
        "main",
        () -> {
          for (int host = 0; host < HOSTS; host++) {
            serve(host, seen);
          }
          return new Crawl(AuditedHosts.options(roots, temporary)).runOnLoop();
        });
    AuditReport report = audit(temporary);
    assertEquals(List.of(), violations);
    assertEquals(
        Stream.iterate(0, host -> host + 1)
            .limit(HOSTS)
            .mapToInt(host -> new AuditedHosts(host).requests())
            .sum(),
        report.requests());
    long most = differences(sent(temporary), seen).getLast();
    assertTrue(most <= 10_000, most + " us");
  }

  private static InetAddress simulated(int host) {
    return InetAddress.ofLiteral("20.0." + host / 250 + "." + (1 + host % 250));
  }

  private static void serve(int host, Map<String, List<Long>> seen) throws Exception {
    var site = new AuditedHosts(host);
    int[] asks = {0};
    List<Long> times = new ArrayList<>();
    seen.put(simulated(host).getHostAddress(), times);
    var web =
        new SimulatedServer(request -> {
          times.add(EventLoop.current().time().nanos() / 1_000);
          return site.reply(request.target().equals("/tired") ? request.asked(++asks[0]) : request);
        });
    web.listen(new InetSocketAddress(simulated(host), 80));
  }

  static Stream<Arguments> broken() {
    String gaps = "HostGaps";
    return Stream.of(
        arguments(
            Set.of(Rule.HOST_GAP),
            "the delay is ignored",
            "frontier",
            "HostQueue",
            "return delay;",
            "return 1;"),
        arguments(
            Set.of(Rule.HOST_PARALLEL),
            "the limit is off by one",
            "frontier",
            "HostQueue",
            "leased < mostLeases(throttling, bound)",
            "leased <= mostLeases(throttling, bound)"),
        arguments(
            Set.of(Rule.RETRY_AFTER),
            "Retry-After is dropped by the frontier",
            "frontier",
            gaps,
            "      line.rest(host, now + pause.toNanos(), now);",
            ""),
        arguments(
            Set.of(Rule.RETRY_AFTER),
            "Retry-After is taken for less",
            "frontier",
            gaps,
            "      line.rest(host, now + pause.toNanos(), now);",
            "      line.leaveAlone(host, now + pause.toNanos() / 2, now);"),
        arguments(
            Set.of(Rule.ROBOTS),
            "robots rules are ignored",
            "crawl",
            "Robots",
            "if (!verdict.allowed()) {",
            "if (verdict == null) {"),
        arguments(
            Set.of(Rule.HOST_GAP),
            "the crawl delay is ignored",
            "crawl",
            "Robots",
            "rules.crawlDelay(agent).orElse(Duration.ZERO),",
            "Duration.ZERO,"),
        arguments(
            Set.of(Rule.SUMS),
            "a skipped URL is not counted",
            "ledger",
            "StoredCounts",
            "case SKIPPED -> skipped += urls;",
            "case SKIPPED -> {}"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("broken")
  void aBrokenBuildIsCaught(
      Set<Rule> rules, String what, String module, String type, String line, String other)
      throws Exception {
    Path directory = temporary.resolve("crawl");
    try (TestWeb web = web();
        BrokenBuild build = BrokenBuild.of(module, type, line, other, temporary.resolve("build"))) {
      build.call(AuditedHosts.class, "crawl", roots(web), directory);
    }
    AuditReport report = audit(directory);
    Set<Rule> found = EnumSet.noneOf(Rule.class);
    violations.forEach(violation -> found.add(violation.rule()));
    assertEquals(rules, found, () -> what + ": " + violations.getFirst());
    System.out.printf("audit: %s: %,d violations%n", what, violations.size());
    assertTrue(!report.isClean());
  }

  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");

  /** What is found in a ledger of one request to each of some hosts that share an address. */
  private Set<Rule> neighbours(Duration addressDelay, int perAddress, Duration... sentAfter)
      throws Exception {
    CrawlOptions options =
        CrawlOptions.crawlOf("http://h0/")
            .sitemaps(SitemapPolicy.IGNORE)
            .robots(RobotsPolicy.IGNORE)
            .perHost(1)
            .perAddress(perAddress)
            .addressDelay(addressDelay)
            .build();
    OptionsFile.write(temporary, KeptOptions.of(options));
    var store = DiskStore.open(DirectoryFormat.store(temporary), 16 << 20);
    EventLoop.run(
        Simulation.of(1),
        "main",
        () -> {
          Frontier frontier =
              Frontier.open(EventLoop.current(), store, FrontierOptions.DEFAULT, _ -> {});
          Task<?> commits = EventLoop.current().spawn("frontier", frontier);
          frontier.begun(PolitenessTerms.text(options, HostTable.NONE));
          for (int host = 0; host < sentAfter.length; host++) {
            frontier.offer(Discovery.root(CrawlUrl.of("http://h" + host + "/")));
            Lease lease = Objects.requireNonNull(frontier.lease());
            Instant sent = START.plus(sentAfter[host]);
            var exchange = new Exchange(simulated(1), sent, Duration.ofMillis(500));
            frontier.complete(
                lease,
                Visit.of(new Disposition.Dropped(DropReason.FETCH, "reset"))
                    .over(List.of(exchange), Optional.empty()));
          }
          frontier.close();
          return commits.await();
        });
    audit(temporary);
    Set<Rule> found = EnumSet.noneOf(Rule.class);
    violations.forEach(violation -> found.add(violation.rule()));
    return found;
  }

  /** What is found where rules are a day old, the site does not say new ones, and pages go on. */
  private Set<Rule> afterADay(String page) throws Exception {
    CrawlOptions options =
        CrawlOptions.crawlOf("http://h0/").sitemaps(SitemapPolicy.IGNORE).build();
    OptionsFile.write(temporary, KeptOptions.of(options));
    var store = DiskStore.open(DirectoryFormat.store(temporary), 16 << 20);
    FrontierOptions obedient =
        FrontierOptions.DEFAULT.withPoliteness(Politeness.NONE.obeyingRobots());
    EventLoop.run(
        Simulation.of(1, SimulationOptions.FAULT_FREE.withLimit(Duration.ofDays(2))),
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          Frontier frontier = Frontier.open(loop, store, obedient, _ -> {});
          Task<?> commits = loop.spawn("frontier", frontier);
          frontier.begun(PolitenessTerms.text(options, HostTable.NONE));
          frontier.offer(Discovery.root(CrawlUrl.of("http://h0" + page)));
          completeRules(
              frontier, RobotsRecord.answered(200, "User-agent: *\nDisallow: /no".getBytes(UTF_8)));
          EventLoop.sleep(Duration.ofHours(25));
          completeRules(frontier, RobotsRecord.failed("reset"));
          EventLoop.sleep(Duration.ofSeconds(10));
          Lease lease = Objects.requireNonNull(frontier.lease());
          var answer = new Disposition.Answer(200, "text/html", 0, Duration.ZERO);
          frontier.complete(
              lease,
              Visit.of(new Disposition.Done(answer))
                  .over(List.of(exchange(frontier)), Optional.empty()));
          frontier.close();
          return commits.await();
        });
    audit(temporary);
    Set<Rule> found = EnumSet.noneOf(Rule.class);
    violations.forEach(violation -> found.add(violation.rule()));
    return found;
  }

  private static void completeRules(Frontier frontier, RobotsRecord record) {
    Lease lease = Objects.requireNonNull(frontier.lease());
    assertEquals(Lease.Purpose.RULES, lease.purpose());
    boolean isSaid = RobotsRecord.isSaid(record.toBytes());
    frontier.complete(
        lease,
        new RulesVisit(
            record.toBytes(),
            isSaid ? Optional.empty() : Optional.of(record.text()),
            Duration.ZERO,
            List.of(exchange(frontier)),
            Optional.empty()));
  }

  private static Exchange exchange(Frontier frontier) {
    Instant now = frontier.timeOf(EventLoop.current().time().nanos());
    return new Exchange(simulated(1), now, Duration.ofMillis(1));
  }

  @Test
  void oldRulesHoldOnWhileNewOnesCannotBeHad() throws Exception {
    assertEquals(Set.of(), afterADay("/yes"));
  }

  @Test
  void oldRulesForbidWhileNewOnesCannotBeHad() throws Exception {
    assertEquals(Set.of(Rule.ROBOTS), afterADay("/no"));
  }

  @Test
  void hostsOnOneAddressShareItsGap() throws Exception {
    assertEquals(
        Set.of(Rule.ADDRESS_GAP),
        neighbours(
            Duration.ofSeconds(1),
            1,
            Duration.ZERO,
            Duration.ofSeconds(2),
            Duration.ofMillis(900)));
    assertEquals(START.plusMillis(900), violations.getFirst().at());
  }

  @Test
  void hostsOnOneAddressShareItsLimitWhateverTheOrderOfTheLedger() throws Exception {
    assertEquals(
        Set.of(Rule.ADDRESS_PARALLEL),
        neighbours(
            Duration.ZERO, 2, Duration.ofMillis(400), Duration.ofMillis(200), Duration.ZERO));
    assertEquals(START.plusMillis(400), violations.getFirst().at());
  }

  @Test
  void hostsOnOneAddressThatKeepToItsBoundsAreFine() throws Exception {
    assertEquals(
        Set.of(),
        neighbours(
            Duration.ofSeconds(1), 1, Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ZERO));
  }
}
