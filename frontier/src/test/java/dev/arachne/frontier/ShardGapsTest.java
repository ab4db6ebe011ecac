package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.pace.Politeness;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** When hosts and addresses may be asked again, in one process and from one to the next. */
class ShardGapsTest extends ShardScene {
  private static final Tenure TENURE = new Tenure(Duration.ofSeconds(1), Duration.ZERO);

  private static FrontierOptions delayed(FrontierOptions options, int seconds) {
    return options.withPoliteness(
        Politeness.NONE.withDelay(Duration.ofSeconds(seconds), Duration.ZERO));
  }

  @Test
  void aHostsDelayHoldsThoughTheProcessWasKilledOrTheHostForgotten() {
    FrontierOptions options = delayed(TIGHT, 10);
    FrontierShard shard = open(options);
    shard.offer(found("http://a/1", 0));
    started(shard, lease(shard));
    shard = reopen(shard, options);
    assertNull(shard.lease());
    assertEquals(Optional.of(Duration.ofSeconds(10)), shard.untilNextLease());
    clock.advance(Duration.ofSeconds(10));
    Lease again = started(shard, lease(shard));
    shard.complete(again, Visit.of(DONE));
    commit(shard);
    shard.offer(found("http://a/2", 0));
    assertNull(shard.lease());
    clock.advance(Duration.ofSeconds(10));
    assertNotNull(shard.lease());
  }

  @Test
  void httpAndHttpsOfOneHostShareItsDelayAndNotItsRules() {
    FrontierShard shard = open(OBEDIENT);
    Origin plain = CrawlUrl.of("http://a/").origin();
    Origin secure = CrawlUrl.of("https://a/").origin();
    shard.begun("delay PT5S");
    shard.offer(found("http://a/1", 0));
    shard.offer(found("https://a/2", 0));
    shard.offer(found("http://a:8080/3", 0));
    saysRules(shard, lease(shard), 1, Duration.ofSeconds(5));
    assertEquals("http://a:8080/robots.txt", lease(shard).url().toString(), "another server");
    assertNull(shard.lease());
    clock.advance(Duration.ofSeconds(5));
    shard.complete(started(shard, lease(shard)), Visit.of(DONE));
    assertNull(shard.lease());
    assertEquals(Optional.empty(), shard.rules(secure, _ -> true));
    clock.advance(Duration.ofSeconds(5));
    assertEquals("https://a/robots.txt", lease(shard).url().toString());
    commit(shard);
    Instant now = TestClock.START.plusSeconds(10);
    assertEquals(1, Ledger.of(store).rules(plain, now).orElseThrow().rules()[0]);
    assertEquals(Optional.empty(), Ledger.of(store).rules(secure, now));
  }

  @Test
  void aTurnIsGivenWhenTheServerHasReadWhatIsUnderWay() {
    FrontierShard shard = open(delayed(ROOMY, 2));
    shard.offer(found("http://a/1", 0));
    Lease underWay = started(shard, lease(shard));
    Origin host = underWay.url().origin();
    OptionalLong start = shard.giveTurn(host, Long.MAX_VALUE, 0);
    assertEquals(clock.nanos() + Duration.ofMillis(2_250).toNanos(), start.orElseThrow());
  }

  /** The gap counts from when a request is read that leaves as late as it may. */
  @Test
  void aTurnKeepsItsHostFreeForAsLongAsItMayBeUsed() {
    FrontierShard shard = open(delayed(ROOMY, 2));
    shard.offer(found("http://a/1", 0));
    Origin host = CrawlUrl.of("http://a/").origin();
    long second = Duration.ofSeconds(1).toNanos();
    OptionalLong start = shard.giveTurn(host, 5 * second, 4 * second);
    assertEquals(OptionalLong.of(clock.nanos()), start);
    assertEquals(OptionalLong.empty(), shard.giveTurn(host, 5 * second, 4 * second));
    clock.advance(Duration.ofMillis(6_249));
    assertNull(shard.lease());
    clock.advance(Duration.ofMillis(1));
    assertNotNull(shard.lease());
  }

  @Test
  void aLeaseFromBeforeATurnDepartsBeforeOrAfterIt() {
    FrontierShard shard = open(delayed(ROOMY, 2));
    shard.offer(found("http://a/1", 0));
    Origin host = CrawlUrl.of("http://a/").origin();
    assertFalse(shard.turns().keepFree(host, clock.nanos()));
    lease(shard);
    long begin = clock.nanos();
    long millis = Duration.ofMillis(1).toNanos();
    long start = shard.giveTurn(host, Long.MAX_VALUE, 100 * millis).orElseThrow();
    assertEquals(begin + 2_350 * millis, start);
    List<Boolean> isKept = new ArrayList<>();
    for (long after : List.of(99, 100, 2_700 + 1_999, 2_700 + 2_000)) {
      isKept.add(shard.turns().keepFree(host, begin + after * millis));
    }
    assertEquals(List.of(false, true, true, false), isKept);
  }

