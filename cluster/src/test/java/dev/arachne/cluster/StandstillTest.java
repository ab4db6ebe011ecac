package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.frontier.ShardCensus;
import dev.arachne.ledger.FrontierCounts;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people are told of a crawl that cannot continue, of states that are written by hand. */
class StandstillTest {
  private static final long LATE = Standstill.PATIENCE.toNanos();
  private static final FrontierCounts NONE = new FrontierCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  private final Map<Integer, ShardState> states = new HashMap<>();
  private final Standstill standstill = new Standstill(2);

  private void say(int shard, boolean isQuiet, long at) {
    var census = new ShardCensus(0, 0, isQuiet, false, 0, 0);
    states.put(shard, new ShardState("w", census, 0, 0, 0, at, NONE, ShardHosts.UNKNOWN));
  }

  private void assertTold(String text, long nanos) {
    String told = standstill.look(states, nanos).orElseThrow();
    assertTrue(told.contains(text), told);
    assertEquals(Optional.empty(), standstill.look(states, nanos), "it is told once");
  }

  private void assertNothingTold(long nanos) {
    assertEquals(Optional.empty(), standstill.look(states, nanos));
  }

  @Test
  void shardsAtWorkThatAreNotHeardAreNamed() {
    say(0, true, 0);
    say(1, false, 0);
    assertNothingTold(0);
    assertNothingTold(LATE - 1);
    say(1, false, 1);
    assertNothingTold(LATE);
    assertTold("shard 1: no worker has restored the rows", 2 * LATE);
    say(1, false, 2);
    assertNothingTold(2 * LATE + 1);
    assertTold("shard 1:", 3 * LATE + 1);
  }

  @Test
  void shardsThatWereNeverHeardAreNamed() {
    assertNothingTold(5);
    say(0, true, 0);
    assertTold("shard 1:", LATE + 5);
  }

  @Test
  void anEndThatIsNotOrderedIsNamed() {
    say(0, true, 0);
    say(1, true, 0);
    assertNothingTold(0);
    assertFalse(standstill.isNow());
    assertNothingTold(LATE - 1);
    assertTold("the end of the crawl was not heard", LATE);
    assertTrue(standstill.isNow());
    say(1, true, 1);
    assertNothingTold(LATE + 1);
    assertFalse(standstill.isNow());
  }
}
