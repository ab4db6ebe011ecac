package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.cluster.SimulatedCluster.Fault;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.FrontierOptions;
import dev.arachne.frontier.HostPartition;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.Visit;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.Verdict;
import dev.arachne.pace.HostSignal;
import dev.arachne.pace.Politeness;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.simulation.Simulation;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Twenty workers and many hosts, in virtual time over a model of Kafka. Frontiers and the
 * coordinator are real. A fetch is a departure, a wait of its host, and some work of the worker's
 * processors. The large run: {@code -Darachne.simulated.hosts=1000000}, with 14 GB of heap.
 *
 * <p>Hosts are a tree: the first page of each leads to two others, and to the next of its own.
 */
@Timeout(7_200)
class SimulatedHostsTest {
  private static final int HOSTS = Integer.getInteger("arachne.simulated.hosts", 1_000);
  private static final boolean IS_LARGE = HOSTS >= 100_000;
  private static final int FAULTS = Integer.getInteger("arachne.simulated.faults", 12);
  private static final List<Fault> KINDS = Fault.OF_WORKERS;
  private static final int PAGES = 2;
  private static final int WORKERS = 20;
  private static final int SHARDS = IS_LARGE ? 100 : 40;

  /** Fetches of a shard at a time. */
  private static final int TASKS = IS_LARGE ? 100 : 10;

  private static final Duration DELAY = Duration.ofSeconds(2);

  /** Milliseconds of an answer, at least and less than. */
  private static final int ANSWER_FROM = 100;

  private static final int ANSWER_TO = 500;

  /** A page takes 1.87 ms of CPU, more than docs/cluster.md has, and a worker has two cores. */
  private static final Duration WORK = Duration.ofNanos(1_870_000 / 2);

  private static final FrontierOptions OPTIONS =
      FrontierOptions.DEFAULT
          .withWorkers(TASKS)
          .withMemory(64 << 20)
          .withTenure(new Silences().tenure(0, 0))
          .withPoliteness(Politeness.NONE.withDelay(DELAY, DELAY).withPerHost(1));

  private static final InetAddress ADDRESS = InetAddress.ofLiteral("192.0.2.1");

  private static CrawlUrl url(int host, int page) {
    return CrawlUrl.of("http://h" + host + ".example/" + page);
  }

  private static int host(CrawlUrl url) {
    String name = url.host();
    return Integer.parseInt(name, 1, name.indexOf('.'), 10);
  }

  private static int page(CrawlUrl url) {
    String text = url.toString();
    return Integer.parseInt(text, text.lastIndexOf('/') + 1, text.length(), 10);
  }

  /** One crawl. Confined to its loop. */
  private static final class Scene {
    private final EventLoop loop = EventLoop.current();
    private final SplittableRandom random;
    private final SimulatedCluster cluster;
    private final byte[] decided = new byte[HOSTS * PAGES];
    private final long[] asked = new long[HOSTS];

    /** When each host was asked first, in the order of time. */
    private final long[] first = new long[HOSTS];

    private int begun;
    private int pages;
    private int pagesAtLast;

    /** When each host could be asked next: its first page was found, or its delay was over. */
    private final long[] ready = new long[HOSTS];

    /** Milliseconds from then to each request; those of the second after half of all pages. */
    private final List<Integer> waits = new ArrayList<>();

    private final List<Integer> waitsHalfWay = new ArrayList<>();

    private long halfWay;
    private long requests;
    private long leastGap = Long.MAX_VALUE;

    Scene(long seed) {
      random = new SplittableRandom(seed);
      cluster = new SimulatedCluster(SHARDS, random, FetchingWork::new, this::decided);
    }

    private void decided(Verdict verdict) {
      CrawlUrl url = verdict.discovery().url();
      decided[host(url) * PAGES + page(url)]++;
      pages++;
      if (pages == HOSTS * PAGES / 2) {
        halfWay = loop.time().nanos();
      }
      for (int next = 2 * host(url) + 1; next <= 2 * host(url) + 2 && next < HOSTS; next++) {
        ready[next] = page(url) == 0 ? loop.time().nanos() : ready[next];
      }
    }

    private void asks(int host) {
      long now = loop.time().nanos() + 1;
      if (asked[host] == 0) {
        first[begun++] = now;
        pagesAtLast = pages;
      } else {
        leastGap = Math.min(leastGap, now - asked[host]);
      }
      int wait = (int) ((now - ready[host]) / 1_000_000);
      waits.add(wait);
      if (halfWay > 0 && now - halfWay < 1_000_000_000) {
        waitsHalfWay.add(wait);
      }
      ready[host] = now + DELAY.toNanos();
      asked[host] = now;
      requests++;
    }

    private Duration firstPageOf(double share) {
      return Duration.ofNanos(first[(int) Math.ceil(share * HOSTS) - 1]);
    }

    /** The frontier of a shard, and tasks that do as if they fetched. */
    private final class FetchingWork implements SimulatedCluster.Work {
      private final int shard;
      private final ModelEngine.Owned owned;
      private final SimulatedCluster.Worker worker;
      private @Nullable Frontier frontier;
      private boolean isStopped;

      FetchingWork(int shard, ModelEngine.Owned owned, SimulatedCluster.Worker worker) {
        this.shard = shard;
        this.owned = owned;
        this.worker = worker;
      }

      @Override
      public boolean run() throws Exception {
        FrontierOptions options = OPTIONS.withShare(new HostPartition(shard, SHARDS));
        Frontier open =
            loop.offloadWhole(
                "the rows of shard " + shard,
                () -> {
                  Frontier its = Frontier.open(loop, owned, options, owned, _ -> {});
                  owned.commit();
                  return its;
                });
        return TaskGroup.run(group -> {
          group.spawn("frontier " + shard, open);
          open.begun("terms");
          open.offer(Discovery.root(url(0, 0)));
          frontier = open;
          TaskGroup.run(tasks -> {
            for (int i = 0; i < TASKS; i++) {
              tasks.spawn("a task of " + shard, () -> fetch(open));
            }
            return true;
          });
          open.close();
          return !isStopped;
        });
      }

