package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.Priority;
import dev.arachne.store.DiskStore;
import dev.arachne.store.MemoryStore;
import dev.arachne.store.TransactionalStore;
import dev.arachne.testkit.RandomSeeds;
import dev.arachne.url.CrawlUrl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A shard does at random all that a shard can be asked to do, and is opened again at random
 * commits; a model that keeps everything in plain sets says what each lease must be.
 */
class ShardAgainstModelTest {
  private static final int SEEDS = Integer.getInteger("arachne.model.seeds", 20);
  private static final int STEPS = 2_000;
  private static final int HOSTS = 3;
  private static final Disposition DONE =
      new Disposition.Done(new Disposition.Answer(200, "text/html", 0, Duration.ZERO));

  @TempDir Path directory;

  @Test
  void inMemory() {
    RandomSeeds.forEach(
        SEEDS,
        seed -> {
          var disk = new SimulatedDisk(0, 0);
          run(seed, disk::open);
        });
  }

  @Test
  void onDisk() {
    RandomSeeds.forEach(
        2,
        seed -> {
          Path path = Files.createDirectory(directory.resolve("" + seed));
          run(seed, () -> DiskStore.open(path, 8 << 20));
        });
  }

  @Test
  void withNothingStored() {
    RandomSeeds.forEach(SEEDS, seed -> run(seed, MemoryStore::new));
  }

  private static void run(long seed, Supplier<TransactionalStore> stores) {
    var run = new Run(seed, stores);
    for (int step = 0; step < STEPS; step++) {
      run.step();
    }
    run.finish();
  }

  /**
   * A URL as the model knows it. Breadth first: by depth, then by precedence, which together are
   * the level, then by when it was found.
   */
  private record Waiting(int level, int number, CrawlUrl url, long notBefore)
      implements Comparable<Waiting> {
    @Override
    public int compareTo(Waiting other) {
      return Comparator.comparingInt(Waiting::level)
          .thenComparingInt(Waiting::number)
          .compare(this, other);
    }
  }

  private static final class Run {
    private final SplittableRandom random;
    private final Supplier<TransactionalStore> stores;
    private final FrontierOptions options;
    private final TestClock clock = new TestClock();
    private final Map<String, TreeSet<Waiting>> waiting = new TreeMap<>();
    private final Map<Lease, Waiting> atWork = new LinkedHashMap<>();
    private final TreeSet<String> known = new TreeSet<>();
    private final TreeSet<String> decided = new TreeSet<>();
    private final Map<String, Waiting> visited = new TreeMap<>();
    private TransactionalStore store;
    private FrontierShard shard;

    Run(long seed, Supplier<TransactionalStore> stores) {
      this.random = new SplittableRandom(seed);
      this.stores = stores;
      this.store = stores.get();
      long bounded = random.nextInt(3) == 0 ? 200_000 : 1;
      this.options =
          FrontierOptions.DEFAULT.withMemory(
              store.outlivesProcess() ? bounded : FrontierOptions.UNBOUNDED);
      this.shard = open();
    }

    private FrontierShard open() {
      return FrontierShard.open(
          store,
          options,
          clock,
          (verdict, _) -> assertTrue(decided.add(verdict.discovery().url().toString())));
    }

    void step() {
      switch (random.nextInt(100)) {
        case 0 -> {
          if (store.outlivesProcess()) {
            reopen();
          }
        }
        case 1, 2, 3, 4, 5, 6 -> offer(random.nextInt(60));
        case 7, 8, 9 -> clock.advance(Duration.ofMillis(random.nextInt(300)));
        case 10, 11, 12, 13, 14 -> commit();
        case 15, 16, 17 -> revisit();
        default -> {
          if (random.nextInt(3) > 0) {
            lease();
          } else if (!atWork.isEmpty()) {
            complete();
          }
        }
      }
      FrontierCounts counts = shard.counts();
      assertEquals(known.size(), counts.discovered());
      assertEquals(decided.size(), counts.decided());
      assertEquals(counts.discovered(), counts.decided() + counts.pending());
      assertEquals(atWork.size(), counts.inFlight());
    }

