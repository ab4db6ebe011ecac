package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.ledger.Verdict;
import dev.arachne.store.TransactionalStore;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two shards, and what an engine carries between them. */
class ShardOutboxTest extends ShardScene {
  private final SimulatedDisk otherDisk = new SimulatedDisk(1, 0);
  private final Sent sent = new Sent();

  /** What one of them has sent. */
  private static final class Sent implements Outbox {
    final List<Discovery> discoveries = new ArrayList<>();
    final List<Verdict> verdicts = new ArrayList<>();

    @Override
    public void send(Discovery discovery) {
      discoveries.add(discovery);
    }

    @Override
    public void decided(Verdict verdict) {
      verdicts.add(verdict);
    }
  }

  private static String hostOf(int shard) {
    int number = 0;
    while (HostPartition.numberOf("h" + number, 2) != shard) {
      number++;
    }
    return "h" + number;
  }

  private ShardDriver driver(TransactionalStore rows, int shard) {
    FrontierOptions options = ROOMY.withShare(new HostPartition(shard, 2)).withMaxPages(10);
    return new ShardDriver(rows, options, clock, Optional.of(sent), (_, _) -> List.of());
  }

  @Test
  void linksToHostsOfOtherShardsArriveOnceAndAreCounted() {
    ShardDriver here = driver(store, 0);
    TransactionalStore otherRows = otherDisk.open();
    ShardDriver there = driver(otherRows, 1);
    here.shard().grant(10);
    there.shard().grant(10);
    String root = "http://" + hostOf(0) + "/";
    String link = "http://" + hostOf(1) + "/";
    here.step(List.of(new ShardRequest.Offer(Discovery.root(CrawlUrl.of(root)))), 0);
    Lease lease = here.step(List.of(), 1).leases().getFirst();
    Visit visit = Visit.of(DONE).leadingTo(List.of(found(link, 1), found(root + 2, 1)), 0);
    here.step(List.of(new ShardRequest.Complete(lease, visit)), 0);

    assertEquals(
        List.of(link), sent.discoveries.stream().map(each -> each.url().toString()).toList());
    assertEquals(1, sent.verdicts.size());
    assertEquals(
        List.of(),
        store.range(LedgerKeys.kind('X'), LedgerKeys.kind('X' + 1), 1),
        "it is on its way, and no row");
    there.receive(sent.discoveries);
    there.commit();
    assertEquals(link, there.step(List.of(), 1).leases().getFirst().url().toString());
    assertEquals(1, here.shard().census().sent());
    assertEquals(1, there.shard().census().received());

    otherDisk.kill();
    ShardDriver again = driver(otherDisk.open(), 1);
    assertEquals(1, again.shard().census().received(), "that is in the commit, too");
    assertNull(again.shard().lease(), "nothing was granted yet");
    assertTrue(again.shard().grant(1));
    assertEquals(link, lease(again.shard()).url().toString());
  }
}
