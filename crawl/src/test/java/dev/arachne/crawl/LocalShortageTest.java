package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.DropReason;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SeedScope;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.simulation.DnsFault;
import dev.arachne.simulation.Fault;
import dev.arachne.simulation.FaultPlan;
import dev.arachne.simulation.SimulatedServer;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** What this machine lacks is no failure of a URL: a crawl with one try for each waits for it. */
class LocalShortageTest {
  private static final int HOSTS = 5;

  private static final TestSite SITE =
      request -> {
        if (request.target().equals("/robots.txt")) {
          return Reply.status(404);
        }
        var links = new StringBuilder();
        for (int host = 0; host < HOSTS; host++) {
          links.append("<a href=http://").append(host(host)).append("/").append(host).append(">");
        }
        return Reply.html(links.toString());
      };

  private static String host(int number) {
    return "h" + number + ".example.com";
  }

  private static TestCrawl crawl(Function<String, DnsFault> faults) {
    var plan =
        new FaultPlan() {
          @Override
          public Fault connection(InetSocketAddress to, RandomGenerator random) {
            return Fault.NONE;
          }

          @Override
          public DnsFault name(String host, RandomGenerator random) {
            return faults.apply(host);
          }
        };
    Simulation world = Simulation.of(1, SimulationOptions.FAULT_FREE.withFaults(plan));
    var address = InetAddress.ofLiteral("20.0.0.1");
    for (int host = 0; host < HOSTS; host++) {
      world.name(host(host), address);
    }
    var options =
        CrawlOptions.crawlOf("http://" + host(0) + "/0").scope(SeedScope.DOMAIN).maxTries(1);
    var test = new TestCrawl(options);
    EventLoop.run(
        world,
        "main",
        () -> {
          new SimulatedServer(SITE).listen(new InetSocketAddress(address, 80));
          test.report = test.crawl.runOnLoop();
          return true;
        });
    return test;
  }

  @Test
  void aCrawlWaitsForTheNameService() {
    TestCrawl test = crawl(_ -> isBefore(Duration.ofSeconds(90)) ? DnsFault.FAILED : DnsFault.NONE);
    assertEquals(Map.of("/0", 200, "/1", 200, "/2", 200, "/3", 200, "/4", 200), test.answered());
    assertTrue(test.retries.isEmpty(), test.retries::toString);
    assertTrue(test.report.elapsed().compareTo(Duration.ofSeconds(90)) > 0);
  }

  @Test
  void aNameServiceThatFailsInTheMiddleDecidesNothing() {
    TestCrawl test =
        crawl(host ->
            !host.equals(host(0)) && isBefore(Duration.ofSeconds(60))
                ? DnsFault.FAILED
                : isServiceDown(host) ? DnsFault.FAILED : DnsFault.NONE);
    assertEquals(HOSTS, test.answered().size(), test.verdicts::toString);
    assertTrue(test.retries.isEmpty(), test.retries::toString);
  }

  /** The names that are asked only to see whether any is answered. */
  private static boolean isServiceDown(String host) {
    return host.endsWith("." + host(0)) && isBefore(Duration.ofSeconds(60));
  }

  @Test
  void aNameThatIsNotFoundIsAMatterOfItsHost() {
    TestCrawl test = crawl(host -> host.equals(host(2)) ? DnsFault.UNKNOWN : DnsFault.NONE);
    assertEquals(Set.of("/0", "/1", "/3", "/4"), test.answered().keySet());
    assertEquals(Set.of("/2"), test.dropped(DropReason.ROBOTS_UNREACHABLE).keySet());
  }

  @Test
  void aNameWhoseServersAreSilentHoldsUpNoOther() {
    TestCrawl test = crawl(host -> host.equals(host(2)) ? DnsFault.FAILED : DnsFault.NONE);
    assertEquals(Set.of("/0", "/1", "/3", "/4"), test.answered().keySet());
    String why = test.dropped(DropReason.ROBOTS_UNREACHABLE).get("/2");
    assertTrue(why.contains("the name servers of h2.example.com did not answer"), why);
  }

  @Test
  void aNameServiceThatStaysAwayEndsTheCrawlAndDecidesNothing() {
    var decided = new int[1];
    var failure =
        assertThrows(
            TaskFailedException.class,
            () -> decided[0] = crawl(_ -> DnsFault.FAILED).verdicts.size());
    Throwable why = failure.failure();
    assertTrue(why instanceof IOException, why::toString);
    assertTrue(why.getMessage().startsWith("the name service cannot be asked for h0.example.com"));
    assertEquals(0, decided[0]);
  }

  /** In the world's time, which begins at 0. */
  private static boolean isBefore(Duration time) {
    return EventLoop.current().time().nanos() < time.toNanos();
  }
}
