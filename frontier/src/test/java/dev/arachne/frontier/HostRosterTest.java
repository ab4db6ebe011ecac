package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Disposition;
import dev.arachne.pace.HostSignal;
import dev.arachne.pace.Politeness;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The hosts that a user is shown of many. */
class HostRosterTest extends ShardScene {
  private static void offer(FrontierShard shard, String host, int urls) {
    for (int i = 0; i < urls; i++) {
      shard.offer(found("http://" + host + "/" + i, 0));
    }
  }

  private static List<String> names(HostRoster roster) {
    return roster.hosts().stream().map(host -> host.origin().host()).toList();
  }

  @Test
  void theHostsWithMostToDoComeFirstAndNoMoreThanAreAskedFor() {
    FrontierShard shard = open(ROOMY);
    for (int i = 1; i <= 50; i++) {
      offer(shard, "h" + i, i);
    }
    HostRoster roster = shard.roster(3);
    assertEquals(List.of("h50", "h49", "h48"), names(roster));
    assertEquals(50, roster.busy());
    assertEquals(50, roster.hosts().getFirst().queued());
  }

  @Test
  void aHostThatRefusesIsShownWithItsRetryAfterThoughItHasLittleToDo() {
    FrontierShard shard = open(ROOMY);
    offer(shard, "tired", 1);
    Lease lease = started(shard, lease(shard));
    offer(shard, "tired", 2);
    offer(shard, "busy", 9);
    offer(shard, "busier", 10);
    var refused = new Disposition.Retry(Duration.ofSeconds(1), "status 429");
    var asked = new HostSignal.Overloaded(Optional.of(Duration.ofSeconds(7)));
    shard.complete(lease, Visit.of(refused).over(List.of(), Optional.of(asked)));
    HostRoster roster = shard.roster(2);
    assertEquals(List.of("busier", "busy", "tired"), names(roster));
    HostState tired = roster.hosts().getLast();
    assertEquals(1, tired.refusals());
    assertEquals(Optional.of(clock.now().plusSeconds(7)), tired.retryAfter());
    assertEquals(clock.now().plusSeconds(7), tired.nextRequest());
    clock.advance(Duration.ofSeconds(8));
    assertEquals(Optional.empty(), shard.roster(2).hosts().getLast().retryAfter());
  }

  @Test
  void aDelayIsThePaceAndTheNextRequestIsWhenItIsOver() {
    Politeness politeness = Politeness.NONE.withDelay(Duration.ofSeconds(5), Duration.ZERO);
    FrontierShard shard = open(ROOMY.withPoliteness(politeness));
    offer(shard, "a", 2);
    shard.complete(started(shard, lease(shard)), Visit.of(DONE));
    HostState host = shard.roster(1).hosts().getFirst();
    assertEquals(Duration.ofSeconds(5), host.gap());
    assertEquals(clock.now().plusSeconds(5), host.nextRequest());
    assertEquals(1, shard.roster(1).resting());
  }

  @Test
  void rowsTellTheSameToWhoReadsThemElsewhere() {
    FrontierShard shard = open(ROOMY);
    offer(shard, "a", 3);
    offer(shard, "b", 5);
    offer(shard, "done", 1);
    Lease lease = lease(shard);
    while (!lease.url().host().equals("done")) {
      lease = lease(shard);
    }
    shard.complete(lease, Visit.of(DONE));
    commit(shard);
    HostRoster kept = HostRoster.kept(store, Politeness.NONE, clock.now(), 10);
    assertEquals(List.of("b", "a"), names(kept));
    assertEquals(
        List.of(5L, 3L), kept.hosts().stream().map(HostState::queued).toList(), "in flight, too");
    assertEquals(2, kept.busy());
  }

  @Test
  void aHundredThousandHostsAreLookedAtAndFewAreKept() {
    FrontierShard shard = open(ROOMY.withMemory(FrontierOptions.UNBOUNDED));
    for (int i = 0; i < 100_000; i++) {
      shard.offer(found("http://h" + i + "/", 0));
    }
    HostRoster roster = shard.roster(40);
    assertEquals(100_000, roster.busy());
    assertEquals(40, roster.hosts().size());
    assertTrue(roster.hosts().stream().allMatch(host -> host.queued() == 1));
  }
}
