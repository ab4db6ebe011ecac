package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.cluster.Orders.Order;
import dev.arachne.frontier.ShardCensus;
import dev.arachne.ledger.FrontierCounts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is ordered, of states that are written by hand. */
class CoordinatorTest {
  private static final int SHARDS = 3;
  private static final FrontierCounts NONE = new FrontierCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  private final Map<Integer, ShardState> states = new HashMap<>();
  private Orders orders = Orders.NONE.with(Order.crawl(new Orders.Asked(1, "{}")).key(), "1\n{}");

  private void quiet(int shard, long sent, long received, long wave) {
    states.put(shard, state(new ShardCensus(sent, received, true, false, 0, 0), 0, wave));
  }

  private static ShardState state(ShardCensus census, long granted, long wave) {
    return new ShardState("w", census, granted, wave, 0, 0, NONE, ShardHosts.UNKNOWN);
  }

  private List<Order> look(Coordinator coordinator) {
    List<Order> next = coordinator.look(orders, states, 0);
    next.forEach(order -> orders = orders.with(order.key(), order.value()));
    return next;
  }

  @Test
  void theEndIsOrderedAfterASecondCensusThatIsTheSame() {
    var coordinator = new Coordinator(SHARDS, Long.MAX_VALUE);
    quiet(0, 2, 0, 0);
    quiet(1, 0, 2, 0);
    assertEquals(List.of(), look(coordinator), "nobody has heard of the third");
    quiet(2, 0, 0, 0);
    assertEquals(List.of(Order.wave(1)), look(coordinator));
    assertEquals(List.of(), look(coordinator), "none has answered");
    quiet(0, 2, 0, 1);
    quiet(1, 0, 2, 1);
    quiet(2, 0, 0, 1);
    assertEquals(List.of(Order.ended(1)), look(coordinator));
    assertTrue(orders.isEnding());
    assertEquals(List.of(), look(coordinator));
  }

  @Test
  void linksWithoutReceiptKeepTheCrawlFromEnding() {
    var coordinator = new Coordinator(SHARDS, Long.MAX_VALUE);
    states.put(0, state(new ShardCensus(3, 0, true, false, 0, 0).busy(), 0, 0));
    quiet(1, 0, 3, 0);
    quiet(2, 0, 0, 0);
    assertEquals(List.of(), look(coordinator));
    quiet(0, 3, 0, 0);
    assertEquals(List.of(Order.wave(1)), look(coordinator));
    quiet(0, 3, 0, 1);
    quiet(1, 1, 3, 1);
    quiet(2, 0, 1, 1);
    assertEquals(List.of(), look(coordinator), "there was work between the two");
  }

  @Test
  void theSameStandsAfterAnEditionWithOtherOptions() {
    orders = orders.with(Order.ended(1).key(), "1");
    assertTrue(orders.isEnding());
    orders = orders.with("crawl", "2\n{}");
    assertTrue(!orders.isEnding());
  }

  /**
   * Shards that obey late, and die with what they were granted; never is more leased than asked.
   */
  @Test
  void noMorePagesAreGrantedThanAskedForAndAllOfThemInTheEnd() {
    for (int seed = 0; seed < 200; seed++) {
      var random = new SplittableRandom(seed);
      long most = 1L + random.nextInt(50);
      var coordinator = new Coordinator(SHARDS, most);
      orders = Orders.NONE.with("crawl", "1\n{}");
      states.clear();
      var granted = new long[SHARDS];
      var charged = new long[SHARDS];
      for (int step = 0; step < 2_000; step++) {
        look(coordinator);
        int shard = random.nextInt(SHARDS);
        long ordered = Math.max(charged[shard], orders.grants().getOrDefault(shard, 0L));
        granted[shard] = ordered;
        boolean hasWork = shard != 0; // The first has nothing to do.
        if (hasWork && charged[shard] < granted[shard] && random.nextBoolean()) {
          charged[shard]++;
        }
        long unused = granted[shard] - charged[shard];
        states.put(
            shard,
            state(
                new ShardCensus(
                    0, 0, !hasWork || unused == 0, hasWork && unused == 0, charged[shard], unused),
                granted[shard],
                0));
        long sum = charged[0] + charged[1] + charged[2];
        assertTrue(sum <= most, "seed " + seed + ": " + sum + " of " + most);
      }
      assertEquals(most, charged[1] + charged[2], "seed " + seed);
    }
  }
}
