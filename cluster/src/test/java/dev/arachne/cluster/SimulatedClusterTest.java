package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.cluster.Orders.Asked;
import dev.arachne.cluster.Orders.Order;
import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.ShardMembership;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.HostPartition;
import dev.arachne.frontier.ShardCensus;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.SeedScope;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.simulation.SimulatedRequest;
import dev.arachne.simulation.SimulatedWeb;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.store.StoreException;
import dev.arachne.testkit.RandomSeeds;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shards that die again and again and are given to others, in virtual time, over a model of Kafka:
 * every page is decided once, no server is asked before its delay is over, and the end is found.
 * The large run: {@code -Darachne.simulated.cluster=1000}.
 */
class SimulatedClusterTest {
  private static final int SEEDS = Integer.getInteger("arachne.simulated.cluster", 3);
  private static final int SHARDS = 5;
  private static final int HOSTS = 12;
  private static final int PAGES = 6;
  private static final int DEATHS = 6;
  private static final Duration DELAY = Duration.ofSeconds(2);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  /** Brokers give a shard away when its owner was silent for so long. */
  private static final Duration SESSION = Duration.ofSeconds(6);

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

  /** One crawl of all shards. Confined to its loop. */
  private final class Scene {
    private final ModelEngine engine = new ModelEngine(SHARDS);
    private final Path directory;
    private final SplittableRandom random;
    private final Map<Integer, ShardState> states = new HashMap<>();
    private final Coordinator coordinator = new Coordinator(SHARDS, Long.MAX_VALUE);
    private final List<Living> living = new ArrayList<>();
    private Orders orders = Orders.NONE.with("crawl", Order.crawl(new Asked(1, "{}")).value());
    private int lives;

    Scene(Path directory, long seed) {
      this.directory = directory;
      this.random = new SplittableRandom(seed);
    }

    /** A shard while somebody has it. */
    private final class Living {
      final int shard;
      final ModelEngine.Owned owned;
      final Crawl crawl;
      final Task<?> task;
      @Nullable Frontier frontier;
      boolean isGranted;
      boolean isEnding;

      Living(int shard) {
        this.shard = shard;
        this.owned = engine.own(shard);
        var options =
            CrawlOptions.crawlOf(url(0, 0))
                .scope(SeedScope.DOMAIN)
                .delay(DELAY)
                .existing(ExistingCrawlPolicy.REPLACE)
                .directory(directory.resolve("life-" + lives++))
                .build();
        var place = new ShardMembership.Engine(owned, owned, ShardCrawl.TENURE, "model");
        this.crawl =
            new Crawl(options)
                .shard(
                    new ShardMembership(
                        new HostPartition(shard, SHARDS),
                        its -> frontier = its,
                        Optional.of(place)));
        this.task = EventLoop.current().spawn("shard " + shard, this::run);
      }

      private boolean run() throws Exception {
        try {
          crawl.runOnLoop();
        } catch (java.io.IOException | StoreException e) {
          return false; // It was taken away.
        }
        return true;
      }

      /** Does what {@link ShardCrawl} does, in fewer words. */
      void look() {
        Frontier open = frontier;
        if (open == null || open.isClosed() || task.isDone()) {
          return;
        }
        try {
          owned.takeIn(open);
          if (!isGranted) {
            isGranted = true;
            open.grant(Long.MAX_VALUE / 4);
          }
          ShardCensus census = open.census();
          states.put(shard, new ShardState("w", census, 0, orders.wave(), 0, 0, open.counts()));
          if (orders.isEnding() && !isEnding) {
            isEnding = open.end();
            open.hasNews();
          }
        } catch (RuntimeException | CancelledException e) {
          states.remove(shard); // It was taken away meanwhile.
        }
      }
    }

    void run() {
      for (int shard = 0; shard < SHARDS; shard++) {
        living.add(new Living(shard));
      }
      long[] deaths = random.longs(DEATHS, 500, 40_000).sorted().toArray();
      long begin = EventLoop.current().time().nanos();
      int died = 0;
      while (living.stream().anyMatch(each -> !each.task.isDone())) {
        long millis = (EventLoop.current().time().nanos() - begin) / 1_000_000;
        if (died < deaths.length && millis >= deaths[died] && !orders.isEnding()) {
          die(living.get(random.nextInt(living.size())));
          died++;
        }
        List.copyOf(living).forEach(Living::look);
        coordinator
            .look(orders, states, EventLoop.current().time().nanos())
            .forEach(order -> orders = orders.with(order.key(), order.value()));
        EventLoop.sleep(LOOK_EVERY);
      }
    }

    private void die(Living one) {
      one.owned.die();
      one.crawl.stop();
      EventLoop.sleep(SESSION);
      living.remove(one);
      living.add(new Living(one.shard));
    }
  }

  @Test
  void everyPageIsDecidedOnceAndNoGapIsTooShortAfterAnyKill() {
    var requests = new long[1];
    RandomSeeds.forEach(
        SEEDS,
        seed -> {
          SimulatedWeb web = SimulatedWeb.of(seed, SimulationOptions.FAULT_FREE);
          for (int host = 0; host < HOSTS; host++) {
            web.site("h" + host + ".example.com", SITE);
          }
          var scene = new Scene[1];
          web.run(() -> {
            scene[0] = new Scene(temporary.resolve("" + seed), seed);
            scene[0].run();
            return true;
          });
          Map<String, Integer> verdicts = scene[0].engine.verdicts();
          for (int host = 0; host < HOSTS; host++) {
            for (int page = 0; page < PAGES; page++) {
              assertEquals(1, verdicts.get(url(host, page)), url(host, page));
            }
          }
          Map<String, Duration> last = new TreeMap<>();
          for (SimulatedRequest request : web.requests()) {
            Duration before = last.put(request.host(), request.at());
            if (before != null) {
              Duration gap = request.at().minus(before);
              assertTrue(gap.compareTo(DELAY) >= 0, () -> request + " came after " + gap);
            }
          }
          requests[0] += web.requests().size();
          for (int shard = 0; shard < SHARDS; shard++) {
            List<Violation> violations = new ArrayList<>();
            CrawlAudit.of(scene[0].engine.own(shard), violations::add);
            assertEquals(List.of(), violations);
          }
        });
    System.out.printf(
        "simulated cluster: %,d crawls, %,d shards died, %,d requests%n",
        SEEDS, SEEDS * DEATHS, requests[0]);
  }
}
