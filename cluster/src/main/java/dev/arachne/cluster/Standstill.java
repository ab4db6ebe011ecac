package dev.arachne.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds that a crawl which is to run does not continue: shards from which nothing is heard, or an
 * end that is not ordered. Each worker watches all shards. Confined to one thread.
 */
final class Standstill {
  /** Longer than a transaction, a rebalance, and the silence of a shard at work. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final int shards;
  private final Map<Integer, Heard> heard = new HashMap<>();
  private boolean isNow;

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

  /** Whether there was a standstill at the last look. */
  boolean isNow() {
    return isNow;
  }

  /** What people are to know now, once for each standstill. */
  Optional<String> look(Map<Integer, ShardState> states, long nanos) {
    Optional<String> why = why(states, nanos);
    boolean wasBefore = isNow;
    isNow = why.isPresent();
    return wasBefore ? Optional.empty() : why;
  }

  /** Why the crawl cannot continue now; empty if it can. */
  Optional<String> why(Map<Integer, ShardState> states, long nanos) {
    List<Integer> silent = new ArrayList<>();
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
        silent.add(shard);
      }
    }
    return isAllOld || !silent.isEmpty() ? Optional.of(text(silent)) : Optional.empty();
  }

  private static String text(List<Integer> silent) {
    return silent.isEmpty()
        ? "nothing is left to do, but the end of the crawl was not heard: the brokers may have lost it"
        : "nothing is heard of %s: no worker has restored the rows, or the brokers do not answer"
            .formatted(ShardNumbers.text(silent));
  }
}
