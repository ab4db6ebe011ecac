package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Change;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.Priority;
import dev.arachne.ledger.VisitNote;
import dev.arachne.pace.Politeness;
import dev.arachne.store.StoreException;
import dev.arachne.store.TransactionalStore;
import dev.arachne.traps.PageSignature;
import dev.arachne.url.CrawlUrl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A crawl of one shard that is continued by several. */
class ShardSplitTest extends ShardScene {
  private static final int SHARDS = 3;
  private static final int HOSTS = 12;

  private static String url(int host, String path) {
    return "http://h" + host + ".example/" + path;
  }

  /** A crawl in which all kinds of rows occur. */
  private FrontierShard crawl(FrontierOptions options) {
    FrontierShard shard = open(options);
    shard.begun("terms");
    for (int host = 0; host < HOSTS; host++) {
      shard.offer(found(url(host, ""), 0));
      shard.offer(found(url(host, "late"), 2));
      shard.offer(rejected(url(host, "excluded"), DropReason.EXCLUDED));
      shard.offer(rejected(url(host, "deep"), DropReason.TOO_DEEP));
    }
    return shard;
  }

  private static Discovery rejected(String url, DropReason reason) {
    return new Discovery(
        CrawlUrl.of(url), CrawlUrl.of("http://a/via"), 1, 0, Priority.PAGES, Optional.of(reason));
  }

  @Test
  void allThatIsKnownOfAHostGoesToItsShard() {
    FrontierShard shard = crawl(OBEDIENT);
    for (int i = 0; i < 2 * HOSTS; i++) {
      Lease lease = shard.lease();
      if (lease == null) {
        clock.advance(Duration.ofSeconds(1));
      } else if (lease.purpose() == Lease.Purpose.RULES) {
        saysRules(shard, started(shard, lease), i, Duration.ofSeconds(2));
      } else if (i % 3 == 0) {
        retry(shard, started(shard, lease), Duration.ofSeconds(9));
      } else {
        byte[] text = lease.url().toString().getBytes(StandardCharsets.UTF_8);
        shard.complete(
            started(shard, lease), Visit.of(DONE).noted(List.of(new VisitNote("test", text))));
      }
    }
    shard.change(new Change.Exclude("late"));
    for (int i = 0; i < 10 * HOSTS; i++) {
      Lease lease = shard.lease();
      if (lease == null) {
        clock.advance(Duration.ofSeconds(1));
      } else {
        assertFalse(lease.url().path().equals("/late"));
      }
    }
    assertTrue(shard.counts().setAside() > 0 && shard.counts().inFlight() > 0);
    commit(shard);
    Division division = Division.of(store, SHARDS);
    division.assertIs(store);
    for (TransactionalStore each : division.shards()) {
      Ledger ledger = Ledger.of(each);
      assertEquals(1, ledger.changes().inForce().size());
      ledger.read((entry, position) -> {
        if (entry instanceof LedgerEntry.Decided decided && decided.exchange().isPresent()) {
          String url = ledger.found(decided.found()).url().toString();
          byte[] note = ledger.note("test", position).orElseThrow();
          assertEquals(url, new String(note, StandardCharsets.UTF_8));
        }
      });
    }
  }

  private FrontierOptions ofShard(FrontierOptions options, int shard) {
    return options.withShare(new HostPartition(shard, SHARDS));
  }

  /** The URLs that the shards lease until nothing is left. */
  private TreeSet<String> drain(Division division, FrontierOptions options) {
    var leased = new TreeSet<String>();
    for (int number = 0; number < SHARDS; number++) {
      TransactionalStore rows = division.shards().get(number);
      FrontierShard shard =
          FrontierShard.open(rows, ofShard(options, number), clock, (verdict, _) -> {});
      shard.grant(1_000);
      for (int step = 0; !shard.isOver(); step++) {
        assertTrue(step < 10_000, "it does not end");
        shard.settle();
        Lease lease = shard.lease();
        if (lease == null) {
          shard.end();
          clock.advance(Duration.ofSeconds(1));
        } else {
          assertTrue(leased.add(lease.url().toString()), () -> "again " + lease.url());
          complete(shard, lease, 1);
        }
        shard.flush();
        rows.commit();
      }
      assertEquals(0, shard.counts().pending());
    }
    return leased;
  }

  private static void complete(FrontierShard shard, Lease lease, long content) {
    var note = new VisitNote(PageSignature.NOTES, PageSignature.of(0, content).toBytes());
    shard.complete(lease, Visit.of(DONE).noted(List.of(note)));
  }

  @Test
  void urlsThatWereHeldAsTrapsReturnToTheirQueues() {
    FrontierOptions closing = ROOMY.withTraps(TrapPolicy.CLOSE);
    FrontierShard shard = open(closing);
    for (int i = 0; i < 300; i++) {
      shard.offer(found(url(i % HOSTS, "x/" + i), 1));
    }
    for (Lease lease = shard.lease(); lease != null; lease = shard.lease()) {
      complete(shard, lease, 1);
    }
    commit(shard);
    long held = shard.counts().setAside();
    assertTrue(held > 100, () -> "" + held);
    Division division = Division.of(store, SHARDS);
    division.assertIs(store);
    assertEquals(held, drain(division, ROOMY).size());
  }

  @Test
  void pagesThatABudgetHasSpentStaySpent() {
    FrontierOptions three =
        ROOMY.withBudgets(List.of(new PathBudget(Optional.empty(), "/blog/", 3)));
    FrontierShard shard = open(three);
    for (int i = 0; i < 5 * HOSTS; i++) {
      shard.offer(found(url(i % HOSTS, "blog/" + i), 1));
    }
    for (int i = 0; i < 2 * HOSTS; i++) {
      shard.complete(lease(shard), Visit.of(DONE));
    }
    commit(shard);
    assertEquals(HOSTS, drain(Division.of(store, SHARDS), three).size());
  }

  @Test
  void aHostThatWasAskedRestsInItsShardToo() {
    Duration delay = Duration.ofSeconds(10);
    FrontierOptions slow = ROOMY.withPoliteness(Politeness.NONE.withDelay(delay, delay));
    FrontierShard shard = open(slow);
    shard.offer(found(url(0, "1"), 0));
    shard.offer(found(url(0, "2"), 0));
    shard.complete(started(shard, lease(shard)), Visit.of(DONE));
    commit(shard);
    int number = HostPartition.numberOf("h0.example", SHARDS);
    TransactionalStore rows = Division.of(store, SHARDS).shards().get(number);
    FrontierShard its = FrontierShard.open(rows, ofShard(slow, number), clock, (_, _) -> {});
    its.grant(1);
    clock.advance(delay.minusMillis(1));
    assertNull(its.lease());
    clock.advance(Duration.ofMillis(1));
    assertEquals(url(0, "2"), lease(its).url().toString());
  }

  @Test
  void hostsOfOneHashAndRowsOfOneOfSeveralShardsAreRefused() {
    FrontierShard shard =
        FrontierShard.open(store, ROOMY, clock, _ -> 7, (verdict, _) -> verdicts.add(verdict));
    shard.offer(found(url(0, ""), 0));
    commit(shard);
    String refusal =
        assertThrows(StoreException.class, () -> Division.of(store, SHARDS)).getMessage();
    assertTrue(refusal.contains("h0.example"), refusal);

    TransactionalStore other = new SimulatedDisk(0, 0).open();
    FrontierShard one = FrontierShard.open(other, ofShard(ROOMY, 1), clock, (_, _) -> {});
    one.flush();
    assertThrows(IllegalArgumentException.class, () -> Division.of(other, SHARDS));
  }
}