  @Test
  void aNewOwnerAssumesThatTheLastRequestWasReadLate() {
    FrontierOptions options = delayed(ROOMY, 10).withTenure(TENURE);
    FrontierShard shard = open(options);
    shard.offer(found("http://a/1", 0));
    clock.advance(Duration.ofMillis(10_250));
    started(shard, lease(shard));
    shard = reopen(shard, options);
    assertNull(shard.lease());
    assertEquals(Optional.of(Duration.ofMillis(10_250)), shard.untilNextLease());
  }

  /** The rows of its last owner may be gone with the brokers that had them. */
  @Test
  void aNewOwnerWaitsForTheDelayOfHostsThatItKnowsNothingOf() {
    FrontierOptions options = delayed(ROOMY, 10).withTenure(TENURE);
    FrontierShard shard = open(options);
    clock.advance(Duration.ofSeconds(4));
    shard.offer(found("http://a/1", 0));
    assertNull(shard.lease());
    assertEquals(Optional.of(Duration.ofMillis(6_250)), shard.untilNextLease());
    clock.advance(Duration.ofSeconds(600));
    shard = reopen(shard, options);
    assertNull(shard.lease());
    assertEquals(Optional.of(Duration.ofMillis(10_250)), shard.untilNextLease());
    clock.advance(Duration.ofSeconds(11));
    shard.offer(found("http://b/1", 0));
    started(shard, lease(shard));
    started(shard, lease(shard));
  }

  @Test
  void aNewOwnerWaitsForTheRestOfTheDelayWhereNobodyHasSentRequestsForAWhile() {
    FrontierOptions options = delayed(ROOMY, 10).withTenure(TENURE);
    FrontierShard shard = open(options);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    clock.advance(Duration.ofMillis(10_250));
    Lease first = started(shard, lease(shard));
    shard.complete(first, Visit.of(DONE));
    clock.advance(Duration.ofSeconds(60));
    var terms = new Tenure(TENURE.length(), Duration.ofSeconds(4));
    shard = reopen(shard, options.withTenure(terms));
    assertNull(shard.lease());
    assertEquals(Optional.of(Duration.ofMillis(6_250)), shard.untilNextLease());
    clock.advance(Duration.ofMillis(6_250));
    assertNotNull(shard.lease());
  }

  /** What the rows say holds, however long nobody was heard. */
  @Test
  void aNewOwnerWaitsForADelayThatTheRowsHave() {
    FrontierOptions options = delayed(ROOMY, 10).withTenure(TENURE);
    FrontierShard shard = open(options);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    clock.advance(Duration.ofMillis(10_250));
    Lease first = started(shard, lease(shard));
    shard.complete(first, Visit.of(DONE));
    clock.advance(Duration.ofSeconds(1));
    var terms = new Tenure(TENURE.length(), Duration.ofSeconds(4));
    shard = reopen(shard, options.withTenure(terms));
    assertNull(shard.lease());
    assertEquals(Optional.of(Duration.ofSeconds(9)), shard.untilNextLease());
  }

