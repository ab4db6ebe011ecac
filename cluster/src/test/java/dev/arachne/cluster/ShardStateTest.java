package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.frontier.ShardCensus;
import dev.arachne.ledger.FrontierCounts;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** States of shards as records of their topic. */
class ShardStateTest {
  private static ShardState state(ShardHosts hosts) {
    return new ShardState(
        "w",
        new ShardCensus(1, 2, true, false, 3, 4),
        5,
        6,
        7,
        8,
        new FrontierCounts(45, 1, 2, 3, 4, 5, 6, 7, 8, 9),
        hosts);
  }

  @Test
  void aStateIsReadAsItWasWritten() {
    var hosts =
        new ShardHosts(
            300, 20, Duration.ofMillis(70_001), Duration.ofMillis(5), "https://a.example");
    assertEquals(state(hosts), ShardState.read(state(hosts).toBytes()));
  }
}
