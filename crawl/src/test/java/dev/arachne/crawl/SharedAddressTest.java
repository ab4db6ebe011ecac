package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.AuditReport;
import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.audit.Violation.Rule;
import dev.arachne.options.CrawlOptions;
import dev.arachne.runtime.EventLoop;
import dev.arachne.simulation.SimulatedServer;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.Reply;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts that have two addresses: at the first one nobody is, the other one is all the others'. */
class SharedAddressTest {
  private static final int HOSTS = 40;
  private static final int MOST = 4;
  private static final InetAddress SHARED = InetAddress.ofLiteral("20.0.1.1");

  @TempDir Path directory;

  private final Simulation world = Simulation.of(1, SimulationOptions.FAULT_FREE);
  private final List<Violation> violations = new ArrayList<>();

  private AuditReport crawl(CrawlOptions.Builder options) throws Exception {
    var test = new TestCrawl(options.tasks(HOSTS).directory(directory));
    EventLoop.run(
        world,
        "main",
        () -> {
          var web =
              new SimulatedServer(request -> {
                Reply reply =
                    switch (request.target()) {
                      case "/robots.txt" -> Reply.status(404);
                      case "/" -> Reply.html("<a href=/1>");
                      default -> Reply.html("");
                    };
                return reply.after(Duration.ofSeconds(1));
              });
          web.listen(new InetSocketAddress(SHARED, 80));
          return test.crawl.runOnLoop();
        });
    assertEquals(2 * HOSTS, test.verdicts.size());
    assertEquals(2, test.answered().size());
    return CrawlAudit.of(directory, violations::add);
  }

  private List<String> roots() {
    List<String> roots = new ArrayList<>();
    for (int i = 1; i <= HOSTS; i++) {
      world.name("h" + i + ".example", InetAddress.ofLiteral("20.0.0." + i), SHARED);
      roots.add("http://h" + i + ".example/");
    }
    return roots;
  }

  @Test
  void theBoundOfTheAddressThatIsAskedHolds() throws Exception {
    AuditReport report = crawl(crawlOf(roots()).perAddress(MOST));
    assertTrue(report.rules().get(Rule.ADDRESS_PARALLEL).checks() >= 3 * HOSTS);
    assertEquals(List.of(), violations);
  }

  @Test
  void theGapOfTheAddressThatIsAskedHolds() throws Exception {
    AuditReport report = crawl(crawlOf(roots()).addressDelay(Duration.ofMillis(300)));
    assertTrue(report.rules().get(Rule.ADDRESS_GAP).checks() >= 3 * HOSTS);
    assertEquals(List.of(), violations);
  }
}
