package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.cluster.ShardPlaces.Present;
import dev.arachne.testkit.RandomSeeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongBiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where shards and their copies are. */
class ShardPlacesTest {
  private static final ToLongBiFunction<String, Integer> WHOLE = (_, _) -> 0;
  private static final ToLongBiFunction<String, Integer> NONE = (_, _) -> 1_000_000;

  private static Present<Integer> worker(Set<Integer> shards, Set<Integer> copies) {
    return new Present<>(1, shards, copies);
  }

  private static SortedMap<String, Present<Integer>> workers(
      SplittableRandom random, SortedSet<Integer> shards) {
    int workers = random.nextInt(1, 12);
    SortedMap<String, Present<Integer>> now = new TreeMap<>();
    for (int worker = 0; worker < workers; worker++) {
      now.put("w" + worker, worker(new TreeSet<>(), new TreeSet<>()));
    }
    for (int shard : shards) {
      if (random.nextInt(4) > 0) {
        int owner = random.nextInt(3) == 0 ? random.nextInt(workers) : shard % workers;
        now.get("w" + owner).shards().add(shard);
      }
      now.get("w" + random.nextInt(workers)).copies().add(shard);
    }
    return now;
  }

  private static SortedSet<Integer> shards(int count) {
    return new TreeSet<>(IntStream.range(0, count).boxed().toList());
  }

  private static SortedMap<String, Present<Integer>> after(ShardPlaces<String, Integer> places) {
    SortedMap<String, Present<Integer>> after = new TreeMap<>();
    places
        .shards()
        .forEach((worker, its) -> after.put(worker, worker(its, places.copies().get(worker))));
    return after;
  }

  private static void assertSpread(ShardPlaces<String, Integer> places, int count) {
    int number = Math.min(count, places.shards().size() - 1);
    places
        .shards()
        .forEach((owner, its) -> {
          List<Long> parts = new ArrayList<>();
          places
              .copies()
              .forEach((worker, copied) -> {
                long part = its.stream().filter(copied::contains).count();
                if (worker.equals(owner)) {
                  assertEquals(0, part, "a copy beside its original");
                } else {
                  parts.add(part);
                }
              });
          assertEquals((long) its.size() * number, parts.stream().mapToLong(Long::longValue).sum());
          long spread = parts.isEmpty() ? 0 : Collections.max(parts) - Collections.min(parts);
          // Two copies of one shard are never at one worker, which may cost evenness.
          assertTrue(spread <= Math.max(1, number), () -> owner + ": " + places.copies());
        });
  }

  @Test
  void eachWorkerHasItsPartAndCopiesAreSpreadEvenlyAndBothStayThere() {
    RandomSeeds.forEach(
        300,
        seed -> {
          var random = new SplittableRandom(seed);
          int count = random.nextInt(0, 3);
          SortedSet<Integer> all = shards(random.nextInt(1, 60));
          SortedMap<String, Present<Integer>> now = workers(random, all);
          var places = ShardPlaces.of(now, all, count, WHOLE);
          int least = all.size() / now.size();
          now.forEach((worker, its) -> {
            Set<Integer> given = places.shards().get(worker);
            assertTrue(given.size() == least || given.size() == least + 1, given::toString);
            long kept = its.shards().stream().filter(given::contains).count();
            assertTrue(kept >= Math.min(its.shards().size(), least), "a shard moved for nothing");
          });
          List<Integer> placed =
              places.shards().values().stream().flatMap(Set::stream).sorted().toList();
          assertEquals(List.copyOf(all), placed);
          assertSpread(places, count);
          assertTrue(places.isOver());
          var again = ShardPlaces.of(after(places), all, count, NONE);
          assertEquals(places.shards(), again.shards());
          assertEquals(places.copies(), again.copies());
        });
  }

