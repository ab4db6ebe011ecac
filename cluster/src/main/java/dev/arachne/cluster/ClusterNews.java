package dev.arachne.cluster;

import dev.arachne.dashboard.ClusterSnapshot.Event;
import dev.arachne.dashboard.ClusterSnapshot.Shard;
import dev.arachne.dashboard.ClusterSnapshot.State;
import dev.arachne.dashboard.ClusterSnapshot.Worker;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The last changes of a crawl, its workers and its shards, in words. The first look notes nothing.
 * Confined to one thread.
 */
final class ClusterNews {
  private static final int MOST = 60;

  private final Deque<Event> events = new ArrayDeque<>();
  private Optional<State> state = Optional.empty();
  private boolean isStanding;
  private final Set<String> silent = new HashSet<>();
  private List<Shard> before = List.of();

  /** Notes the changes since the last look. */
  void look(
      Instant at,
      State now,
      Optional<String> standstill,
      List<Worker> workers,
      List<Shard> shards) {
    if (state.isPresent() && state.get() != now) {
      note(at, "the crawl is " + now.name().toLowerCase(Locale.ROOT));
    }
    state = Optional.of(now);
    if (standstill.isPresent() != isStanding) {
      note(at, standstill.map(why -> "standstill: " + why).orElse("the standstill is over"));
    }
    isStanding = standstill.isPresent();
    workers.forEach(worker -> look(at, worker));
    moved(shards)
        .forEach((move, numbers) -> note(at, "%s: %s".formatted(ShardNumbers.text(numbers), move)));
    before = shards;
  }

  private void look(Instant at, Worker worker) {
    if (worker.isSilent() && silent.add(worker.name())) {
      note(
          at,
          "%s is silent; it has %s".formatted(worker.name(), ShardNumbers.text(worker.shards())));
    } else if (!worker.isSilent() && silent.remove(worker.name()) && !worker.shards().isEmpty()) {
      note(at, worker.name() + " is heard again");
    }
  }

  /** The shards that have another worker now, by the kind of the change. */
  private Map<String, List<Integer>> moved(List<Shard> shards) {
    Map<String, List<Integer>> moves = new TreeMap<>();
    for (Shard old : before) {
      Shard now = shards.get(old.number());
      if (!old.worker().equals(now.worker())) {
        String move =
            old.worker().isEmpty()
                ? "begun by " + now.worker()
                : "moved from %s to %s".formatted(old.worker(), now.worker());
        moves.computeIfAbsent(move, _ -> new ArrayList<>()).add(now.number());
      }
    }
    return moves;
  }

  private void note(Instant at, String text) {
    events.add(new Event(at, text));
    if (events.size() > MOST) {
      events.removeFirst();
    }
  }

  /** The last ones, the latest last. */
  List<Event> events() {
    return List.copyOf(events);
  }
}