      private boolean fetch(Frontier open) {
        for (Lease lease = open.lease(); lease != null; lease = open.lease()) {
          CrawlUrl url = lease.url();
          if (open.depart(lease, url.origin(), ADDRESS)) {
            asks(host(url));
            long sent = loop.time().nanos();
            Duration answer = Duration.ofMillis(random.nextInt(ANSWER_FROM, ANSWER_TO));
            EventLoop.sleep(answer);
            worker.compute(WORK);
            var exchange = new Exchange(ADDRESS, open.timeOf(sent), answer);
            var done = new Disposition.Done(new Disposition.Answer(200, "text/html", 0, answer));
            open.complete(
                lease,
                Visit.of(done, links(lease.discovery()))
                    .over(List.of(exchange), Optional.of(new HostSignal.Answered(answer))));
          }
        }
        return true;
      }

      @Override
      public @Nullable Frontier frontier() {
        return frontier;
      }

      @Override
      public void stop() {
        isStopped = true;
        if (frontier != null) {
          frontier.stop();
        }
      }

      @Override
      public void drain() {
        stop();
      }
    }
  }

  private static List<Discovery> links(Discovery from) {
    int host = host(from.url());
    int page = page(from.url());
    List<Discovery> found = new ArrayList<>(3);
    if (page + 1 < PAGES) {
      found.add(link(from, url(host, page + 1)));
    }
    for (int next = 2 * host + 1; page == 0 && next <= 2 * host + 2 && next < HOSTS; next++) {
      found.add(link(from, url(next, 0)));
    }
    return found;
  }

  private static Discovery link(Discovery from, CrawlUrl to) {
    return new Discovery(to, from.url(), from.depth() + 1, 0, Optional.empty());
  }

  /** Pages a second of so many workers, in the last quarter of 20 seconds. */
  private static int pagesASecond(int workers) {
    return EventLoop.run(
        Simulation.of(workers).withWaitingWork(),
        "main",
        () -> {
          var scene = new Scene(workers);
          var early = new int[1];
          scene.loop.after(Duration.ofSeconds(15), () -> early[0] = scene.pages);
          scene.cluster.run(workers, Duration.ofSeconds(20));
          return (scene.pages - early[0]) / 5;
        });
  }

  @Test
  @EnabledIfSystemProperty(named = "arachne.simulated.hosts", matches = "[0-9]{6,}")
  void pagesASecondGrowWithTheNumberOfWorkers() {
    int one = 0;
    for (int workers : new int[] {1, 5, 10, WORKERS}) {
      long begin = System.nanoTime();
      int rate = pagesASecond(workers);
      one = workers == 1 ? rate : one;
      System.out.printf(
          "%,d workers: %,d pages a second (in %,d s)%n",
          workers, rate, (System.nanoTime() - begin) / 1_000_000_000);
      assertTrue(rate >= workers * one * 0.8, workers + " workers: " + rate);
    }
  }

  @Test
  void everyPageIsDecidedOnceAndNoGapIsTooShortWhileWorkersFail() {
    long begin = System.nanoTime();
    Scene scene =
        EventLoop.run(
            Simulation.of(7).withWaitingWork(),
            "main",
            () -> {
              var its = new Scene(7);
              for (int i = 0; i < FAULTS; i++) {
                Fault fault = KINDS.get(i % KINDS.size());
                its.loop.after(
                    Duration.ofSeconds((IS_LARGE ? 6L : 1L) * (i + 1)),
                    () -> its.cluster.happen(fault));
              }
              its.cluster.run(WORKERS, Duration.ofHours(1));
              return its;
            });
    Duration end = Duration.ofNanos(Arrays.stream(scene.asked).max().orElseThrow());
    System.out.printf(
        "%,d hosts, %,d pages, %,d requests, the last after %,d s; %,d shards moved, %,d transactions aborted; smallest gap %,d ms%n",
        HOSTS,
        scene.pages,
        scene.requests,
        end.toSeconds(),
        scene.cluster.moves(),
        scene.cluster.aborted(),
        scene.leastGap / 1_000_000);
    System.out.printf(
        "waits of ready hosts: %s; in the second after half of the pages: %s%n",
        quantiles(scene.waits), quantiles(scene.waitsHalfWay));
    System.out.printf(
        "first page of 50 %% of the hosts after %,d ms, of 99 %% after %,d ms, of all after %,d ms, when %.1f %% of the pages were done (in %,d s)%n",
        scene.firstPageOf(0.5).toMillis(),
        scene.firstPageOf(0.99).toMillis(),
        scene.firstPageOf(1).toMillis(),
        100.0 * scene.pagesAtLast / scene.pages,
        (System.nanoTime() - begin) / 1_000_000_000);
    for (int i = 0; i < scene.decided.length; i++) {
      assertEquals(1, scene.decided[i], "host " + i / PAGES + ", page " + i % PAGES);
    }
    assertTrue(scene.leastGap >= DELAY.toNanos(), "a gap of " + scene.leastGap + " ns");
  }

  private static String quantiles(List<Integer> millis) {
    millis.sort(null);
    int last = millis.size() - 1;
    return "1 %% %,d ms, 50 %% %,d ms, 99 %% %,d ms, all %,d ms"
        .formatted(
            millis.get(last / 100),
            millis.get(last / 2),
            millis.get((int) (last * 0.99)),
            millis.get(last));
  }
}