  @Test
  void hostsWithoutADelayTakeTurnsInAnyOrder() {
    FrontierShard shard = open(ROOMY);
    for (int i = 0; i < 3; i++) {
      shard.offer(found("http://a/" + i, 0));
      shard.offer(found("http://b/" + i, 0));
    }
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      clock.advance(Duration.ofMillis(1));
      order.add(lease(shard).url().host());
    }
    assertEquals(List.of("a", "b", "a", "b", "a", "b"), order);
  }

  @Test
  void gapsAreRightThoughTheTimeOfDayIsSetBack() {
    FrontierShard shard = open(delayed(ROOMY, 5));
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    clock.setBack(Duration.ofHours(1));
    Lease lease = started(shard, lease(shard));
    assertNull(shard.lease());
    assertEquals(Optional.of(Duration.ofSeconds(5)), shard.untilNextLease());
    var exchange = new Exchange(ADDRESS, shard.timeOf(clock.nanos()), Duration.ZERO);
    shard.complete(lease, Visit.of(DONE).over(List.of(exchange), Optional.empty()));
    commit(shard);
    var decided = (LedgerEntry.Decided) entry(2);
    assertEquals(Optional.of(exchange), decided.exchange());
    assertEquals(TestClock.START, exchange.sent());
  }

  @Test
  void aHostThatAsksToBeLeftAloneIsLeftAloneThoughItsUrlIsDecided() {
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    Lease lease = present(shard.lease());
    Optional<Duration> rest = Optional.of(Duration.ofSeconds(20));
    var refusal =
        new Disposition.Answer(503, "text/html", 0, Duration.ZERO, Optional.empty(), rest);
    shard.complete(lease, Visit.of(new Disposition.Done(refusal)));
    assertNull(shard.lease());
    assertEquals(rest, shard.untilNextLease());
  }

  @Test
  void aRequestThatHadToBeSentAgainMovesTheNextOne() {
    FrontierShard shard = open(delayed(ROOMY, 5));
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    Lease lease = started(shard, lease(shard));
    clock.advance(Duration.ofSeconds(1));
    started(shard, lease);
    assertEquals(Optional.of(Duration.ofSeconds(5)), shard.untilNextLease());
  }

  @Test
  void aLaterProcessKeepsTheGapOfARequestThatWasAboutToLeave() {
    Duration delay = Duration.ofSeconds(5);
    FrontierOptions options = delayed(ROOMY, 5);
    FrontierShard shard = open(options);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    Lease lease = present(shard.lease());
    shard.departing(lease, lease.url().origin(), ADDRESS, true);
    commit(shard);
    FrontierShard later = open(options);
    assertNull(later.lease());
    assertEquals(
        Optional.of(delay.plus(FrontierOptions.DEFAULT.departure())), later.untilNextLease());
    started(shard, lease);
    commit(shard);
    assertEquals(Optional.of(delay), open(options).untilNextLease());
  }

  @Test
  void aLaterProcessKeepsTheGapOfAnAddress() {
    Duration delay = Duration.ofSeconds(5);
    FrontierOptions options = ROOMY.withPoliteness(Politeness.NONE.withAddresses(9, delay));
    FrontierShard shard = open(options);
    shard.begun("");
    shard.offer(found("http://a/1", 0));
    Lease lease = present(shard.lease());
    assertTrue(shard.locate(lease, ADDRESS));
    shard.departing(lease, lease.url().origin(), ADDRESS, true);
    commit(shard);
    clock.advance(Duration.ofSeconds(1));
    FrontierShard later = open(options);
    later.begun("");
    commit(later);
    Lease other = present(later.lease());
    assertFalse(later.locate(other, ADDRESS), "the address was asked a second ago");
    assertNull(later.lease());
    assertEquals(
        Optional.of(Duration.ofSeconds(4).plus(FrontierOptions.DEFAULT.departure())),
        later.untilNextLease());
  }

  @Test
  void aClockThatIsSetBackBetweenTwoProcessesMakesNoGapLonger() {
    FrontierOptions options = delayed(ROOMY, 5);
    FrontierShard shard = open(options);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    shard.complete(started(shard, lease(shard)), Visit.of(DONE));
    commit(shard);
    clock.setBack(Duration.ofDays(3650));
    assertEquals(Optional.of(Duration.ofSeconds(5)), open(options).untilNextLease());
  }

  @Test
  void aTurnWithoutALeaseAndTheHostsOwnRequestsKeepTheGapOfEachOther() {
    FrontierOptions options = delayed(ROOMY, 10);
    FrontierShard shard = open(options);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    shard.complete(started(shard, lease(shard)), Visit.of(DONE));
    assertEquals(Duration.ofSeconds(10), turn(shard));
    assertEquals(Duration.ofMillis(20_250), turn(shard));
    assertEquals(Optional.of(Duration.ofMillis(30_500)), shard.untilNextLease());
    shard = reopen(shard, options);
    assertEquals(Optional.of(Duration.ofMillis(30_500)), shard.untilNextLease());
  }

  @Test
  void aTurnWithoutALeaseComesAfterTheRequestForWhichTheHostIsHeld() {
    FrontierShard shard = open(delayed(ROOMY, 10));
    shard.offer(found("http://a/1", 0));
    lease(shard);
    assertEquals(Duration.ofMillis(10_350), turn(shard));
  }

  @Test
  void turnsAtAHostWithoutADelayAreATenthOfASecondApart() {
    FrontierShard shard = open(ROOMY);
    assertEquals(Duration.ZERO, turn(shard));
    assertEquals(Duration.ofMillis(100), turn(shard));
  }

  @Test
  void aTurnThatIsTooFarAwayLeavesTheHostAsItIs() {
    FrontierShard shard = open(delayed(ROOMY, 10));
    Origin host = CrawlUrl.of("http://a/").origin();
    long soon = Duration.ofSeconds(15).toNanos();
    assertTrue(shard.giveTurn(host, soon, 0).isPresent());
    assertTrue(shard.giveTurn(host, soon, 0).isPresent());
    assertTrue(shard.giveTurn(host, soon, 0).isEmpty());
    assertEquals(Duration.ofMillis(20_500), turn(shard));
  }

  /** How far away the next turn without a lease at the host "a" is. */
  private Duration turn(FrontierShard shard) {
    Origin host = CrawlUrl.of("http://a/").origin();
    long start = shard.giveTurn(host, Long.MAX_VALUE, 0).orElseThrow();
    return Duration.ofNanos(start - clock.nanos());
  }
}