  @Test
  void aShardAtWorkStaysUntilItsRowsAreAtTheWorkerThatJoins() {
    RandomSeeds.forEach(
        300,
        seed -> {
          var random = new SplittableRandom(seed);
          SortedSet<Integer> all = shards(random.nextInt(2, 60));
          SortedMap<String, Present<Integer>> now = workers(random, all);
          var places = ShardPlaces.of(now, all, 1, NONE);
          for (int round = 0; !places.isOver(); round++) {
            assertTrue(round < 10, "copies are made again and again");
            Map<String, Present<Integer>> before = now;
            now = after(places);
            Map<String, Present<Integer>> has = now;
            places =
                ShardPlaces.of(
                    now,
                    all,
                    1,
                    (worker, shard) -> has.get(worker).copies().contains(shard) ? 10 : 1_000_000);
            if (round == 0) {
              has.forEach((worker, its) ->
                  assertTrue(its.shards().containsAll(before.get(worker).shards()), "one moved"));
            }
          }
          int least = all.size() / now.size();
          places
              .shards()
              .values()
              .forEach(its -> assertTrue(its.size() == least || its.size() == least + 1));
        });
  }

  @Test
  void aWorkerThatJoinsWithoutRowsIsToCopyThemFirst() {
    SortedMap<String, Present<Integer>> now =
        new TreeMap<>(Map.of("a", worker(shards(4), Set.of()), "b", worker(Set.of(), Set.of())));
    var places = ShardPlaces.of(now, shards(4), 0, NONE);
    assertFalse(places.isOver());
    assertEquals(shards(4), places.shards().get("a"));
    assertEquals(2, places.copies().get("b").size());
    assertEquals(Set.of(), places.copies().get("a"));
  }

  @Test
  void aWorkerWithMoreThreadsHasMoreShards() {
    SortedMap<String, Present<Integer>> now = new TreeMap<>();
    now.put("a", new Present<>(1, Set.of(), Set.of()));
    now.put("b", new Present<>(3, Set.of(), Set.of()));
    var places = ShardPlaces.of(now, shards(8), 0, NONE);
    assertEquals(2, places.shards().get("a").size());
    assertEquals(6, places.shards().get("b").size());
  }

  @Test
  void eachSurvivorOfThreeHasACopyOfOneShardOfTheLostOne() {
    SortedMap<String, Present<Integer>> now = new TreeMap<>();
    now.put("a", worker(Set.of(0, 1), Set.of(2, 3)));
    now.put("b", worker(Set.of(2, 3), Set.of(4, 5)));
    now.put("c", worker(Set.of(4, 5), Set.of()));
    var places = ShardPlaces.of(now, shards(6), 1, NONE);
    assertSpread(places, 1);
    assertEquals(1, places.copies().get("a").stream().filter(Set.of(2, 3)::contains).count());
    assertEquals(1, places.copies().get("c").stream().filter(Set.of(2, 3)::contains).count());
  }

  @Test
  void shardsThatWereLostGoToTheWorkersWhoseCopiesAreUpToDate() {
    SortedMap<String, Present<Integer>> now = new TreeMap<>();
    now.put("a", worker(Set.of(0, 1), Set.of(4, 5)));
    now.put("b", worker(Set.of(2, 3), Set.of(4, 5)));
    Map<String, Map<Integer, Long>> lags =
        Map.of("a", Map.of(4, 3_000L, 5, 2L), "b", Map.of(4, 0L, 5, 900_000L));
    var places = ShardPlaces.of(now, shards(6), 1, (worker, shard) -> lags.get(worker).get(shard));
    assertEquals(Map.of("a", Set.of(0, 1, 5), "b", Set.of(2, 3, 4)), places.shards());
    assertTrue(places.isOver());
  }

  @Test
  void aLostShardWhoseCopiesAreAllAtFullWorkersGoesElsewhereAtOnce() {
    SortedMap<String, Present<Integer>> now = new TreeMap<>();
    now.put("a", worker(Set.of(0), Set.of(2, 3)));
    now.put("b", worker(Set.of(1), Set.of()));
    var places =
        ShardPlaces.of(now, shards(4), 1, (worker, _) -> worker.equals("a") ? 0 : 1_000_000);
    assertEquals(2, places.shards().get("a").size());
    assertEquals(2, places.shards().get("b").size());
    assertTrue(places.isOver());
  }
}
