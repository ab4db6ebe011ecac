package dev.arachne.cluster;

import dev.arachne.cluster.Orders.Order;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The orders that follow from the states of all shards: how many pages each may lease, and when all
 * is over. The worker that has the first shard calls it again and again; it does nothing by itself.
 *
 * <p>All is over if all shards are quiet in two censuses, of which the second was called for after
 * the first, and none has sent links between the two. A shard is quiet only when it knows that all
 * links that it has sent have arrived, so at the time of the call none was under way. Confined to
 * one thread.
 */
final class Coordinator {
  /** The time for a census after which another one is called for. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final int shards;
  private final long maxPages;

  /** The number of the call for a census that is out. */
  private long wave;

  /** The links that each shard had sent by the first census. */
  private Map<Integer, Long> sentBefore = Map.of();

  private long calledAt;
  private boolean isCalled;

  /**
   * A coordinator that has yet to look.
   *
   * @param maxPages the bound on the pages of the whole crawl
   */
  Coordinator(int shards, long maxPages) {
    this.shards = shards;
    this.maxPages = maxPages;
  }

  /** The orders that follow now. */
  List<Order> look(Orders orders, Map<Integer, ShardState> states, long nanos) {
    List<Order> next = new ArrayList<>();
    if (orders.isEnding() || orders.will() != Orders.Will.RUN) {
      isCalled = false;
      return next;
    }
    boolean hasGranted = maxPages < Long.MAX_VALUE && grant(orders, states, next);
    boolean isEnd =
        !hasGranted
            && states.size() == shards
            && states.values().stream().allMatch(state -> state.census().isQuiet());
    if (!isEnd) {
      isCalled = false;
    } else if (!isCalled || nanos - calledAt > PATIENCE.toNanos()) {
      wave = Math.max(orders.wave(), wave) + 1;
      sentBefore = sent(states);
      calledAt = nanos;
      isCalled = true;
      next.add(Order.wave(wave));
    } else if (states.values().stream().allMatch(state -> state.wave() == wave)) {
      isCalled = false;
      if (sent(states).equals(sentBefore)) {
        next.add(Order.ended(orders.edition()));
      }
    }
    return next;
  }

  private static Map<Integer, Long> sent(Map<Integer, ShardState> states) {
    Map<Integer, Long> sent = new HashMap<>();
    states.forEach((shard, state) -> sent.put(shard, state.census().sent()));
    return sent;
  }

  /**
   * Grants pages to shards that may lease none. The sum of all grants, less the pages that shards
   * have given back, stays below the bound.
   */
  private boolean grant(Orders orders, Map<Integer, ShardState> states, List<Order> next) {
    Map<Integer, Long> granted = new HashMap<>();
    for (int shard = 0; shard < shards; shard++) {
      long said = Optional.ofNullable(states.get(shard)).map(ShardState::granted).orElse(0L);
      granted.put(shard, Math.max(said, orders.grants().getOrDefault(shard, 0L)));
    }
    long left = maxPages - granted.values().stream().mapToLong(Long::longValue).sum();
    boolean hasGranted = false;
    for (int shard = 0; shard < shards; shard++) {
      ShardState state = states.get(shard);
      long ordered = orders.grants().getOrDefault(shard, 0L);
      boolean isStarved =
          state == null || (state.census().isStarved() && state.granted() == ordered);
      if (!isStarved || (state == null && ordered > 0)) {
        continue;
      }
      if (left > 0) {
        long part = Math.max(1, left / shards);
        left -= part;
        next.add(Order.grant(shard, granted.getOrDefault(shard, 0L) + part));
        hasGranted = true;
      } else {
        hasGranted |= takeBack(orders, states, next);
      }
    }
    return hasGranted;
  }

  /** Has the shard that has most pages left give half of them back. */
  private static boolean takeBack(
      Orders orders, Map<Integer, ShardState> states, List<Order> next) {
    int richest = -1;
    long most = 0;
    long granted = 0;
    for (Map.Entry<Integer, ShardState> each : states.entrySet()) {
      ShardState state = each.getValue();
      boolean isSettled = orders.grants().getOrDefault(each.getKey(), 0L) == state.granted();
      if (isSettled && state.census().unused() > most) {
        most = state.census().unused();
        granted = state.granted();
        richest = each.getKey();
      }
    }
    if (richest < 0) {
      return false;
    }
    Order back = Order.grant(richest, granted - (most - most / 2));
    if (!next.contains(back)) {
      next.add(back);
    }
    return true;
  }
}
