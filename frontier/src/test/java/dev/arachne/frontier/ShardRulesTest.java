package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.pace.HostSignal;
import dev.arachne.store.TransactionalStore;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Hosts whose robots rules come first, and hosts that do not say theirs. */
class ShardRulesTest extends ShardScene {
  /** A site does not say its rules. */
  private static void hasNoRules(FrontierShard shard, Lease lease, HostSignal signal) {
    assertEquals(Lease.Purpose.RULES, lease.purpose());
    shard.complete(
        lease,
        new RulesVisit(
            new byte[] {-1},
            Optional.of("no rules"),
            Duration.ZERO,
            List.of(),
            Optional.of(signal)));
  }

  @Test
  void nothingElseIsAskedOfAHostBeforeItsRulesAreKnown() {
    FrontierShard shard = open(OBEDIENT.withPoliteness(OBEDIENT.politeness().withPerHost(4)));
    for (int i = 0; i < 9; i++) {
      shard.offer(found("http://a/" + i, 0));
    }
    Lease rules = lease(shard);
    assertEquals("http://a/robots.txt", rules.url().toString());
    started(shard, rules);
    assertNull(shard.lease(), "they may ask for a delay");
    saysRules(shard, rules, 1, Duration.ZERO);
    for (int i = 0; i < 4; i++) {
      assertEquals("/" + i, lease(shard).url().path());
    }
    shard.offer(found("https://a/0", 0));
    assertNull(shard.lease(), "four are out");
  }

  @Test
  void aLaterProcessKeepsToTheRulesUntilTheyAreADayOld() {
    FrontierShard shard = open(OBEDIENT);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    saysRules(shard, lease(shard), 7, Duration.ofSeconds(5));
    shard = reopen(shard, OBEDIENT);
    clock.advance(Duration.ofSeconds(5));
    Lease first = started(shard, lease(shard));
    assertEquals(Lease.Purpose.PAGE, first.purpose());
    assertEquals(7, shard.rules(first.url().origin(), _ -> true).orElseThrow().rules()[0]);
    assertNull(shard.lease(), "they ask for a delay");
    shard.complete(first, Visit.of(DONE));
    clock.advance(Duration.ofHours(24));
    assertEquals(Lease.Purpose.RULES, lease(shard).purpose());
  }

  @Test
  void rulesThatAreADayOldHoldOnWhileTheSiteDoesNotSayNewOnes() {
    FrontierShard shard = open(OBEDIENT);
    shard.offer(found("http://a/1", 0));
    saysRules(shard, lease(shard), 7, Duration.ZERO);
    clock.advance(Duration.ofHours(24));
    hasNoRules(shard, lease(shard), new HostSignal.Broken());
    Lease page = lease(shard);
    assertEquals(Lease.Purpose.PAGE, page.purpose());
    Predicate<byte[]> said = record -> record[0] > 0;
    assertEquals(7, shard.rules(page.url().origin(), said).orElseThrow().rules()[0]);
  }

  @Test
  void aHostThatDoesNotSayItsRulesRestsAndNoUrlIsCharged() {
    FrontierShard shard = open(OBEDIENT);
    for (int i = 0; i < 100; i++) {
      shard.offer(found("http://a/" + i, 0));
    }
    long rest = 500;
    Instant begin = clock.now();
    while (Duration.between(begin, clock.now()).toMinutes() < 10) {
      hasNoRules(shard, lease(shard), new HostSignal.Broken());
      assertNull(shard.lease());
      assertEquals(
          Optional.of("http://a: robots.txt unreachable: no rules"), shard.survey().failing());
      assertTrue(shard.survey().allRest());
      assertEquals(Optional.of(Duration.ofMillis(rest)), shard.untilNextLease());
      clock.advance(Duration.ofMillis(rest));
      rest = Math.min(2 * rest, 60_000);
    }
    saysRules(shard, lease(shard), 1, Duration.ZERO);
    Lease page = lease(shard);
    assertEquals("/0", page.url().path());
    assertEquals(1, page.attempt());
    assertEquals(Optional.empty(), shard.survey().failing());
    assertEquals(List.of(), verdicts);
  }

