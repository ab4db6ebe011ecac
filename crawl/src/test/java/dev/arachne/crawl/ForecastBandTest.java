package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.report.CrawlReport;
import dev.arachne.report.Forecast;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.simulation.SimulatedWeb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the time left is said to be, against what it turns out to be, over thirty simulated sites:
 * five of each {@link SimulatedSite.Shape}, drawn from a seed.
 *
 * <p>Counted so: a crawl is looked at when a third of its time has gone by, and 0.4, 0.5, 0.6, 0.7,
 * 0.8 and 0.9 of it. A site counts only if at each of these seven instants there is a band, and the
 * time that the crawl takes from there to its end lies in it, edges included. The width of a band
 * is its upper edge by its lower one. With the first two seeds the band was made; the third was
 * looked at last.
 */
final class ForecastBandTest {
  private static final int SITES = 30;

  /** Those with which the band was made. */
  private static final List<SimulatedSite.Shape> SHAPES =
      List.copyOf(EnumSet.range(SimulatedSite.Shape.TREE, SimulatedSite.Shape.LATE));

  private static final int COVERED = 27;
  private static final double MEDIAN_WIDTH = 2.5;
  private static final double[] INSTANTS = {1 / 3.0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  /** What was said at one time. */
  private record Said(double seconds, Optional<Forecast> band) {}

  /** What was said at one of the instants, and what came of it. */
  private record Look(double left, Optional<Forecast> band) {
    boolean isCovered() {
      return band.isPresent()
          && band.get().least().toMillis() <= 1_000 * left
          && 1_000 * left <= band.get().most().toMillis() + 1;
    }

    double width() {
      return band.map(it -> it.most().toMillis() / (double) Math.max(1, it.least().toMillis()))
          .orElse(Double.POSITIVE_INFINITY);
    }

    @Override
    public String toString() {
      String said =
          band.map(it ->
                  "%.1f-%.1f".formatted(it.least().toMillis() / 1e3, it.most().toMillis() / 1e3))
              .orElse("nothing");
      return "%.1f in %s%s".formatted(left, said, isCovered() ? "" : " (!)");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {20261124, 7, 271_828})
  void theBandCoversTheTruthFromAThirdOfTheCrawlOn(long seed) throws Exception {
    var seeds = new SplittableRandom(seed);
    List<Double> widths = new ArrayList<>();
    var told = new StringBuilder();
    int covered = 0;
    for (int i = 0; i < SITES; i++) {
      var site = new SimulatedSite(seeds.nextLong(), SHAPES.get(i % SHAPES.size()));
      List<Look> looks = looks(site);
      looks.forEach(look -> widths.add(look.width()));
      covered += looks.stream().allMatch(Look::isCovered) ? 1 : 0;
      told.append("%s, %d pages: %s%n".formatted(site.shape, site.pages(), looks));
    }
    widths.sort(null);
    double median = widths.get(widths.size() / 2);
    String all = "%d covered, median width %.2f%n%s".formatted(covered, median, told);
    if (Boolean.getBoolean("arachne.told")) {
      System.out.println(all);
    }
    assertTrue(covered >= COVERED, all);
    assertTrue(median <= MEDIAN_WIDTH, all);
  }

  private static List<Look> looks(SimulatedSite site) throws Exception {
    SimulatedWeb web = site.web();
    var crawl = new Crawl(site.options().build());
    List<Said> said = new ArrayList<>();
    double[] end = new double[1];
    CrawlReport report =
        web.run(() -> {
          EventLoop loop = EventLoop.current();
          Task<Boolean> watch = loop.spawn("watch", () -> watch(crawl, said));
          try {
            return crawl.runOnLoop();
          } finally {
            watch.cancel();
            end[0] = loop.time().nanos() / 1e9;
          }
        });
    assertEquals(site.pages(), report.statuses().get(200).count());
    List<Look> looks = new ArrayList<>();
    for (double instant : INSTANTS) {
      double at = instant * end[0];
      Said then = said.stream().filter(it -> it.seconds >= at).findFirst().orElse(said.getLast());
      looks.add(new Look(end[0] - then.seconds, then.band));
    }
    return looks;
  }

  private static boolean watch(Crawl crawl, List<Said> said) {
    while (true) {
      EventLoop.sleep(LOOK_EVERY);
      double now = EventLoop.current().time().nanos() / 1e9;
      crawl.progress().ifPresent(progress -> said.add(new Said(now, progress.left())));
    }
  }
}
