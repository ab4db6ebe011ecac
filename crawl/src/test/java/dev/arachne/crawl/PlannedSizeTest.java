package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.simulation.SimulatedWeb;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How many pages a plan says that a site has, against how many it has, over thirty simulated sites
 * of several shapes, drawn from a seed. A site counts if the estimate is within 25 % of the truth.
 */
final class PlannedSizeTest {
  private static final int SITES = 30;
  private static final double WITHIN = 0.25;

  private static final List<SimulatedSite.Shape> ALL =
      List.of(
          SimulatedSite.Shape.TREE,
          SimulatedSite.Shape.WIDE,
          SimulatedSite.Shape.GRAPH,
          SimulatedSite.Shape.CHAINS,
          SimulatedSite.Shape.LATE,
          SimulatedSite.Shape.MENU);

  private static final List<SimulatedSite.Shape> USUAL =
      List.of(
          SimulatedSite.Shape.TREE,
          SimulatedSite.Shape.WIDE,
          SimulatedSite.Shape.GRAPH,
          SimulatedSite.Shape.MENU);

  private static final List<SimulatedSite.Shape> DEEP =
      List.of(SimulatedSite.Shape.CHAINS, SimulatedSite.Shape.LATE);

  private enum Sites {
    /** All shapes, with sitemaps that list all pages of one host. */
    LISTED,
    /** The same with between half and all of the pages. */
    PARTLY_LISTED,
    /** Shapes in which pages are much like others of their level, without a sitemap. */
    USUAL,
    /**
     * Pages in chains of tens, and parts to which one page alone leads: no sample foresees them.
     */
    DEEP
  }

  @ParameterizedTest
  @CsvSource({
    "20261125, LISTED, 30, 30",
    "7, LISTED, 30, 30",
    "20261125, PARTLY_LISTED, 30, 28",
    "7, PARTLY_LISTED, 30, 28",
    "20261125, USUAL, 30, 22",
    "7, USUAL, 30, 22",
    "20261125, USUAL, 100, 28",
    "7, USUAL, 100, 28",
  })
  void thePagesAreWithinAQuarterOfTheTruth(long seed, Sites kind, int sample, int expected)
      throws Exception {
    var told = new StringBuilder();
    int good = 0;
    var seeds = new SplittableRandom(seed);
    for (int i = 0; i < SITES; i++) {
      SimulatedSite site = site(kind, i, seeds);
      CrawlEstimate its = plan(site, sample);
      double ratio = (double) its.size().pages() / site.pages();
      boolean isGood = Math.abs(ratio - 1) <= WITHIN;
      good += isGood ? 1 : 0;
      told.append(
          "%s, %d pages: %s by %d, %.2f%s%n"
              .formatted(
                  site.shape, site.pages(), its.size(), its.asked(), ratio, isGood ? "" : " (!)"));
    }
    if (Boolean.getBoolean("arachne.told")) {
      System.out.println(good + " of " + kind + " by " + sample + "\n" + told);
    }
    assertTrue(good >= expected, good + "\n" + told);
  }

  @Test
  void aSiteThatHidesHowLargeItIsHasAtLeastWhatWasSeen() throws Exception {
    var seeds = new SplittableRandom(20261125);
    for (int i = 0; i < SITES; i++) {
      SimulatedSite site = site(Sites.DEEP, i, seeds);
      CrawlEstimate its = plan(site, 30);
      assertTrue(its.size().least() > 30 && its.size().least() <= site.pages(), its::toString);
      assertTrue(its.size().pages() >= its.size().least(), its::toString);
    }
  }

  @Test
  void noMoreThanTheSampleIsAskedForAndASmallSiteIsKnownWhole() throws Exception {
    var site = new SimulatedSite(1, SimulatedSite.Shape.WIDE);
    SimulatedWeb web = site.web();
    CrawlEstimate few = web.run(CrawlEstimator.of(site.options().build(), 10)::runOnLoop);
    assertEquals(10, few.asked());
    List<String> targets = web.targets("h0.example");
    assertEquals(11, targets.size(), targets::toString);
    assertEquals("/robots.txt", targets.getFirst());
    CrawlEstimate all = plan(site, 100_000);
    assertEquals(site.pages(), all.asked());
    assertEquals(site.pages(), all.size().pages());
    assertEquals(all.size().pages(), all.size().most());
  }

  private static CrawlEstimate plan(SimulatedSite site, int sample) throws Exception {
    CrawlEstimate plan =
        site.web().run(CrawlEstimator.of(site.options().build(), sample)::runOnLoop);
    assertTrue(plan.asked() <= sample, plan::toString);
    return plan;
  }

  private static SimulatedSite site(Sites kind, int number, SplittableRandom seeds) {
    long seed = seeds.nextLong();
    double share = seeds.nextDouble(0.5, 1);
    return switch (kind) {
      case LISTED -> of(seed, ALL, number).listing(1);
      case PARTLY_LISTED -> of(seed, ALL, number).listing(share);
      case USUAL -> of(seed, USUAL, number);
      case DEEP -> of(seed, DEEP, number);
    };
  }

  private static SimulatedSite of(long seed, List<SimulatedSite.Shape> shapes, int number) {
    return new SimulatedSite(seed, shapes.get(number % shapes.size()));
  }
}