  @Test
  void aHostThatHasFailedForLongerThanOurPatienceIsGivenUp() {
    FrontierShard shard = open(OBEDIENT);
    for (int i = 0; i < 2_500; i++) {
      shard.offer(found("http://a/" + i, 0));
    }
    while (!shard.isOver()) {
      Lease rules = shard.lease();
      if (rules != null) {
        hasNoRules(shard, rules, new HostSignal.Broken());
      }
      shard.settle();
      clock.advance(shard.untilNextLease().orElse(Duration.ZERO));
    }
    assertEquals(2_500, verdicts.size());
    assertTrue(Duration.between(TestClock.START, clock.now()).toMinutes() >= 15);
    assertEquals(
        new Disposition.Dropped(DropReason.ROBOTS_UNREACHABLE, "no rules"),
        verdicts.getFirst().disposition());
    assertEquals(2_500, StoreAudit.of(committed(shard)).decided().size());
  }

  private TransactionalStore committed(FrontierShard shard) {
    commit(shard);
    return store;
  }

  @Test
  void aHostThatWasNeverThereHasAsManyTriesAsAUrl() {
    FrontierShard shard = open(OBEDIENT);
    shard.offer(found("http://a/1", 0));
    for (int tries = 1; tries <= 4; tries++) {
      clock.advance(shard.untilNextLease().orElseThrow());
      hasNoRules(shard, lease(shard), new HostSignal.Unreachable());
      assertNull(shard.lease());
      assertEquals(tries == 4 ? 1 : 0, verdicts.size());
    }
    assertTrue(shard.isOver());
    assertEquals(Duration.ofMillis(3_500), Duration.between(TestClock.START, clock.now()));
  }

  @Test
  void rulesOfHttpsThatCannotBeHadDoNotHoldUpThePagesOfHttp() {
    FrontierShard shard = open(OBEDIENT);
    shard.offer(found("https://a/1", 0));
    for (int i = 2; i < 9; i++) {
      shard.offer(found("http://a/" + i, 1));
    }
    hasNoRules(shard, lease(shard), new HostSignal.Broken());
    clock.advance(Duration.ofSeconds(1));
    shard.offer(found("http://a/0", 0));
    Lease plain = lease(shard);
    assertEquals("https://a/robots.txt", plain.url().toString());
    hasNoRules(shard, plain, new HostSignal.Broken());
    clock.advance(Duration.ofSeconds(2));
    hasNoRules(shard, lease(shard), new HostSignal.Broken());
  }

  @Test
  void aHostThatGoesDownTakesNoUrlWithIt() {
    FrontierShard shard = open(ROOMY);
    for (int i = 0; i < 20; i++) {
      shard.offer(found("http://a/" + i, 0));
    }
    Visit answered =
        Visit.of(DONE).over(List.of(), Optional.of(new HostSignal.Answered(Duration.ofMillis(10))));
    shard.complete(lease(shard), answered);
    Visit refused =
        Visit.of(new Disposition.Retry(Duration.ofMillis(500), "connection refused"))
            .over(List.of(), Optional.of(new HostSignal.Unreachable()));
    shard = reopen(shard, ROOMY);
    Instant down = clock.now();
    while (Duration.between(down, clock.now()).toMinutes() < 10) {
      Lease lease = shard.lease();
      if (lease == null) {
        clock.advance(shard.untilNextLease().orElseThrow());
      } else {
        assertEquals(1, lease.attempt());
        shard.complete(lease, refused);
      }
    }
    while (!shard.isOver()) {
      Lease lease = shard.lease();
      if (lease == null) {
        clock.advance(shard.untilNextLease().orElseThrow());
      } else {
        shard.complete(lease, answered);
      }
    }
    assertEquals(20, shard.counts().fetched());
  }

  @Test
  void theEntriesAboutTheRulesOfASiteAreLinkedBackwards() {
    FrontierShard shard = open(OBEDIENT);
    Origin site = CrawlUrl.of("http://a/1").origin();
    shard.begun("delay PT0S");
    shard.offer(found("http://a/1", 0));
    saysRules(shard, lease(shard), 1, Duration.ZERO);
    clock.advance(Duration.ofHours(24));
    saysRules(shard, lease(shard), 2, Duration.ZERO);
    commit(shard);
    Ledger ledger = Ledger.of(store);
    assertEquals(2, ((LedgerEntry.RulesFetched) ledger.entry(3)).previous());
    assertEquals(-1, ((LedgerEntry.RulesFetched) ledger.entry(2)).previous());
    Instant now = TestClock.START.plus(Duration.ofHours(24));
    assertEquals(2, ledger.rules(site, now).orElseThrow().rules()[0]);
    assertEquals(1, ledger.rules(site, now.minusSeconds(1)).orElseThrow().rules()[0]);
    assertEquals(Optional.empty(), ledger.rules(site, TestClock.START.minusSeconds(1)));
    assertEquals(Optional.empty(), ledger.rules(CrawlUrl.of("http://b/").origin(), now));
  }
}
