package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.cluster.Orders.Order;
import dev.arachne.cluster.Orders.Will;
import dev.arachne.dashboard.ClusterSnapshot;
import dev.arachne.dashboard.ClusterSnapshot.Event;
import dev.arachne.dashboard.ClusterSnapshot.Shard;
import dev.arachne.dashboard.ClusterSnapshot.State;
import dev.arachne.dashboard.ClusterSnapshot.Work;
import dev.arachne.dashboard.ClusterSnapshot.Worker;
import dev.arachne.frontier.ShardCensus;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.runtime.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is seen of workers and shards, by states that are written by hand. */
class ClusterWatchTest {
  private static final int SHARDS = 3;

  private final Clock clock = new Clock();
  private final Map<Integer, ShardState> states = new HashMap<>();
  private final ClusterWatch watch = new ClusterWatch(SHARDS, clock);
  private Orders orders = Orders.NONE.with("crawl", "1\n{}");

  private static final class Clock implements TimeSource {
    private long nanos = 1_000_000_000_000L;

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public Instant now() {
      return Instant.ofEpochSecond(0, nanos);
    }
  }

  private void pass(double seconds) {
    clock.nanos += (long) (seconds * 1e9);
  }

  private void say(int shard, String worker, long fetched, long queued) {
    say(shard, worker, fetched, queued, 0, clock.now());
  }

  private void say(int shard, String worker, long fetched, long queued, long over, Instant at) {
    var counts = new FrontierCounts(fetched + queued, fetched, 0, 0, queued, 0, 0, 0, 0, 0);
    var census = new ShardCensus(5, 3, queued == 0, false, fetched, 0);
    var hosts =
        new ShardHosts(
            queued, queued, Duration.ofSeconds(queued), Duration.ZERO, "http://" + shard);
    states.put(shard, new ShardState(worker, census, 0, 0, over, at.toEpochMilli(), counts, hosts));
  }

  private void order(Order order) {
    orders = orders.with(order.key(), order.value());
  }

  private ClusterSnapshot look() {
    return watch.look(orders, states, Long.MAX_VALUE);
  }

  private static List<Work> works(ClusterSnapshot seen) {
    return seen.shards().stream().map(Shard::work).toList();
  }

  private static List<String> log(ClusterSnapshot seen) {
    return seen.events().stream().map(Event::text).toList();
  }

  @Test
  void aShardAtWorkThatIsNotHeardIsSilentAndSoIsItsWorker() {
    say(0, "a", 1, 9);
    say(1, "b", 1, 9);
    say(2, "b", 1, 0);
    ClusterSnapshot begun = look();
    assertEquals(List.of(Work.WORKING, Work.WORKING, Work.IDLE), works(begun));
    for (int half = 0; half < 7; half++) {
      pass(0.5);
      say(0, "a", 1, 9);
      look();
    }
    ClusterSnapshot later = look();
    assertEquals(List.of(Work.WORKING, Work.SILENT, Work.IDLE), works(later));
    assertEquals(List.of(false, true), later.workers().stream().map(Worker::isSilent).toList());
    assertEquals(Duration.ofMillis(3_500), later.workers().getLast().heard());
    assertEquals(List.of("b is silent; it has shards 1, 2"), log(later));
    say(1, "b", 2, 8);
    assertEquals("b is heard again", log(look()).getLast());
  }

  @Test
  void aWorkerWhoseShardsHaveMovedIsShownForTenMinutes() {
    say(0, "a", 1, 9);
    say(1, "b", 1, 9);
    look();
    pass(1);
    say(0, "a", 1, 9);
    say(1, "a", 1, 9);
    say(2, "a", 0, 9);
    ClusterSnapshot moved = look();
    assertEquals(List.of("shard 1: moved from b to a", "shard 2: begun by a"), sorted(log(moved)));
    assertEquals(List.of(0, 1, 2), moved.workers().getFirst().shards());
    assertEquals(List.of(), moved.workers().getLast().shards());
    assertEquals(Duration.ofSeconds(1), moved.workers().getLast().heard());
    pass(601);
    assertEquals(List.of("a"), look().workers().stream().map(Worker::name).toList());
  }

  private static List<String> sorted(List<String> lines) {
    return lines.stream().sorted().toList();
  }

  @Test
  void sumsAndRatesAreThoseOfTheShards() {
    say(0, "a", 10, 50);
    say(1, "b", 20, 50);
    look();
    for (int half = 1; half <= 8; half++) {
      pass(0.5);
      say(0, "a", 10 + half, 50 - half);
      say(1, "b", 20 + 2L * half, 50 - 2L * half);
      look();
    }
    ClusterSnapshot seen = look();
    assertEquals(54, seen.counts().fetched());
    assertEquals(76, seen.busyHosts());
    assertEquals(4, seen.underWay());
    assertEquals(6, seen.rate(), 0.01);
    assertEquals(List.of(2.0, 4.0, 0.0), seen.shards().stream().map(Shard::rate).toList());
    assertEquals(List.of(2.0, 4.0), seen.workers().stream().map(Worker::rate).toList());
    assertEquals(Work.UNKNOWN, seen.shards().getLast().work());
    Duration most = seen.left().orElseThrow().most();
    assertTrue(most.toSeconds() >= 76 / 6 && most.toSeconds() < 60, most::toString);
  }

  @Test
  void anOldStateHasTheAgeOfItsWorkersClock() {
    say(0, "a", 1, 9, 0, clock.now().minusSeconds(100));
    assertEquals(Optional.of(Duration.ofSeconds(100)), look().shards().getFirst().heard());
    assertEquals(Work.SILENT, look().shards().getFirst().work());
    say(1, "b", 1, 9, 0, clock.now().plusSeconds(100)); // Its clock is fast.
    assertEquals(Optional.of(Duration.ZERO), look().shards().get(1).heard());
  }

  @Test
  void aCrawlThatIsStoppedOrOverHasNoSilentShardsAndNoStandstill() {
    for (int shard = 0; shard < SHARDS; shard++) {
      say(shard, "a", 1, 9);
    }
    look();
    pass(31);
    ClusterSnapshot standing = look();
    assertTrue(standing.standstill().orElseThrow().contains("shards 0, 1, 2"));
    assertEquals(Work.SILENT, works(standing).getFirst());
    order(Order.will(Will.STOP));
    ClusterSnapshot stopped = look();
    assertEquals(State.STOPPED, stopped.state());
    assertEquals(Optional.empty(), stopped.standstill());
    assertEquals(List.of(Work.WORKING, Work.WORKING, Work.WORKING), works(stopped));
    order(Order.will(Will.PAUSE));
    assertEquals(State.PAUSED, look().state());
    for (int shard = 0; shard < SHARDS; shard++) {
      say(shard, "a", 10, 0, 1, clock.now());
    }
    ClusterSnapshot over = look();
    assertEquals(State.OVER, over.state());
    assertEquals(List.of(Work.OVER, Work.OVER, Work.OVER), works(over));
    assertEquals(
        List.of(
            "the crawl is stopped",
            "the standstill is over",
            "the crawl is paused",
            "the crawl is over"),
        log(over).stream().filter(its -> its.startsWith("the")).toList());
  }
}
