package dev.arachne.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongBiFunction;

/**
 * Where shards and copies of their rows are to be. Each worker has its part of the shards, by its
 * threads, and keeps those it has. The others go where copies lack least; a shard at work goes only
 * where little is to be restored, and stays where it is until then.
 *
 * @param <W> workers
 * @param <S> shards
 */
final class ShardPlaces<W extends Comparable<W>, S extends Comparable<S>> {
  /** The records that a shard at work is restored from without a pause: a third of a second. */
  private static final long LITTLE = 100_000;

  private final SortedMap<W, Set<S>> shards = new TreeMap<>();
  private final Map<W, Set<S>> copies = new TreeMap<>();
  private final SortedMap<W, Present<S>> now;
  private final List<Choice<W, S>> waiting = new ArrayList<>();

  /**
   * A worker with the shards and copies that it has now.
   *
   * @param threads those for shards, at least 1
   * @param shards those that it works on
   * @param copies those of which it has rows
   */
  record Present<S>(int threads, Set<S> shards, Set<S> copies) {}

  /** A way to give a shard to a worker; the records that the copy there lacks. */
  private record Choice<W, S>(W worker, S shard, long lag) {}

  private ShardPlaces(SortedMap<W, Present<S>> now) {
    this.now = now;
    for (W worker : now.keySet()) {
      shards.put(worker, new TreeSet<>());
      copies.put(worker, new HashSet<>());
    }
  }

  /**
   * Places shards, and copies.
   *
   * @param now the workers, at least one
   * @param all the shards
   * @param count copies of each shard; fewer if there are fewer other workers
   * @param lag records that the copy of a worker lacks; all of them, if it has none
   */
  static <W extends Comparable<W>, S extends Comparable<S>> ShardPlaces<W, S> of(
      SortedMap<W, Present<S>> now, SortedSet<S> all, int count, ToLongBiFunction<W, S> lag) {
    var places = new ShardPlaces<>(now);
    SortedSet<S> lost = places.keep(all);
    places.move(lost, lag);
    int number = Math.min(count, now.size() - 1);
    if (number > 0) {
      places.keepCopies(number);
      places.addCopies(number);
    }
    places.waiting.forEach(each -> places.copiesAt(each.worker).add(each.shard));
    return places;
  }

  /** The shards of each worker. */
  SortedMap<W, Set<S>> shards() {
    return shards;
  }

  /** The shards of which each worker is to have a copy. */
  Map<W, Set<S>> copies() {
    return copies;
  }

  /** Whether no shard waits for a copy to move to. */
  boolean isOver() {
    return waiting.isEmpty();
  }

  /** Leaves the shards where they are; those that no worker has. */
  private SortedSet<S> keep(SortedSet<S> all) {
    SortedSet<S> lost = new TreeSet<>(all);
    now.forEach((worker, its) -> {
      for (S shard : its.shards) {
        if (lost.remove(shard)) {
          shardsAt(worker).add(shard);
        }
      }
    });
    return lost;
  }

  /**
   * Gives workers their parts: of shards that were lost, and of those that others have too many of.
   */
  private void move(SortedSet<S> lost, ToLongBiFunction<W, S> lag) {
    Map<W, Integer> parts = parts(lost.size());
    Map<W, Integer> room = new HashMap<>();
    Map<S, W> surplus = new TreeMap<>();
    shards.forEach((worker, its) -> {
      int more = valueOf(parts, worker) - its.size();
      room.put(worker, more);
      if (more < 0) {
        its.forEach(shard -> surplus.put(shard, worker));
      }
    });
    Set<S> left = new TreeSet<>(lost);
    left.addAll(surplus.keySet());
    for (Choice<W, S> each : choices(left, room, lag)) {
      W from = surplus.get(each.shard);
      boolean isToMove = from == null || valueOf(room, from) < 0;
      if (isToMove && valueOf(room, each.worker) > 0 && left.remove(each.shard)) {
        room.merge(each.worker, -1, Integer::sum);
        if (from == null) {
          shardsAt(each.worker).add(each.shard);
        } else {
          room.merge(from, 1, Integer::sum);
          moveFrom(from, each);
        }
      }
    }
  }

  /** Moves a shard at work, or has it wait for a copy. */
  private void moveFrom(W from, Choice<W, S> to) {
    if (to.lag > LITTLE) {
      waiting.add(to);
    } else {
      shardsAt(from).remove(to.shard);
      shardsAt(to.worker).add(to.shard);
    }
  }

  /** How many shards each worker is to have; what does not divide stays where it is. */
  private Map<W, Integer> parts(int lost) {
    int all = lost + shards.values().stream().mapToInt(Set::size).sum();
    int threads = now.values().stream().mapToInt(Present::threads).sum();
    Map<W, Integer> parts = new HashMap<>();
    now.forEach((worker, its) -> parts.put(worker, all * its.threads / threads));
    int rest = all - parts.values().stream().mapToInt(Integer::intValue).sum();
    now.keySet().stream()
        .sorted(Comparator.comparingInt(worker -> valueOf(parts, worker) - shardsAt(worker).size()))
        .limit(rest)
        .forEach(worker -> parts.merge(worker, 1, Integer::sum));
    return parts;
  }

  private List<Choice<W, S>> choices(
      Set<S> left, Map<W, Integer> room, ToLongBiFunction<W, S> lag) {
    List<Choice<W, S>> choices = new ArrayList<>();
    for (W worker : now.keySet()) {
      if (valueOf(room, worker) > 0) {
        left.forEach(
            shard -> choices.add(new Choice<>(worker, shard, lag.applyAsLong(worker, shard))));
      }
    }
    choices.sort(Comparator.comparingLong(Choice::lag));
    return choices;
  }

  private int valueOf(Map<W, Integer> map, W worker) {
    return map.getOrDefault(worker, 0);
  }

  /** Keeps copies where they are, the part of each worker that all can have. */
  private void keepCopies(int number) {
    shards.forEach((owner, its) -> {
      int part = its.size() * number / (shards.size() - 1);
      for (S shard : its) {
        for (W worker : shards.keySet()) {
          if (!worker.equals(owner)
              && hadCopy(worker, shard)
              && count(shard) < number
              && shared(owner, worker) < part) {
            copiesAt(worker).add(shard);
          }
        }
      }
    });
  }

  private void addCopies(int number) {
    shards.forEach((owner, its) -> {
      for (S shard : its) {
        while (count(shard) < number) {
          W best =
              shards.keySet().stream()
                  .filter(worker -> !worker.equals(owner) && !copiesAt(worker).contains(shard))
                  .min(
                      Comparator.<W>comparingLong(worker -> shared(owner, worker))
                          .thenComparing(worker -> !hadCopy(worker, shard))
                          .thenComparing(worker -> copiesAt(worker).size()))
                  .orElseThrow();
          copiesAt(best).add(shard);
        }
      }
    });
  }

  private boolean hadCopy(W worker, S shard) {
    Present<S> its = now.get(worker);
    return its != null && its.copies.contains(shard);
  }

  private Set<S> shardsAt(W worker) {
    return shards.getOrDefault(worker, Set.of());
  }

  private Set<S> copiesAt(W worker) {
    return copies.getOrDefault(worker, Set.of());
  }

  /** Copies of a shard that are placed. */
  private long count(S shard) {
    return copies.values().stream().filter(its -> its.contains(shard)).count();
  }

  /** Shards of an owner of which a worker is to have a copy. */
  private long shared(W owner, W worker) {
    return shardsAt(owner).stream().filter(copiesAt(worker)::contains).count();
  }
}
