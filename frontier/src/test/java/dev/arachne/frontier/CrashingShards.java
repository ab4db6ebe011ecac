package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.StoredCounts;
import dev.arachne.pace.Politeness;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One simulated crawl by several shards, whose process dies now and then; each shard has a disk of
 * its own, and a crash sets each of them back by as much as chance has it.
 */
final class CrashingShards {
  private static final int WORKERS = 3;
  private static final Disposition DONE =
      new Disposition.Done(new Disposition.Answer(200, "text/html", 0, Duration.ZERO));

  private final SplittableRandom random;
  private final FrontierOptions options;
  private final List<SimulatedDisk> disks = new ArrayList<>();

  /** How often each URL was fetched, and by which shard. */
  private final TreeMap<String, Integer> fetches = new TreeMap<>();

  private final TreeMap<String, Integer> hosts = new TreeMap<>();

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private int crashesLeft;
  private int crashes;

  CrashingShards(long seed, int shards, int mostCrashes, long maxPages) {
    random = new SplittableRandom(seed);
    for (int i = 0; i < shards; i++) {
      disks.add(new SimulatedDisk(random.nextLong(), random.nextInt(20)));
    }
    Politeness politeness =
        Politeness.NONE.withDelay(Duration.ofMillis(random.nextInt(3) * 20), Duration.ofSeconds(1));
    options =
        FrontierOptions.DEFAULT
            .withMemory(random.nextBoolean() ? 1 : 1 << 20)
            .withMaxPages(maxPages)
            .withPoliteness(politeness);
    crashesLeft = mostCrashes;
  }

  /** Starts processes until one comes to the end of the crawl. */
  void run() {
    while (dies()) {
      crashes++;
      crashesLeft--;
      boolean isPowerCut = random.nextBoolean();
      for (SimulatedDisk disk : disks) {
        if (isPowerCut) {
          disk.cutPower(random);
        }
      }
    }
  }

  int crashes() {
    return crashes;
  }

  TreeSet<String> fetched() {
    return new TreeSet<>(fetches.keySet());
  }

  /** Discoveries that went from one shard to another. */
  long transfers() {
    return totals().stream().mapToLong(its -> its.sent).sum();
  }

  /** URLs with a verdict; proves that each is in one shard, and that the sums hold over all. */
  TreeSet<String> decided() {
    var decided = new TreeSet<String>();
    long discovered = 0;
    for (SimulatedDisk disk : disks) {
      StoreAudit audit = StoreAudit.of(disk.openAtHand());
      assertEquals(audit.decided(), audit.all());
      audit.decided().forEach(url -> assertTrue(decided.add(url), "in two shards: " + url));
    }
    for (StoredCounts its : totals()) {
      discovered += its.discovered;
    }
    assertEquals(decided.size(), discovered);
    assertEquals(totals().stream().mapToLong(its -> its.received).sum(), transfers());
    return decided;
  }

  /** How many URLs count against the bound on pages, in all shards. */
  long charged() {
    return totals().stream().mapToLong(its -> its.charged).sum();
  }

  private List<StoredCounts> totals() {
    return disks.stream().map(disk -> StoredCounts.of(disk.openAtHand())).toList();
  }

  private boolean dies() {
    var isDead = new boolean[1];
    var world =
        SimulationOptions.FAULT_FREE.withStart(now.plusSeconds(1)).withLimit(Duration.ofHours(30));
    try {
      EventLoop.run(
          Simulation.of(random.nextLong(), world),
          "main",
          () -> TaskGroup.run(group -> live(group, isDead)));
      return false;
    } catch (TaskFailedException e) {
      if (isDead[0]) {
        return true;
      }
      throw e;
    }
  }

  private @Nullable Void live(TaskGroup group, boolean[] isDead) throws Exception {
    EventLoop loop = EventLoop.current();
    var shards = new Shards(loop, disks.size());
    var death = group.spawn("death", () -> die(loop, isDead));
    var common = group.spawn("shards", shards);
    List<Frontier> frontiers = new ArrayList<>();
    for (int i = 0; i < disks.size(); i++) {
      var store = disks.get(i).open();
      var frontier = Frontier.open(loop, store, options.withShare(shards.share(i)), _ -> {});
      frontiers.add(frontier);
      group.spawn("frontier " + i, frontier);
    }
    TaskGroup.run(workers -> {
      for (int i = 0; i < frontiers.size(); i++) {
        Frontier frontier = frontiers.get(i);
        int number = i;
        EventLoop.sleep(Duration.ofMillis(random.nextInt(500)));
        shards.join(frontier);
        frontier.begun("terms");
        frontier.offer(Discovery.root(CrashingCrawl.ROOT));
        for (int worker = 0; worker < WORKERS; worker++) {
          workers.spawn("worker of " + i, () -> work(frontier, number, isDead));
        }
      }
      return null;
    });
    common.await();
    frontiers.forEach(Frontier::close);
    death.cancel();
    return null;
  }

  private @Nullable Void die(EventLoop loop, boolean[] isDead) {
    EventLoop.sleep(Duration.ofMillis(crashesLeft > 0 ? random.nextInt(9_000) : 86_400_000));
    isDead[0] = true;
    disks.forEach(SimulatedDisk::kill);
    now = loop.time().now();
    throw new IllegalStateException("dead");
  }

  private @Nullable Void work(Frontier frontier, int shard, boolean[] isDead) {
    for (Lease lease = frontier.lease(); lease != null; lease = frontier.lease()) {
      EventLoop.sleep(Duration.ofMillis(random.nextInt(400)));
      CrawlUrl url = lease.url();
      if (random.nextInt(100) < 15) {
        Duration backOff = Duration.ofMillis(random.nextInt(3_000));
        frontier.complete(lease, Visit.of(new Disposition.Retry(backOff, "reset")));
      } else {
        if (!isDead[0]) {
          fetches.merge(url.toString(), 1, Integer::sum);
          assertEquals(shard, hosts.computeIfAbsent(url.host(), _ -> shard), "another shard's");
        }
        frontier.complete(lease, Visit.of(DONE, CrashingCrawl.links(url)));
      }
    }
    return null;
  }
}
