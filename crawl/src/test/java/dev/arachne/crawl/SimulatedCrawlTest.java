package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Disposition;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SeedScope;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.StopReason;
import dev.arachne.simulation.Fault;
import dev.arachne.simulation.FaultPlan;
import dev.arachne.simulation.Latency;
import dev.arachne.simulation.SimulatedWeb;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.RandomSeeds;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The real worker, client and frontier in a simulated world. The sizes are those of a build; for
 * the large run:
 *
 * <pre>
 * mvn -pl crawl -am verify -Dtest=SimulatedCrawlTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Darachne.simulated.pages=100000 -Darachne.simulated.hosts=10000 -Darachne.simulated.seeds=1000
 * </pre>
 */
class SimulatedCrawlTest {
  private static final int PAGES = Integer.getInteger("arachne.simulated.pages", 10_000);
  private static final int HOSTS = Integer.getInteger("arachne.simulated.hosts", 1_000);
  private static final int SEEDS = Integer.getInteger("arachne.simulated.seeds", 100);

  private static final Latency WEB = Latency.between(Duration.ofMillis(25), Duration.ofMillis(250));

  /** What a run came to. */
  private record Outcome(
      TreeSet<String> fetched, CrawlReport report, int retries, long hash, long events) {}

  /** Page n stands on host n mod hosts; pages 2n+1 and 2n+2 hang from it, and some links cross. */
  private record ManyHosts(int pages, int hosts) implements TestSite {
    @Override
    public Reply reply(TestRequest request) {
      if (request.target().equals("/robots.txt")) {
        return Reply.status(404);
      }
      int page = Integer.parseInt(request.target().substring(1));
      var random = new SplittableRandom(page);
      var html = new StringBuilder("<title>").append(page).append("</title>");
      for (int link :
          new int[] {2 * page + 1, 2 * page + 2, random.nextInt(pages), random.nextInt(pages)}) {
        if (link < pages) {
          html.append("<a href=\"").append(url(link)).append("\">").append(link).append("</a>");
        }
      }
      return Reply.html(html.toString());
    }

    String url(int page) {
      return "http://" + host(page % hosts) + "/" + page;
    }

    static String host(int number) {
      return "h" + number + ".example.com";
    }
  }

  private static Outcome crawl(long seed, ManyHosts site, int tasks, FaultPlan faults)
      throws Exception {
    SimulatedWeb web =
        SimulatedWeb.of(seed, SimulationOptions.FAULT_FREE.withLatency(WEB).withFaults(faults));
    for (int host = 0; host < site.hosts(); host++) {
      web.site(ManyHosts.host(host), site);
    }
    var options =
        CrawlOptions.crawlOf(site.url(0)).scope(SeedScope.DOMAIN).tasks(tasks).maxTries(200);
    var test = new TestCrawl(options);
    CrawlReport report = web.run(test.crawl::runOnLoop);
    var fetched = new TreeSet<String>();
    test.verdicts.stream()
        .filter(verdict -> verdict.disposition() instanceof Disposition.Done)
        .forEach(verdict -> fetched.add(verdict.discovery().url().toString()));
    Simulation world = web.world();
    return new Outcome(fetched, report, test.retries.size(), world.traceHash(), world.events());
  }

  @Test
  void aLargeCrawlIsAFunctionOfItsSeed() throws Exception {
    var site = new ManyHosts(PAGES, HOSTS);
    Outcome first = crawl(1, site, 1_000, FaultPlan.NONE);
    assertEquals(PAGES, first.fetched().size());
    assertEquals(StopReason.NOTHING_LEFT, first.report().stopReason());
    Outcome second = crawl(1, site, 1_000, FaultPlan.NONE);
    assertEquals(first.hash(), second.hash());
    assertTrue(first.hash() != crawl(2, site, 1_000, FaultPlan.NONE).hash());
    System.out.printf(
        "simulated: %,d pages on %,d hosts, %s of virtual time, %,d events, trace %016x%n",
        PAGES, HOSTS, first.report().elapsed(), first.events(), first.hash());
  }

  @Test
  void theSamePagesAreFetchedAndNoWorkerIsStuckAfterAnyFailure() throws Exception {
    var site = new ManyHosts(60, 8);
    TreeSet<String> expected = crawl(0, site, 10, FaultPlan.NONE).fetched();
    assertEquals(60, expected.size());
    FaultPlan faults =
        (to, random) -> random.nextInt(100) < 15 ? Fault.any(random, 1_000) : Fault.NONE;
    int[] retries = {0};
    RandomSeeds.forEach(
        SEEDS,
        seed -> {
          Outcome outcome = crawl(seed, site, 10, faults);
          assertEquals(expected, outcome.fetched());
          assertEquals(0, outcome.report().toDo());
          retries[0] += outcome.retries();
        });
    assertTrue(retries[0] > SEEDS, "the weather was bad: " + retries[0] + " retries");
  }
}