    void finish() {
      while (!shard.isOver()) {
        clock.advance(Duration.ofSeconds(1));
        lease();
        while (!atWork.isEmpty()) {
          complete();
        }
      }
      assertEquals(known, decided);
      commit();
      if (store.outlivesProcess()) {
        assertEquals(known, StoreAudit.of(store).decided());
      }
      store.close();
    }

    private void offer(int count) {
      for (int i = 0; i < count; i++) {
        Discovery discovery = discovery();
        shard.offer(discovery);
        add(discovery);
      }
    }

    private Discovery discovery() {
      int number = random.nextInt(4_000);
      CrawlUrl url = CrawlUrl.of("http://h" + number % HOSTS + "/" + number);
      Optional<DropReason> rejection =
          number % 50 == 0 ? Optional.of(DropReason.EXCLUDED) : Optional.empty();
      Priority priority = random.nextInt(3) == 0 ? Priority.REQUISITES : Priority.PAGES;
      return new Discovery(url, null, random.nextInt(5), 0, priority, rejection);
    }

    private void add(Discovery discovery) {
      CrawlUrl url = discovery.url();
      if (known.add(url.toString()) && discovery.rejection().isEmpty()) {
        int level = 2 * discovery.depth() + discovery.priority().ordinal();
        queue(new Waiting(level, known.size(), url, Long.MIN_VALUE));
      }
    }

    private void queue(Waiting entry) {
      waiting.computeIfAbsent(entry.url.host(), _ -> new TreeSet<>()).add(entry);
    }

    /** Only what was visited can be visited again, and only a store that lasts knows of visits. */
    private void revisit() {
      int number = random.nextInt(4_000);
      CrawlUrl url = CrawlUrl.of("http://h" + number % HOSTS + "/" + number);
      Waiting last = visited.get(url.toString());
      boolean isDecided = decided.contains(url.toString());
      boolean isAgain = shard.revisit(url);
      assertEquals(store.outlivesProcess() && last != null && isDecided, isAgain);
      if (isAgain) {
        decided.remove(url.toString());
        queue(new Waiting(last.level, last.number, url, Long.MIN_VALUE));
      }
    }

    private void lease() {
      Lease lease = shard.lease();
      if (lease == null) {
        for (TreeSet<Waiting> host : waiting.values()) {
          assertTrue(host.stream().allMatch(it -> it.notBefore > clock.nanos()));
        }
        return;
      }
      TreeSet<Waiting> host = waiting.get(lease.url().host());
      Waiting first =
          host.stream().filter(it -> it.notBefore <= clock.nanos()).findFirst().orElseThrow();
      assertEquals(first.url, lease.url());
      assertFalse(decided.contains(lease.url().toString()));
      host.remove(first);
      atWork.put(lease, first);
    }

    private void complete() {
      List<Lease> leases = new ArrayList<>(atWork.keySet());
      Lease lease = leases.get(random.nextInt(leases.size()));
      Waiting entry = atWork.remove(lease);
      List<Discovery> found = new ArrayList<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        found.add(discovery());
      }
      if (random.nextInt(4) == 0) {
        Duration backOff = Duration.ofMillis(random.nextInt(1_000));
        shard.complete(lease, Visit.of(new Disposition.Retry(backOff, "reset"), found));
        long notBefore = clock.nanos() + backOff.toNanos();
        queue(new Waiting(entry.level, entry.number, entry.url, notBefore));
      } else {
        shard.complete(lease, Visit.of(DONE, found));
        visited.put(entry.url.toString(), entry);
      }
      found.forEach(this::add);
    }

    private void commit() {
      shard.flush();
      store.commit();
    }

    /** As if the process were killed after a commit: what is at work is to do again. */
    private void reopen() {
      commit();
      store.close();
      store = stores.get();
      var before = new TreeSet<>(decided);
      shard = open();
      assertEquals(before, StoreAudit.of(store).decided());
      Division.of(store, 2 + random.nextInt(3)).assertIs(store);
      atWork.values().forEach(this::queue);
      atWork.clear();
    }
  }
}
