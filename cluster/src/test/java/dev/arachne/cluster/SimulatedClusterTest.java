package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.cluster.SimulatedCluster.Fault;
import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.ShardMembership;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.HostPartition;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.SeedScope;
import dev.arachne.report.StopReason;
import dev.arachne.runtime.EventLoop;
import dev.arachne.simulation.SimulatedRequest;
import dev.arachne.simulation.SimulatedWeb;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.RandomSeeds;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers that die, are suspended, are expelled, leave and return, in virtual time, over a model of
 * Kafka: every page is decided once, no server is asked before its delay is over, and the end is
 * found. The crawls and their coordinator are real.
 *
 * <p>The large run: {@code -Darachne.simulated.cluster=1000}.
 */
class SimulatedClusterTest {
  private static final int SEEDS = Integer.getInteger("arachne.simulated.cluster", 3);
  private static final int SHARDS = 5;
  private static final int HOSTS = 12;
  private static final int PAGES = 6;
  private static final int WORKERS = 3;
  private static final int FAULTS = 6;

  /** A short one is over when a shard has moved; a long one shows what its new owner knows. */
  private static final List<Duration> DELAYS =
      List.of(Duration.ofSeconds(2), Duration.ofSeconds(12));

  @TempDir private Path temporary;

  /** Pages lead to the next of their host, and the first one to two other hosts. */
  private static final TestSite SITE =
      new TestSite() {
        @Override
        public Reply reply(TestRequest request) {
          if (request.target().contains(".")) {
            return Reply.status(404);
          }
          int host = Integer.parseInt(request.hostName().substring(1).replaceAll("\\..*", ""));
          int page = Integer.parseInt(request.target().substring(1));
          var html = new StringBuilder("<a href=/" + (page + 1) % PAGES + ">");
          for (int next : new int[] {2 * host + 1, 2 * host + 2, host + page}) {
            html.append("<a href=").append(url(next % HOSTS, page)).append('>');
          }
          return Reply.html(html.toString());
        }
      };

  private static String url(int host, int page) {
    return "http://h" + host + ".example.com/" + page;
  }

  /** The real crawl of a shard. */
  private static final class CrawlWork implements SimulatedCluster.Work {
    private final Crawl crawl;
    private @Nullable Frontier frontier;

    CrawlWork(int shard, ModelEngine.Owned owned, Path directory, Duration delay) {
      var options =
          CrawlOptions.crawlOf(url(0, 0))
              .scope(SeedScope.DOMAIN)
              .delay(delay)
              .existing(ExistingCrawlPolicy.REPLACE)
              .directory(directory)
              .build();
      var place = new ShardMembership.Engine(owned, owned, owned.tenure(), "model");
      this.crawl =
          new Crawl(options)
              .shard(
                  new ShardMembership(
                      new HostPartition(shard, SHARDS), its -> frontier = its, Optional.of(place)));
    }

    @Override
    public boolean run() throws Exception {
      return crawl.runOnLoop().stopReason() == StopReason.NOTHING_LEFT;
    }

    @Override
    public @Nullable Frontier frontier() {
      return frontier;
    }

    @Override
    public void stop() {
      crawl.stop();
    }

    @Override
    public void drain() {
      crawl.drain();
    }
  }

  /** One crawl, with its faults. */
  private static final class Scene {
    final Map<String, Integer> verdicts = new TreeMap<>();
    final Map<Fault, Integer> faults;
    private final List<Fault> kinds;
    @Nullable SimulatedCluster cluster;
    private final Path directory;
    private final SplittableRandom random;
    final Duration delay;
    private int lives;

    Scene(Path directory, long seed, List<Fault> kinds, Map<Fault, Integer> faults) {
      this.directory = directory;
      this.random = new SplittableRandom(seed);
      this.delay = DELAYS.get(random.nextInt(DELAYS.size()));
      this.kinds = kinds;
      this.faults = faults;
    }

    boolean run() {
      var its =
          new SimulatedCluster(
              SHARDS,
              random,
              (shard, owned, _) ->
                  new CrawlWork(shard, owned, directory.resolve("life-" + lives++), delay),
              verdict -> verdicts.merge(verdict.discovery().url().toString(), 1, Integer::sum));
      cluster = its;
      for (int i = 0; i < FAULTS; i++) {
        Fault fault = kinds.get(random.nextInt(kinds.size()));
        faults.merge(fault, 1, Integer::sum);
        EventLoop.current()
            .after(Duration.ofMillis(random.nextInt(500, 40_000)), () -> its.happen(fault));
      }
      its.run(WORKERS, Duration.ofHours(1));
      return true;
    }
  }

  /** The sums over all crawls. */
  private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);

  private long requests;
  private long moves;
  private long aborted;
  private long lost;

  @Test
  void everyPageIsDecidedOnceAndNoGapIsTooShortAfterAnyFault() {
    crawlAll(
        Fault.OF_WORKERS,
        (scene, _) -> forEachPage(url -> assertEquals(1, scene.verdicts.get(url), url)));
    assertEquals(0, lost);
  }

  /** A page may be reported twice or never by then, see docs/cluster.md. */
  @Test
  void noPageIsForgottenAndTheEndIsFoundIfBrokersLosePartsOfTransactions() {
    crawlAll(
        List.of(Fault.LOSE, Fault.KILL),
        (_, web) -> {
          Set<String> asked =
              web.requests().stream()
                  .map(request -> "http://" + request.host() + request.target())
                  .collect(Collectors.toSet());
          forEachPage(url -> assertTrue(asked.contains(url), url));
        });
    assertTrue(lost > 0);
  }

  private static void forEachPage(Consumer<String> page) {
    for (int host = 0; host < HOSTS; host++) {
      for (int number = 0; number < PAGES; number++) {
        page.accept(url(host, number));
      }
    }
  }

  private void crawlAll(List<Fault> kinds, BiConsumer<Scene, SimulatedWeb> check) {
    RandomSeeds.forEach(
        SEEDS,
        seed -> {
          SimulatedWeb web = SimulatedWeb.of(seed, SimulationOptions.FAULT_FREE);
          for (int host = 0; host < HOSTS; host++) {
            web.site("h" + host + ".example.com", SITE);
          }
          var scene = new Scene(temporary.resolve("" + seed), seed, kinds, faults);
          web.world().withWaitingWork();
          web.run(scene::run);
          check.accept(scene, web);
          assertNoGapIsTooShort(web, scene.delay);
          requests += web.requests().size();
          SimulatedCluster cluster = scene.cluster;
          assertTrue(cluster.isOver());
          moves += cluster.moves();
          aborted += cluster.aborted();
          lost += cluster.lost();
          for (int shard = 0; shard < SHARDS; shard++) {
            List<Violation> violations = new ArrayList<>();
            CrawlAudit.of(cluster.rows(shard), violations::add);
            assertEquals(List.of(), violations);
          }
        });
    System.out.printf(
        "simulated cluster: %,d crawls, faults %s, %,d shards moved, %,d transactions aborted, %,d parts lost, %,d requests%n",
        SEEDS, faults, moves, aborted, lost, requests);
  }

  private static void assertNoGapIsTooShort(SimulatedWeb web, Duration delay) {
    Map<String, Duration> last = new TreeMap<>();
    for (SimulatedRequest request : web.requests()) {
      Duration before = last.put(request.host(), request.at());
      if (before != null) {
        Duration gap = request.at().minus(before);
        assertTrue(gap.compareTo(delay) >= 0, () -> request + " came after " + gap);
      }
    }
  }
}
