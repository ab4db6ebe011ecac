package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.RandomSeeds;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The same site crawled by one, two and four shards that die together, and whose disks then are set
 * back each by another time. The large run: {@code -Darachne.simulated.shards=1000}.
 */
class ShardsTest {
  private static final int SEEDS = Integer.getInteger("arachne.simulated.shards", 100);
  private static final int MOST_CRASHES = 4;

  @Test
  void anyNumberOfShardsFindsTheSameWhateverDies() {
    var fetched = new TreeSet<String>();
    var decided = new TreeSet<String>();
    SimulatedCrashTest.undisturbed(fetched, decided);
    long[] sums = new long[2];
    for (int shards : new int[] {1, 2, 4}) {
      RandomSeeds.forEach(
          SEEDS,
          seed -> {
            var crawl = new CrashingShards(seed, shards, MOST_CRASHES, Long.MAX_VALUE);
            crawl.run();
            assertEquals(fetched, crawl.fetched());
            assertEquals(decided, crawl.decided());
            assertEquals(shards > 1, crawl.transfers() > 0);
            sums[0] += crawl.crashes();
            sums[1] += crawl.transfers();
          });
    }
    assertTrue(sums[0] > SEEDS, sums[0] + " crashes");
    System.out.printf(
        "shards: %,d crawls, %,d crashes, %,d discoveries for other shards%n",
        3 * SEEDS, sums[0], sums[1]);
  }

  @Test
  void theBoundOnPagesIsOneForAllShards() {
    var fetched = new TreeSet<String>();
    SimulatedCrashTest.undisturbed(fetched, new TreeSet<>());
    for (int shards : new int[] {1, 2, 4}) {
      for (int bound : new int[] {0, 1, 2, 7, fetched.size() - 1, fetched.size(), 1_000}) {
        RandomSeeds.forEach(
            Math.max(1, SEEDS / 20),
            seed -> {
              var crawl = new CrashingShards(seed, shards, 0, bound);
              crawl.run();
              assertEquals(Math.min(bound, fetched.size()), crawl.fetched().size());
              assertEquals(Math.min(bound, fetched.size()), crawl.charged());
            });
      }
    }
  }

  @Test
  void rowsOfOneShardAreNotTakenForThoseOfAnother() {
    FrontierOptions options = FrontierOptions.DEFAULT.withShare(new HostPartition(1, 2));
    var store = new SimulatedDisk(1, 0).openAtHand();
    FrontierShard shard = FrontierShard.open(store, options, new TestClock(), (_, _) -> {});
    shard.begun("terms");
    shard.flush();
    FrontierShard.open(store, options, new TestClock(), (_, _) -> {});
    for (HostPartition other :
        new HostPartition[] {
          HostPartition.WHOLE, new HostPartition(0, 2), new HostPartition(1, 3)
        }) {
      FrontierOptions wrong = FrontierOptions.DEFAULT.withShare(other);
      assertThrows(
          IllegalArgumentException.class,
          () -> FrontierShard.open(store, wrong, new TestClock(), (_, _) -> {}));
    }
  }
}
