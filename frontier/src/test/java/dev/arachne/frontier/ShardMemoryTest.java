package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.FrontierCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Shards with less memory than they have hosts and URLs. */
class ShardMemoryTest extends ShardScene {
  /** Memory for windows of some dozens of URLs. */
  private static final FrontierOptions SNUG = ROOMY.withMemory(40_000);

  /** A quarter of it has room for 10 hosts. */
  private static final long ROOM_FOR_TEN = 4 * 10 * Hosts.HOST_BYTES;

  /** Hosts in memory with it at most, which are 10 of each of two generations and one at hand. */
  private static final int MOST_HOSTS = 2 * 10 + 1;

  @Test
  void aQueueLongerThanItsWindowComesBreadthFirstAndWhole() {
    var random = new Random(1);
    for (FrontierOptions options : List.of(ROOMY, SNUG, TIGHT)) {
      store = new SimulatedDisk(0, 0).open();
      FrontierShard shard = open(options);
      List<List<Integer>> expected = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        int depth = random.nextInt(400);
        shard.offer(found("http://a/" + i, depth));
        expected.add(List.of(Math.min(depth, QueueEntry.DEEPEST), i));
      }
      expected.sort((a, b) -> Arrays.compare(a.toArray(Integer[]::new), b.toArray(Integer[]::new)));
      for (List<Integer> next : expected) {
        Lease lease = lease(shard);
        assertEquals("/" + next.get(1), lease.url().path());
        if (random.nextBoolean()) {
          shard.complete(lease, Visit.of(DONE));
        }
      }
      assertNull(shard.lease());
    }
  }

  @Test
  void windowsKeepToTheirMemoryHoweverManyHostsThereAre() {
    long room = 100_000;
    FrontierShard shard = open(ROOMY.withMemory(4 * room));
    for (int i = 0; i < 20_000; i++) {
      shard.offer(found("http://h" + i % 500 + "/" + i, 0));
    }
    assertTrue(shard.windowBytes() <= room + room / 10, shard.windowBytes() + " bytes");
  }

  @Test
  void hostsWithoutRoomSleepAndComeBackInTheirTurn() {
    FrontierOptions roomForTen = ROOMY.withMemory(ROOM_FOR_TEN);
    FrontierShard shard = open(roomForTen);
    int hosts = 200;
    for (int i = 0; i < 3 * hosts; i++) {
      shard.offer(found("http://h" + i % hosts + "/" + i, 0));
      commit(shard);
      assertTrue(shard.hostsInMemory() <= MOST_HOSTS, shard.hostsInMemory() + " hosts in memory");
    }
    var served = new HashMap<String, Integer>();
    for (int i = 1; i <= 3 * hosts; i++) {
      clock.advance(Duration.ofMillis(1));
      Lease lease = lease(shard);
      served.merge(lease.url().host(), 1, Integer::sum);
      shard.complete(lease, Visit.of(DONE));
      if (i % 50 == 0) {
        shard = reopen(shard, roomForTen);
        StoreAudit.of(store);
      }
      commit(shard);
    }
    assertEquals(hosts, served.size());
    assertEquals(Set.of(3), Set.copyOf(served.values()));
    assertTrue(shard.isOver());
  }

  @Test
  void hostsThatAreAskedForTheirRulesLetTheOthersSleep() {
    FrontierShard shard = open(OBEDIENT.withMemory(ROOM_FOR_TEN));
    int hosts = 200;
    for (int i = 0; i < 3 * hosts; i++) {
      shard.offer(found("http://h" + i % hosts + "/" + i, 0));
      commit(shard);
    }
    for (int i = 0; i < 4 * hosts; i++) {
      clock.advance(Duration.ofMillis(1));
      Lease lease = lease(shard);
      assertTrue(
          shard.hostsInMemory() <= MOST_HOSTS + 10, shard.hostsInMemory() + " hosts in memory");
      if (lease.purpose() == Lease.Purpose.RULES) {
        saysRules(shard, lease, 7, Duration.ZERO);
      } else {
        shard.complete(lease, Visit.of(DONE));
      }
      commit(shard);
    }
    assertTrue(shard.isOver());
  }

  @Test
  void atTheBoundOnPagesSleepingHostsContinueSleeping() {
    FrontierShard shard = open(ROOMY.withMemory(ROOM_FOR_TEN).withMaxPages(5));
    for (int i = 0; i < 2_000; i++) {
      shard.offer(found("http://h" + i + "/", 0));
      commit(shard);
    }
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      leases.add(lease(shard));
    }
    for (int i = 0; i < 20; i++) {
      clock.advance(Duration.ofMillis(1));
      assertNull(shard.lease());
      assertEquals(Optional.empty(), shard.untilNextLease(), "nothing will change by itself");
    }
    assertTrue(shard.hostsInMemory() <= MOST_HOSTS, shard.hostsInMemory() + " hosts in memory");
    retry(shard, leases.getFirst(), Duration.ZERO);
    lease(shard);
    assertNull(shard.lease());
  }

  @Test
  void retriesKeepToTheirMemoryHoweverManyHostsAskToBeLeftAlone() {
    FrontierShard shard = open(ROOMY.withMemory(ROOM_FOR_TEN));
    int hosts = 1_000;
    for (int i = 0; i < hosts; i++) {
      shard.offer(found("http://h" + i + "/", 0));
      commit(shard);
    }
    for (int i = 0; i < hosts; i++) {
      Lease lease = lease(shard);
      assertEquals(1, lease.attempt());
      retry(shard, lease, Duration.ofHours(1));
      commit(shard);
    }
    assertTrue(
        shard.hostsInMemory() <= 64 + 2 * MOST_HOSTS, shard.hostsInMemory() + " hosts in memory");
    assertNull(shard.lease());
    FrontierCounts counts = shard.counts();
    assertEquals(hosts, counts.queued() + counts.retrying());
    clock.advance(Duration.ofMinutes(59));
    shard = reopen(shard, ROOMY.withMemory(ROOM_FOR_TEN));
    assertNull(shard.lease());
    clock.advance(Duration.ofMinutes(2));
    for (int i = 0; i < hosts; i++) {
      Lease lease = lease(shard);
      assertEquals(2, lease.attempt());
      shard.complete(lease, Visit.of(DONE));
      commit(shard);
    }
    assertTrue(shard.isOver());
  }
}
