package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.items.ItemRules;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ItemOrder;
import dev.arachne.simulation.Fault;
import dev.arachne.simulation.FaultPlan;
import dev.arachne.simulation.Latency;
import dev.arachne.simulation.SimulatedWeb;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.RandomSeeds;
import dev.arachne.testkit.TopFilms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The real pipeline in a simulated world, whose weather changes which page comes first. */
class SimulatedScrapeTest {
  private static final int SEEDS = Integer.getInteger("arachne.simulated.seeds", 100);
  private static final Latency WEB = Latency.between(Duration.ofMillis(25), Duration.ofMillis(250));

  /** The ranks of the films in the order in which their records came. */
  private static List<Object> scrape(long seed, ItemOrder order, FaultPlan faults)
      throws Exception {
    ItemRules rules =
        ItemRules.builder()
            .follow(".pages a")
            .follow(".film a")
            .item("li.film, .rank + dl")
            .field("rank", "regex:class=\"rank\">(\\d+)<")
            .field("minutes", "time")
            .build();
    List<Object> ranks = new ArrayList<>();
    var test =
        new TestCrawl(CrawlOptions.crawlOf("http://films.example/").follow(Set.of()).maxTries(200));
    test.crawl.scrape(
        new RuleScraper(rules),
        order,
        (_, items) -> items.forEach(item -> ranks.addAll(item.values().values())));
    SimulatedWeb.of(seed, SimulationOptions.FAULT_FREE.withLatency(WEB).withFaults(faults))
        .site("films.example", new TopFilms())
        .run(test.crawl::runOnLoop);
    return ranks;
  }

  @Test
  void recordsComeInPageOrderAfterAnyFailure() throws Exception {
    List<Object> expected = scrape(0, ItemOrder.PAGES, FaultPlan.NONE);
    assertEquals(500, expected.size());
    FaultPlan faults =
        (to, random) -> random.nextInt(100) < 15 ? Fault.any(random, 1_000) : Fault.NONE;
    Set<List<Object>> arrivals = new HashSet<>();
    RandomSeeds.forEach(
        Math.max(1, SEEDS / 10),
        seed -> {
          assertEquals(expected, scrape(seed, ItemOrder.PAGES, faults));
          arrivals.add(scrape(seed, ItemOrder.ARRIVAL, faults));
        });
    assertTrue(arrivals.size() > 1, "the weather changed the order of arrival");
  }
}
