package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.options.CrawlOptions;
import dev.arachne.report.CrawlReport;
import dev.arachne.runtime.EventLoop;
import dev.arachne.simulation.SimulatedServer;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.Reply;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RobotsMemoryTest {
  private static final int HOSTS = 10;
  private static final int PAGES = 5;

  @Test
  void rulesForWhichThereIsRoomAreAskedForOnce() {
    assertEquals(HOSTS, robotsRequests(CrawlOptions.DEFAULT_MEMORY));
  }

  @Test
  void evictedRulesAreReadFromTheStoreAgain() {
    assertEquals(HOSTS, robotsRequests(CrawlOptions.LEAST_MEMORY));
  }

  /** How often robots.txt was asked for in a crawl of some hosts in turns. */
  private static int robotsRequests(long memory) {
    Simulation world = Simulation.of(1, SimulationOptions.FAULT_FREE);
    String longRules = "User-agent: *\nDisallow: /none\n" + "Disallow: /long\n".repeat(2_000);
    var robots = new AtomicInteger();
    List<String> roots = new ArrayList<>();
    for (int i = 0; i < HOSTS; i++) {
      world.name("h" + i + ".example", InetAddress.ofLiteral("20.0.0." + (i + 1)));
      roots.add("http://h" + i + ".example/0");
    }
    var test = new TestCrawl(CrawlOptions.crawlOf(roots).memory(memory));
    CrawlReport report =
        EventLoop.run(
            world,
            "main",
            () -> {
              var web =
                  new SimulatedServer(request -> {
                    if (request.target().equals("/robots.txt")) {
                      robots.incrementAndGet();
                      return Reply.text(longRules);
                    }
                    int page = Integer.parseInt(request.target().substring(1));
                    return Reply.html(page < PAGES ? "<a href=/" + (page + 1) + ">" : "");
                  });
              for (int i = 0; i < HOSTS; i++) {
                InetAddress address = InetAddress.ofLiteral("20.0.0." + (i + 1));
                web.listen(new InetSocketAddress(address, 80));
              }
              return test.crawl.runOnLoop();
            });
    assertEquals(HOSTS * (PAGES + 1), report.statuses().get(200).count());
    return robots.get();
  }
}
