package dev.arachne.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds that a crawl which is to run cannot continue by itself: shards from which nothing is heard,
 * or links that never arrive. Each worker watches all shards. Confined to one thread.
 */
final class Standstill {
  /** Longer than a transaction, a rebalance, and the silence of a shard at work. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The cause that no worker can mend. */
  static final String LOSS = "the brokers have lost the end of a transaction (docs/cluster.md)";

  private final int shards;
  private final Map<Integer, Heard> heard = new HashMap<>();
  private boolean isTold;

  /** The last state of a shard, if there is one, and when it was new, in nanoseconds. */
  private record Heard(Optional<ShardState> state, long since) {
    boolean isQuiet() {
      return state.filter(its -> its.census().isQuiet()).isPresent();
    }
  }

  /** A watch that begins with its first look. */
  Standstill(int shards) {
    this.shards = shards;
  }

  /** What people are to know now, once for each standstill. */
  Optional<String> look(Map<Integer, ShardState> states, long nanos) {
    List<String> silent = new ArrayList<>();
    boolean isAllOld = true;
    for (int shard = 0; shard < shards; shard++) {
      Optional<ShardState> state = Optional.ofNullable(states.get(shard));
      Heard its = heard.get(shard);
      if (its == null || !its.state.equals(state)) {
        its = new Heard(state, nanos);
        heard.put(shard, its);
      }
      boolean isOld = nanos - its.since >= PATIENCE.toNanos();
      isAllOld &= isOld;
      if (isOld && !its.isQuiet()) { // A shard at work tells of itself twice a second.
        silent.add("" + shard);
      }
    }
    Optional<String> why = silent.isEmpty() ? Optional.empty() : Optional.of(unheard(silent));
    if (isAllOld && silent.isEmpty()) {
      why = missing(Coordinator.sent(states) - Coordinator.received(states));
    }
    boolean wasTold = isTold;
    isTold = why.isPresent();
    return wasTold ? Optional.empty() : why;
  }

  private static String unheard(List<String> silent) {
    return "nothing is heard of shards %s: no worker has restored them, the brokers do not answer, or %s"
        .formatted(String.join(", ", silent), LOSS);
  }

  private static Optional<String> missing(long links) {
    if (links == 0) {
      return Optional.empty();
    }
    return Optional.of(
        links > 0
            ? "nothing is left to do, but %d links sent have not arrived: a worker is missing, or %s"
                .formatted(links, LOSS)
            : "nothing is left to do, but %d more links have arrived than were sent: %s"
                .formatted(-links, LOSS));
  }
}
