package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.FrontierSnapshot;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.PayloadDigest;
import dev.arachne.ledger.Precedence;
import dev.arachne.ledger.Verdict;
import dev.arachne.pace.HostSignal;
import dev.arachne.pace.Politeness;
import dev.arachne.runtime.Deadline;
import dev.arachne.store.TransactionalStore;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FrontierShardTest {
  private static final FrontierOptions ROOMY = FrontierOptions.DEFAULT;

  /** Memory for windows of some dozens of URLs. */
  private static final FrontierOptions SNUG = ROOMY.withMemory(40_000);

  /** Asks for robots.txt first. */
  /** A quarter of it has room for 10 hosts. */
  private static final long ROOM_FOR_TEN = 4 * 10 * Hosts.HOST_BYTES;

  /** Hosts in memory with it at most, which are 10 of each of two generations and one at hand. */
  private static final int MOST_HOSTS = 2 * 10 + 1;

  private static final FrontierOptions OBEDIENT =
      ROOMY.withPoliteness(Politeness.NONE.obeyingRobots());

  /** So little memory that nothing is kept which can be read again. */
  private static final FrontierOptions TIGHT = ROOMY.withMemory(1);

  private static final Disposition DONE =
      new Disposition.Done(new Disposition.Answer(200, "text/html", 0, Duration.ZERO));

  private static final InetAddress ADDRESS = InetAddress.ofLiteral("192.0.2.1");

  private final TestClock clock = new TestClock();
  private final SimulatedDisk disk = new SimulatedDisk(0, 0);
  private final List<Verdict> verdicts = new ArrayList<>();
  private TransactionalStore store = disk.open();

  private FrontierShard open(FrontierOptions options) {
    return FrontierShard.open(store, options, clock, verdicts::add);
  }

  /** The shard that another process opens, after one that was killed now. */
  private FrontierShard reopen(FrontierShard shard, FrontierOptions options) {
    commit(shard);
    disk.kill();
    store = disk.open();
    return open(options);
  }

  private void commit(FrontierShard shard) {
    shard.flush();
    store.commit();
  }

  private static Discovery found(String url, int depth) {
    CrawlUrl via = depth == 0 ? null : CrawlUrl.of("http://a/via");
    return new Discovery(CrawlUrl.of(url), via, depth, 0, Optional.empty());
  }

  private static Discovery tooDeep(String url) {
    return new Discovery(CrawlUrl.of(url), null, 9, 0, Optional.of(DropReason.TOO_DEEP));
  }

  private static Lease lease(FrontierShard shard) {
    return present(shard.lease());
  }

  private static FrontierOptions delayed(FrontierOptions options, int seconds) {
    return options.withPoliteness(
        Politeness.NONE.withDelay(Duration.ofSeconds(seconds), Duration.ZERO));
  }

  /** Its request is sent now. */
  private Lease started(FrontierShard shard, Lease lease) {
    shard.started(lease, clock.nanos(), ADDRESS);
    return lease;
  }

  /** A site says these rules now. */
  private void saysRules(FrontierShard shard, Lease lease, int rules, Duration crawlDelay) {
    assertEquals(Lease.Purpose.RULES, lease.purpose());
    var said = new byte[] {(byte) rules};
    shard.complete(
        lease, new RulesVisit(said, Optional.empty(), crawlDelay, List.of(), Optional.empty()));
  }

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

  private static Lease present(@Nullable Lease lease) {
    return Objects.requireNonNull(lease, "no lease");
  }

  private static void retry(FrontierShard shard, Lease lease, Duration backOff) {
    shard.complete(lease, Visit.of(new Disposition.Retry(backOff, "reset")));
  }

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
  void pagesComeBeforePartsOfTheSameDepthThoughTheProcessWasKilled() {
    FrontierShard shard = open(TIGHT);
    for (int i = 0; i < 40; i++) {
      Precedence precedence = i % 2 == 0 ? Precedence.PARTS : Precedence.PAGES;
      CrawlUrl url = CrawlUrl.of("http://a/" + precedence + "/" + i / 20 + "/" + i);
      shard.offer(new Discovery(url, null, i / 20, 0, precedence, Optional.empty()));
    }
    shard = reopen(shard, TIGHT);
    StringBuilder order = new StringBuilder();
    for (Lease lease = shard.lease(); lease != null; lease = shard.lease()) {
      String place = lease.url().path().replaceFirst("/[0-9]+$", "");
      if (order.lastIndexOf(place) < 0) {
        order.append(place);
      }
    }
    assertEquals("/PAGES/0/PARTS/0/PAGES/1/PARTS/1", order.toString());
  }

  @Test
  void aRetryWaitsForItsBackOffThoughTheProcessWasKilled() {
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/1", 0));
    retry(shard, lease(shard), Duration.ofSeconds(10));
    clock.advance(Duration.ofSeconds(4));
    shard = reopen(shard, ROOMY);
    assertNull(shard.lease());
    assertEquals(Optional.of(Duration.ofSeconds(6)), shard.untilNextLease());
    assertEquals(1, shard.counts().retrying());
    clock.advance(Duration.ofSeconds(6));
    assertEquals(2, lease(shard).attempt());
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
      assertEquals(Optional.of("http://a: no rules"), shard.survey().failing());
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
  void aSiteCannotHideAnothersPageBehindTheSameFingerprint() {
    FrontierShard shard = open(ROOMY);
    shard.offer(new Discovery(SeenUrlsTest.ITS_DOUBLE, null, 0, 0, Optional.empty()));
    shard.offer(tooDeep(SeenUrlsTest.VICTIM.toString()));
    shard = reopen(shard, TIGHT);
    shard.offer(new Discovery(SeenUrlsTest.VICTIM, null, 0, 0, Optional.empty()));
    List<CrawlUrl> leased = List.of(lease(shard).url(), lease(shard).url());
    assertTrue(leased.contains(SeenUrlsTest.VICTIM), leased::toString);
  }

  @Test
  void hostsWithoutADelayTakeTurnsWhoeverWasAskedFirst() {
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
    assertEquals(Optional.of(delay.plus(FrontierShard.DEPARTURE)), later.untilNextLease());
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
        Optional.of(Duration.ofSeconds(4).plus(FrontierShard.DEPARTURE)), later.untilNextLease());
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
  void everySightingOfAKnownUrlIsCounted() {
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/1", 0));
    assertEquals(0, shard.counts().repeats(), "a root is offered at each start");
    Lease lease = lease(shard);
    shard.complete(
        lease,
        Visit.of(DONE)
            .leadingTo(
                List.of(found("http://a/1", 1), found("http://a/2", 1), found("http://a/2", 1)),
                2));
    shard.complete(lease(shard), Visit.of(DONE));
    commit(shard);
    assertEquals(4, shard.counts().repeats());
    assertEquals(4, FrontierSnapshot.of(store).counts().repeats());
    Ledger ledger = Ledger.of(store);
    var decided = (LedgerEntry.Decided) ledger.about(CrawlUrl.of("http://a/2")).getLast();
    assertEquals(1, decided.repeats());
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

  @Test
  void aTurnWithoutALeaseAndTheHostsOwnRequestsKeepTheGapOfEachOther() {
    FrontierOptions options = delayed(ROOMY, 10);
    FrontierShard shard = open(options);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    shard.complete(started(shard, lease(shard)), Visit.of(DONE));
    assertEquals(Duration.ofSeconds(10), turn(shard));
    assertEquals(Duration.ofSeconds(20), turn(shard));
    assertEquals(Optional.of(Duration.ofSeconds(30)), shard.untilNextLease());
    shard = reopen(shard, options);
    assertEquals(Optional.of(Duration.ofSeconds(30)), shard.untilNextLease());
  }

  @Test
  void aTurnWithoutALeaseComesAfterTheRequestForWhichTheHostIsHeld() {
    FrontierShard shard = open(delayed(ROOMY, 10));
    shard.offer(found("http://a/1", 0));
    lease(shard);
    assertEquals(Duration.ofSeconds(10), turn(shard));
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
    Deadline soon = Deadline.after(clock, Duration.ofSeconds(15));
    assertTrue(shard.giveTurn(host, soon).isPresent());
    assertTrue(shard.giveTurn(host, soon).isPresent());
    assertTrue(shard.giveTurn(host, soon).isEmpty());
    assertEquals(Duration.ofSeconds(20), turn(shard));
  }

  /** How far away the next turn without a lease at the host "a" is. */
  private Duration turn(FrontierShard shard) {
    Origin host = CrawlUrl.of("http://a/").origin();
    long start = shard.giveTurn(host, Deadline.NEVER).orElseThrow();
    return Duration.ofNanos(start - clock.nanos());
  }

  private LedgerEntry entry(long position) {
    return Ledger.of(store).entry(position);
  }

  @Test
  void originsWithOneHashKeepQueuesOfTheirOwn() {
    FrontierShard shard =
        FrontierShard.open(store, TIGHT, clock, origin -> origin.port() / 100, verdicts::add);
    for (int i = 0; i < 20; i++) {
      for (int port = 8_000; port < 8_005; port++) {
        shard.offer(found("http://a:" + port + "/" + i, 0));
      }
    }
    commit(shard);
    disk.kill();
    store = disk.open();
    shard = FrontierShard.open(store, TIGHT, clock, origin -> origin.port() / 100, verdicts::add);
    var leased = new TreeSet<String>();
    for (Lease lease = shard.lease(); lease != null; lease = shard.lease()) {
      shard.complete(lease, Visit.of(DONE, List.of(found("http://a:8000/0", 1))));
      commit(shard);
      assertTrue(leased.add(lease.url().toString()), lease.url().toString());
    }
    assertEquals(100, leased.size());
    assertEquals(100, StoreAudit.of(store).decided().size());
  }

  @Test
  void howeverManyAreTooFarAwayTheyAreDecidedOnceNothingElseIsToDo() {
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/", 0));
    Lease lease = lease(shard);
    List<Discovery> far = new ArrayList<>();
    for (int i = 0; i < 2_500; i++) {
      far.add(tooDeep("http://a/" + i));
    }
    shard.complete(lease, Visit.of(DONE, far));
    for (int round = 0; round < 3; round++) {
      assertEquals(Optional.of(Duration.ZERO), shard.untilNextLease());
      shard.settle();
      shard = reopen(shard, ROOMY);
    }
    assertTrue(shard.isOver());
    assertEquals(2_501, verdicts.size());
    assertEquals(2_501, StoreAudit.of(store).decided().size());
  }

  @Test
  void atTheBoundOnPagesWhatIsTooFarAwayWaitsForTheNearerWayThatMayTurnUp() {
    FrontierShard shard = open(ROOMY.withMaxPages(1));
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    shard.complete(lease(shard), Visit.of(DONE, List.of(tooDeep("http://a/far"))));
    shard.settle();
    assertTrue(shard.isOver());
    assertEquals(1, shard.counts().tooFar());
    shard = reopen(shard, ROOMY.withMaxPages(9));
    shard.complete(lease(shard), Visit.of(DONE, List.of(found("http://a/far", 1))));
    assertEquals("/far", lease(shard).url().path());
  }

  @Test
  void theBoundOnPagesIsOverAllProcesses() {
    FrontierShard shard = open(ROOMY.withMaxPages(3));
    for (int i = 0; i < 9; i++) {
      shard.offer(found("http://a/" + i, 0));
    }
    shard.complete(lease(shard), Visit.of(DONE));
    Lease skipped = lease(shard);
    shard.complete(skipped, Visit.of(new Disposition.Dropped(DropReason.ROBOTS, "line 1")));
    assertEquals("/2", lease(shard).url().path());
    shard = reopen(shard, ROOMY.withMaxPages(3));
    assertEquals("/2", lease(shard).url().path());
    assertEquals("/3", lease(shard).url().path());
    assertNull(shard.lease());
  }

  @Test
  void theSeenRowOfAUrlLeadsToTheLatestNewsOfIt() {
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/1", 0));
    for (int i = 0; i < 3; i++) {
      retry(shard, lease(shard), Duration.ZERO);
      commit(shard);
      StoreAudit.of(store);
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
  void hostsForWhichThereIsNoRoomSleepAndComeBackInTheirTurn() {
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
  void atTheBoundOnPagesSleepingHostsGoOnSleeping() {
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

  @Test
  void aUrlThatIsVisitedAgainIsPendingUntilItsNextVerdictWhichIsTheLastWord() {
    FrontierShard shard = open(ROOMY);
    CrawlUrl url = CrawlUrl.of("http://a/1");
    assertFalse(shard.revisit(url), "it was never found");
    var parts =
        new Discovery(url, CrawlUrl.of("http://a/via"), 2, 0, Precedence.PARTS, Optional.empty());
    shard.offer(parts);
    shard.offer(tooDeep("http://a/deep"));
    assertFalse(shard.revisit(url), "it is to do");
    shard.complete(lease(shard), Visit.of(DONE));
    assertTrue(shard.revisit(url));
    assertFalse(shard.revisit(url), "it is to do");
    assertEquals(0, shard.counts().fetched());
    assertEquals(1, shard.counts().queued());
    commit(shard);
    FrontierShard later = open(ROOMY);
    assertEquals(1, later.counts().queued());
    Lease second = lease(later);
    assertEquals(parts, second.discovery());
    assertEquals(List.of(2, 1), List.of(second.visit(), second.attempt()));
    later.complete(second, Visit.of(new Disposition.Retry(Duration.ZERO, "reset")));
    Lease again = lease(later);
    assertEquals(List.of(2, 2), List.of(again.visit(), again.attempt()));
    later.complete(again, Visit.of(new Disposition.Dropped(DropReason.FETCH, "gone")));
    commit(later);
    assertEquals(0, later.counts().fetched());
    assertEquals(1, later.counts().failed());
    List<LedgerEntry> story = Ledger.of(store).about(url);
    assertEquals(
        List.of(1, 2, 2, 2),
        story.stream().skip(1).map(it -> ((LedgerEntry.Later) it).visit()).toList());
    assertInstanceOf(LedgerEntry.Reopened.class, story.get(2));
    assertFalse(later.revisit(CrawlUrl.of("http://a/deep")), "the crawl does not want it");
  }

  @Test
  void entriesAreReadAsTheyWereWritten() {
    Instant at = Instant.parse("2026-11-21T12:34:56.123456Z");
    CrawlUrl url = CrawlUrl.of("http://user:secret@a.example:81/b?c=%20d");
    Optional<DropReason> none = Optional.empty();
    var answer =
        new Disposition.Answer(
            404,
            "text/plain",
            12_345_678_901L,
            Duration.ofNanos(7_000),
            Optional.of(new PayloadDigest(-1, 5)),
            Optional.of(Duration.ofSeconds(20)));
    var html = new Disposition.Answer(200, "text/html", 0, Duration.ZERO);
    List<Disposition.Final> dispositions =
        List.of(
            new Disposition.Done(html),
            new Disposition.Done(new Disposition.Answer(200, "", 1, Duration.ofDays(1))),
            new Disposition.Moved(answer, "http://elsewhere/ü"),
            new Disposition.Dropped(DropReason.FETCH, "reset by “peer”"),
            new Disposition.Dropped(DropReason.ROBOTS, "", Optional.of(answer)));
    List<LedgerEntry> entries = new ArrayList<>();
    CrawlUrl plain = CrawlUrl.of("http://a.example:81/b?c=%20d");
    var parts = Precedence.PARTS;
    entries.add(new LedgerEntry.Found(at, new Discovery(plain, null, 0, 0, none)));
    entries.add(new LedgerEntry.Found(at, new Discovery(plain, plain, 300, 20, parts, none)));
    for (DropReason reason : DropReason.values()) {
      var rejected = new Discovery(plain, CrawlUrl.of("http://b/"), 1, 0, Optional.of(reason));
      entries.add(new LedgerEntry.Found(at, rejected));
    }
    var retry = new Disposition.Retry(Duration.ofMinutes(5), "reset");
    Duration pause = Duration.ofSeconds(20);
    var asked = new Disposition.Retry(pause, "status 429", pause, Optional.of(answer));
    var exchange = Optional.of(new Exchange(ADDRESS, at.minusSeconds(9), Duration.ofMillis(8)));
    var late = Optional.of(new Exchange(InetAddress.ofLiteral("2001:db8::1"), at, Duration.ZERO));
    entries.add(new LedgerEntry.Begun(at, "delay PT1S\n"));
    entries.add(new LedgerEntry.Reopened(at, 5, 70, 2));
    entries.add(new LedgerEntry.Tried(at, 0, 98, 1, Optional.empty(), 1, retry));
    entries.add(new LedgerEntry.Tried(at, 98, 98, 300, late, 1, asked));
    for (Disposition.Final disposition : dispositions) {
      entries.add(new LedgerEntry.Decided(at, 1, 2, 1, exchange, 3, 300, disposition));
      entries.add(new LedgerEntry.Decided(at, 1, 2, 4, exchange, 3, 300, disposition));
    }
    for (LedgerEntry entry : entries) {
      assertEquals(entry, LedgerEntry.read(99, entry.value(99)));
    }
    byte[] found = new LedgerEntry.Found(at, Discovery.root(url)).value(99);
    assertEquals(plain.href(), ((LedgerEntry.Found) LedgerEntry.read(99, found)).url().href());
    var rules =
        new LedgerEntry.RulesFetched(
            at, plain.origin(), 7, List.of(exchange.get(), late.get()), new byte[] {1, -1});
    var read = (LedgerEntry.RulesFetched) LedgerEntry.read(99, rules.value(99));
    assertEquals(rules.origin(), read.origin());
    assertEquals(rules.previous(), read.previous());
    assertEquals(rules.exchanges(), read.exchanges());
    assertArrayEquals(rules.rules(), read.rules());
    for (CrawlUrl via : Arrays.asList(null, plain, url, CrawlUrl.of("https://b/"))) {
      for (Optional<DropReason> rejection : List.of(none, Optional.of(DropReason.TOO_DEEP))) {
        var entry =
            new QueueEntry(new Discovery(url, via, 300, 20, rejection), 5, 77, 2, 3, 1L << 60);
        QueueEntry same = QueueEntry.read(entry.value());
        assertEquals(entry, same);
        assertEquals(url.toString(), same.discovery().url().href(), "without credentials");
      }
    }
  }
}
