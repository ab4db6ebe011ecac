package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How many pages below a path are asked for. */
class ShardBudgetsTest extends ShardScene {
  private static final Disposition ROBOTS = new Disposition.Dropped(DropReason.ROBOTS, "");

  private static FrontierOptions budgets(PathBudget... budgets) {
    return ROOMY.withBudgets(List.of(budgets));
  }

  private static PathBudget budget(String prefix, long pages) {
    return new PathBudget(Optional.empty(), prefix, pages);
  }

  private static void offerAll(FrontierShard shard, String place, int urls) {
    for (int i = 0; i < urls; i++) {
      shard.offer(found(place + i, 0));
    }
  }

  /** Leases and completes whatever there is; returns it. */
  private List<String> drain(FrontierShard shard) {
    List<String> leased = new ArrayList<>();
    while (!shard.isOver()) {
      shard.settle();
      Lease lease = shard.lease();
      if (lease != null) {
        leased.add(lease.url().path());
        shard.complete(lease, Visit.of(DONE));
      }
      commit(shard);
    }
    return leased;
  }

  private long beyond(String text) {
    return verdicts.stream()
        .map(Verdict::disposition)
        .filter(new Disposition.Dropped(DropReason.BUDGET, text)::equals)
        .count();
  }

  @Test
  void asManyPagesAreAskedForAsABudgetSays() {
    FrontierShard shard = open(budgets(budget("/blog/", 3), budget("/blog/old/", 1)));
    offerAll(shard, "http://a/blog/old/", 5);
    offerAll(shard, "http://a/blog/", 2_500);
    offerAll(shard, "http://a/page/", 4);
    offerAll(shard, "http://b/blog/", 4);
    List<String> leased = drain(shard);
    assertEquals(6, leased.stream().filter(path -> path.startsWith("/blog/")).count());
    assertTrue(leased.contains("/blog/old/0"));
    assertEquals(4, leased.stream().filter(path -> path.startsWith("/page/")).count());
    assertEquals(2_498 + 1, beyond("/blog/=3"));
    assertEquals(4, beyond("/blog/old/=1"));
    assertEquals(0, shard.counts().pending());
  }

  @Test
  void aBudgetOfAHostIsInThePlaceOfThatOfAll() {
    var wide = new PathBudget(Optional.of("a"), "/", 5);
    FrontierShard shard = open(budgets(budget("/", 2), wide));
    offerAll(shard, "http://a/", 9);
    offerAll(shard, "http://b/", 9);
    assertEquals(7, drain(shard).size());
    assertEquals(4, beyond("a/=5"));
    assertEquals(7, beyond("/=2"));
  }

  @Test
  void aPlaceThatWasNotUsedIsGivenBack() {
    FrontierShard shard = open(budgets(budget("/", 2)));
    offerAll(shard, "http://a/", 4);
    Lease first = lease(shard);
    Lease second = lease(shard);
    assertNull(shard.lease(), "two are out");
    shard.complete(first, Visit.of(ROBOTS));
    shard.giveBack(second);
    assertEquals(List.of("/1", "/2"), drain(shard));
    assertEquals(1, beyond("/=2"));
  }

  @Test
  void aUrlKeepsItsPlaceOverItsAttemptsAndAKilledProcess() {
    FrontierOptions options = budgets(budget("/", 2));
    FrontierShard shard = open(options);
    offerAll(shard, "http://a/", 4);
    retry(shard, lease(shard), Duration.ofSeconds(1));
    lease(shard); // Nobody ends it.
    assertNull(shard.lease());
    shard = reopen(shard, options);
    Lease again = lease(shard);
    assertEquals("/1", again.url().path(), "it was in flight");
    assertNull(shard.lease(), "the other place is that of a URL that is tried again");
    clock.advance(Duration.ofSeconds(1));
    Lease retried = lease(shard);
    assertEquals("/0", retried.url().path());
    shard.complete(again, Visit.of(DONE));
    shard = reopen(shard, options);
    assertEquals(List.of("/0"), drain(shard));
    assertEquals(2, beyond("/=2"));
  }
}
