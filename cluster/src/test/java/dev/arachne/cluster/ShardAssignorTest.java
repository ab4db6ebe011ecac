package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.RandomSeeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Where shards and their copies are. */
class ShardAssignorTest {
  private static SortedMap<String, Set<Integer>> owned(SplittableRandom random) {
    SortedMap<String, Set<Integer>> owned = new TreeMap<>();
    int workers = random.nextInt(2, 12);
    for (int worker = 0; worker < workers; worker++) {
      owned.put("w" + worker, new TreeSet<>());
    }
    int shards = random.nextInt(1, 60);
    for (int shard = 0; shard < shards; shard++) {
      owned
          .get("w" + (random.nextInt(5) == 0 ? random.nextInt(workers) : shard % workers))
          .add(shard);
    }
    return owned;
  }

  private static void assertSpread(
      SortedMap<String, Set<Integer>> owned, Map<String, Set<Integer>> copies, int count) {
    int number = Math.min(count, owned.size() - 1);
    owned.forEach((owner, its) -> {
      List<Long> parts = new ArrayList<>();
      copies.forEach((worker, copied) -> {
        long part = its.stream().filter(copied::contains).count();
        if (worker.equals(owner)) {
          assertEquals(0, part, "a copy beside its original");
        } else {
          parts.add(part);
        }
      });
      assertEquals((long) its.size() * number, parts.stream().mapToLong(Long::longValue).sum());
      long spread = Collections.max(parts) - Collections.min(parts);
      // Two copies of one shard are never at one worker, which may cost evenness.
      assertTrue(spread <= Math.max(1, number), () -> owner + ": " + copies);
    });
  }

  @Test
  void theShardsOfEachWorkerAreCopiedToAllOthersEvenlyAndStayThere() {
    RandomSeeds.forEach(
        300,
        seed -> {
          var random = new SplittableRandom(seed);
          int count = random.nextInt(0, 3);
          SortedMap<String, Set<Integer>> owned = owned(random);
          Map<String, Set<Integer>> copies = ShardAssignor.Copies.of(owned, Map.of(), count);
          assertSpread(owned, copies, count);
          assertEquals(copies, ShardAssignor.Copies.of(owned, copies, count));
          assertSpread(
              owned, ShardAssignor.Copies.of(owned, copiesAnywhere(owned, random), count), count);
        });
  }

  private static Map<String, Set<Integer>> copiesAnywhere(
      SortedMap<String, Set<Integer>> owned, SplittableRandom random) {
    Map<String, Set<Integer>> copies = new TreeMap<>();
    for (String worker : owned.keySet()) {
      Set<Integer> its = new TreeSet<>();
      owned
          .values()
          .forEach(shards -> shards.stream().filter(_ -> random.nextInt(4) == 0).forEach(its::add));
      copies.put(worker, its);
    }
    return copies;
  }

  @Test
  void eachSurvivorOfThreeHasACopyOfOneShardOfTheLostOne() {
    SortedMap<String, Set<Integer>> owned =
        new TreeMap<>(Map.of("a", Set.of(0, 1), "b", Set.of(2, 3), "c", Set.of(4, 5)));
    Map<String, Set<Integer>> both = Map.of("a", Set.of(2, 3), "b", Set.of(4, 5), "c", Set.of());
    Map<String, Set<Integer>> copies = ShardAssignor.Copies.of(owned, both, 1);
    assertSpread(owned, copies, 1);
    assertEquals(1, copies.get("a").stream().filter(Set.of(2, 3)::contains).count());
    assertEquals(1, copies.get("c").stream().filter(Set.of(2, 3)::contains).count());
    assertFalse(copies.get("c").isEmpty());
  }

  @Test
  void shardsThatWereLostGoToTheWorkersWhoseCopiesAreUpToDate() {
    SortedMap<String, Set<Integer>> owned = new TreeMap<>();
    owned.put("a", new TreeSet<>(Set.of(0, 1, 4)));
    owned.put("b", new TreeSet<>(Set.of(2, 3, 5)));
    Map<String, Map<Integer, Long>> lags =
        Map.of("a", Map.of(4, 3_000L, 5, 2L), "b", Map.of(4, 0L, 5, 9_000L));
    ShardAssignor.toCopies(owned, Set.of(4, 5), (worker, shard) -> lags.get(worker).get(shard));
    assertEquals(Map.of("a", Set.of(0, 1, 5), "b", Set.of(2, 3, 4)), owned);
  }

  @Test
  void aShardWhoseCopiesAreAllAtFullWorkersGoesElsewhere() {
    SortedMap<String, Set<Integer>> owned = new TreeMap<>();
    owned.put("a", new TreeSet<>(Set.of(0, 2)));
    owned.put("b", new TreeSet<>(Set.of(1, 3)));
    ShardAssignor.toCopies(owned, Set.of(2, 3), (worker, _) -> worker.equals("a") ? 0 : 100);
    assertEquals(2, owned.get("a").size());
    assertEquals(2, owned.get("b").size());
  }
}
