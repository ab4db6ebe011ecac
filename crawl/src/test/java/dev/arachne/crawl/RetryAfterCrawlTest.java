package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.AuditReport;
import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.audit.Violation.Rule;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.report.CrawlReport;
import dev.arachne.runtime.EventLoop;
import dev.arachne.simulation.SimulatedServer;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crawl of servers that have too much to do at times: real ones, and one in virtual time. */
class RetryAfterCrawlTest {
  private static final String TIRED = "127.0.0.1";
  private static final String AWAKE = "127.0.0.2";
  private static final int PAGES = 12;
  private static final Duration REST = Duration.ofSeconds(1);

  @TempDir Path directory;

  /** By what some pages answer first; all others, and later all, are there. */
  private static final Map<String, Integer> REFUSALS = Map.of("/3", 429, "/7", 503);

  private static TestSite site(Map<String, Integer> refusals) {
    return request -> {
      Integer refusal = refusals.get(request.target());
      if (refusal != null && request.ask() == 1) {
        return Reply.status(refusal).header("Retry-After", "" + REST.toSeconds());
      }
      return switch (request.target()) {
        case "/robots.txt" -> Reply.status(404);
        case "/" -> Reply.html(links());
        default -> Reply.html("");
      };
    };
  }

  private static String links() {
    var html = new StringBuilder();
    for (int page = 1; page <= PAGES; page++) {
      html.append("<a href=/").append(page).append('>');
    }
    return html.toString();
  }

  /**
   * Of several hosts each is asked for one page at a time, so no request is on its way to a host
   * when that asks to be left alone: what comes next came after the time.
   */
  @Test
  void aHostIsLeftAloneForAsLongAsItAsksAndThenGivesEveryPage() throws Exception {
    try (TestWeb web =
        TestWeb.plan().site(TIRED, site(REFUSALS)).site(AWAKE, site(Map.of())).start()) {
      var options = crawlOf(web.url(TIRED, "/"), web.url(AWAKE, "/")).directory(directory);
      CrawlReport report = TestCrawl.of(options).report;
      assertEquals(2L * (1 + PAGES), report.statuses().get(200).count());
      assertEquals(2L * (1 + PAGES), report.answered());

      Map<String, Duration> rests = rests(web);
      assertEquals(REFUSALS.keySet(), rests.keySet());
      rests.forEach((target, rest) -> assertTrue(rest.compareTo(REST) >= 0, target + ": " + rest));

      List<Violation> violations = new ArrayList<>();
      AuditReport audit = CrawlAudit.of(directory, violations::add);
      assertEquals(List.of(), violations);
      assertTrue(audit.rules().get(Rule.RETRY_AFTER).checks() >= REFUSALS.size());
      assertEquals(web.requestCount(), audit.requests());
    }
  }

  /** How long after each refusal the host was asked next, by its own clock. */
  private static Map<String, Duration> rests(TestWeb web) {
    List<LoggedRequest> asked =
        web.requests().stream()
            .filter(request -> request.local().getHostAddress().equals(TIRED))
            .toList();
    Map<String, Duration> rests = new TreeMap<>();
    for (int i = 0; i + 1 < asked.size(); i++) {
      LoggedRequest request = asked.get(i);
      if (REFUSALS.containsKey(request.target()) && !rests.containsKey(request.target())) {
        rests.put(request.target(), Duration.ofNanos(asked.get(i + 1).nanos() - request.nanos()));
      }
    }
    return rests;
  }

  @Test
  void aHostThatHasTooMuchToDoIsLeftAloneForAsLongAsItAsks() {
    Simulation world = Simulation.of(1, SimulationOptions.FAULT_FREE);
    InetAddress address = InetAddress.ofLiteral("20.0.0.1");
    world.name("a.example", address);
    var test = new TestCrawl(crawlOf("http://a.example/").robots(RobotsPolicy.IGNORE));
    List<Long> asked = new ArrayList<>();
    CrawlReport report =
        EventLoop.run(
            world,
            "main",
            () -> {
              var web =
                  new SimulatedServer(request -> {
                    asked.add(EventLoop.current().time().nanos());
                    if (request.target().equals("/")) {
                      return Reply.html("<a href=/1><a href=/2><a href=/3>");
                    }
                    return asked.size() == 2
                        ? Reply.status(429).header("Retry-After", "20")
                        : Reply.html("");
                  });
              web.listen(new InetSocketAddress(address, 80));
              return test.crawl.runOnLoop();
            });
    assertEquals(4, report.statuses().get(200).count());
    long refused = asked.get(1);
    List<Long> later =
        asked.stream().filter(at -> at - refused > Duration.ofSeconds(1).toNanos()).toList();
    assertTrue(!later.isEmpty());
    for (long at : later) {
      Duration pause = Duration.ofNanos(at - refused);
      assertTrue(pause.compareTo(Duration.ofMillis(19_900)) > 0, pause.toString());
    }
    Duration first = Duration.ofNanos(later.getFirst() - refused);
    assertTrue(first.compareTo(Duration.ofMillis(20_100)) < 0, first.toString());
  }
}
