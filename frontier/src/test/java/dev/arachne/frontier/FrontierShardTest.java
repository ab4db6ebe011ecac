package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.Deadline;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FrontierShardTest {
  private static final FrontierOptions ROOMY = FrontierOptions.DEFAULT;

  /** Memory for windows of some dozens of URLs. */
  private static final FrontierOptions SNUG = ROOMY.withMemory(40_000);

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
    return new Discovery(CrawlUrl.of(url), null, depth, 0, Optional.empty());
  }

  private static Discovery tooDeep(String url) {
    return new Discovery(CrawlUrl.of(url), null, 9, 0, Optional.of(DropReason.TOO_DEEP));
  }

  private static Lease lease(FrontierShard shard) {
    Lease lease = present(shard.lease());
    shard.started(lease, Duration.ZERO, null);
    return lease;
  }

  private static Lease present(@Nullable Lease lease) {
    return Objects.requireNonNull(lease, "no lease");
  }

  private static void retry(FrontierShard shard, Lease lease, Duration backOff) {
    shard.complete(lease, new Disposition.Retry(backOff, "reset"), List.of());
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
          shard.complete(lease, DONE, List.of());
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
      shard.started(lease, Duration.ZERO, null);
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
    FrontierShard shard = open(TIGHT);
    shard.offer(found("http://a/1", 0));
    Lease first = present(shard.lease());
    shard.started(first, Duration.ofSeconds(10), null);
    shard = reopen(shard, TIGHT);
    assertNull(shard.lease());
    assertEquals(Optional.of(Duration.ofSeconds(10)), shard.untilNextLease());
    clock.advance(Duration.ofSeconds(10));
    Lease again = present(shard.lease());
    shard.started(again, Duration.ofSeconds(10), null);
    shard.complete(again, DONE, List.of());
    commit(shard);
    shard.offer(found("http://a/2", 0));
    assertNull(shard.lease());
    clock.advance(Duration.ofSeconds(10));
    assertNotNull(shard.lease());
  }

  @Test
  void httpAndHttpsOfOneHostShareItsDelayAndNotItsRules() {
    FrontierShard shard = open(ROOMY);
    Origin plain = CrawlUrl.of("http://a/").origin();
    Origin secure = CrawlUrl.of("https://a/").origin();
    shard.begun("delay PT5S");
    shard.rulesFetched(plain, Duration.ZERO, List.of(), new byte[] {1});
    shard.offer(found("http://a/1", 0));
    shard.offer(found("https://a/2", 0));
    shard.offer(found("http://a:8080/3", 0));
    Lease first = present(shard.lease());
    shard.started(first, Duration.ofSeconds(5), null);
    shard.complete(first, DONE, List.of());
    assertEquals("http://a:8080/3", present(shard.lease()).url().toString(), "another server");
    assertNull(shard.lease());
    assertEquals(Optional.empty(), shard.rules(secure));
    clock.advance(Duration.ofSeconds(5));
    assertEquals("https://a/2", present(shard.lease()).url().toString());
    commit(shard);
    Instant now = TestClock.START.plusSeconds(5);
    assertEquals(1, Ledger.of(store).rules(plain, now).orElseThrow().rules()[0]);
    assertEquals(Optional.empty(), Ledger.of(store).rules(secure, now));
  }

  @Test
  void theFirstUrlOfHttpsWaitsForRulesThoughThoseOfHttpAreKnown() {
    FrontierShard shard = open(ROOMY.withPerHost(4));
    shard.offer(found("http://a/1", 0));
    shard.complete(lease(shard), DONE, List.of());
    shard.offer(found("https://a/2", 0));
    shard.offer(found("https://a/3", 0));
    Lease second = present(shard.lease());
    assertNull(shard.lease(), "they may ask for a delay");
    shard.started(second, Duration.ofSeconds(5), null);
    assertNull(shard.lease());
  }

  @Test
  void aHostIsAStrangerToEachProcess() {
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    shard.offer(found("http://a/3", 0));
    shard.complete(lease(shard), DONE, List.of());
    shard = reopen(shard, ROOMY);
    Lease second = present(shard.lease());
    assertNull(shard.lease(), "it may have a delay by now");
    shard.started(second, Duration.ofSeconds(5), null);
    assertNull(shard.lease());
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
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    clock.setBack(Duration.ofHours(1));
    Lease lease = present(shard.lease());
    lease.started(clock.nanos());
    shard.started(lease, Duration.ofSeconds(5), null);
    assertNull(shard.lease());
    assertEquals(Optional.of(Duration.ofSeconds(5)), shard.untilNextLease());
    var exchange = new Exchange(ADDRESS, shard.timeOf(clock.nanos()), Duration.ZERO);
    lease.exchanged(exchange);
    shard.complete(lease, DONE, List.of());
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
    shard.started(lease, Duration.ZERO, null);
    Optional<Duration> rest = Optional.of(Duration.ofSeconds(20));
    var refusal =
        new Disposition.Answer(503, "text/html", 0, Duration.ZERO, Optional.empty(), rest);
    shard.complete(lease, new Disposition.Done(refusal), List.of());
    assertNull(shard.lease());
    assertEquals(rest, shard.untilNextLease());
  }

  @Test
  void aRequestThatHadToBeSentAgainMovesTheNextOne() {
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    Lease lease = present(shard.lease());
    lease.started(clock.nanos());
    shard.started(lease, Duration.ofSeconds(5), null);
    clock.advance(Duration.ofSeconds(1));
    lease.started(clock.nanos());
    shard.started(lease, Duration.ofSeconds(5), null);
    assertEquals(Optional.of(Duration.ofSeconds(5)), shard.untilNextLease());
  }

  @Test
  void aLaterProcessKeepsTheGapOfARequestThatWasAboutToLeave() throws Exception {
    Duration delay = Duration.ofSeconds(5);
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    Lease lease = present(shard.lease());
    shard.departing(lease, delay, InetAddress.getByName("127.0.0.1"), true);
    commit(shard);
    FrontierShard later = open(ROOMY);
    assertNull(later.lease());
    assertEquals(Optional.of(delay.plus(FrontierShard.DEPARTURE)), later.untilNextLease());
    lease.started(clock.nanos());
    shard.started(lease, delay, null);
    commit(shard);
    assertEquals(Optional.of(delay), open(ROOMY).untilNextLease());
  }

  @Test
  void aLaterProcessKeepsTheGapOfAnAddress() throws Exception {
    Duration delay = Duration.ofSeconds(5);
    InetAddress address = InetAddress.getByName("127.0.0.1");
    FrontierOptions options = ROOMY.withAddresses(9, delay);
    FrontierShard shard = open(options);
    shard.begun("");
    shard.offer(found("http://a/1", 0));
    Lease lease = present(shard.lease());
    shard.locate(lease, address);
    shard.departing(lease, Duration.ZERO, address, true);
    commit(shard);
    clock.advance(Duration.ofSeconds(1));
    FrontierShard later = open(options);
    later.begun("");
    commit(later);
    Lease other = present(later.lease());
    later.locate(other, address);
    assertTrue(other.isTakenBack(), "the address was asked a second ago");
    assertNull(later.lease());
    assertEquals(
        Optional.of(Duration.ofSeconds(4).plus(FrontierShard.DEPARTURE)), later.untilNextLease());
  }

  @Test
  void aClockThatIsSetBackBetweenTwoProcessesMakesNoGapLonger() {
    Duration delay = Duration.ofSeconds(5);
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    Lease lease = present(shard.lease());
    shard.started(lease, delay, null);
    shard.complete(lease, DONE, List.of());
    commit(shard);
    clock.setBack(Duration.ofDays(3650));
    assertEquals(Optional.of(delay), open(ROOMY).untilNextLease());
  }

  @Test
  void everySightingOfAKnownUrlIsCounted() {
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/1", 0));
    assertEquals(0, shard.counts().repeats(), "a root is offered at each start");
    Lease lease = lease(shard);
    lease.repeated();
    lease.repeated();
    shard.complete(
        lease,
        DONE,
        List.of(found("http://a/1", 1), found("http://a/2", 1), found("http://a/2", 1)));
    shard.complete(lease(shard), DONE, List.of());
    commit(shard);
    assertEquals(4, shard.counts().repeats());
    assertEquals(4, FrontierSnapshot.of(store).counts().repeats());
    Ledger ledger = Ledger.of(store);
    var decided = (LedgerEntry.Decided) ledger.about(CrawlUrl.of("http://a/2")).getLast();
    assertEquals(1, decided.repeats());
  }

  @Test
  void theEntriesAboutTheRulesOfASiteAreLinkedBackwards() {
    FrontierShard shard = open(ROOMY);
    Origin site = CrawlUrl.of("http://a/1").origin();
    shard.begun("delay PT0S");
    shard.rulesFetched(site, Duration.ZERO, List.of(), new byte[] {1});
    shard.offer(found("http://a/1", 0));
    shard.rulesFetched(site, Duration.ZERO, List.of(), new byte[] {2});
    commit(shard);
    Ledger ledger = Ledger.of(store);
    assertEquals(1, ((LedgerEntry.RulesFetched) ledger.entry(3)).previous());
    assertEquals(-1, ((LedgerEntry.RulesFetched) ledger.entry(1)).previous());
    Instant now = TestClock.START;
    assertEquals(2, ledger.rules(site, now).orElseThrow().rules()[0]);
    assertEquals(Optional.empty(), ledger.rules(site, now.minusSeconds(1)));
    assertEquals(Optional.empty(), ledger.rules(CrawlUrl.of("http://b/").origin(), now));
  }

  @Test
  void aTurnWithoutALeaseAndTheHostsOwnRequestsKeepTheGapOfEachOther() {
    FrontierShard shard = open(ROOMY);
    Duration delay = Duration.ofSeconds(10);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    Lease first = present(shard.lease());
    shard.started(first, delay, null);
    shard.complete(first, DONE, List.of());
    assertEquals(Duration.ofSeconds(10), turn(shard, Duration.ZERO));
    assertEquals(Duration.ofSeconds(20), turn(shard, Duration.ZERO));
    assertEquals(Optional.of(Duration.ofSeconds(30)), shard.untilNextLease());
    shard = reopen(shard, ROOMY);
    assertEquals(Optional.of(Duration.ofSeconds(30)), shard.untilNextLease());
  }

  @Test
  void aTurnWithoutALeaseComesAfterTheRequestForWhichTheHostIsHeld() {
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/1", 0));
    present(shard.lease());
    assertEquals(Duration.ofSeconds(10), turn(shard, Duration.ofSeconds(10)));
  }

  @Test
  void turnsAtAHostWithoutADelayAreATenthOfASecondApart() {
    FrontierShard shard = open(ROOMY);
    assertEquals(Duration.ZERO, turn(shard, Duration.ZERO));
    assertEquals(Duration.ofMillis(100), turn(shard, Duration.ZERO));
  }

  @Test
  void aTurnThatIsTooFarAwayLeavesTheHostAsItIs() {
    FrontierShard shard = open(ROOMY);
    Origin host = CrawlUrl.of("http://a/").origin();
    Deadline soon = Deadline.after(clock, Duration.ofSeconds(15));
    assertTrue(shard.giveTurn(host, Duration.ofSeconds(10), soon).isPresent());
    assertTrue(shard.giveTurn(host, Duration.ofSeconds(10), soon).isPresent());
    assertTrue(shard.giveTurn(host, Duration.ofSeconds(10), soon).isEmpty());
    assertEquals(Duration.ofSeconds(20), turn(shard, Duration.ZERO));
  }

  /** How far away the next turn without a lease at the host "a" is. */
  private Duration turn(FrontierShard shard, Duration delay) {
    Origin host = CrawlUrl.of("http://a/").origin();
    long start = shard.giveTurn(host, delay, Deadline.NEVER).orElseThrow();
    return Duration.ofNanos(start - clock.nanos());
  }

  private LedgerEntry entry(long position) {
    return LedgerEntry.read(
        position, Objects.requireNonNull(store.get(Rows.ledger(position)), "no entry"));
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
      shard.started(lease, Duration.ZERO, null);
      shard.complete(lease, DONE, List.of(found("http://a:8000/0", 1)));
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
    shard.complete(lease, DONE, far);
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
    shard.complete(lease(shard), DONE, List.of(tooDeep("http://a/far")));
    shard.settle();
    assertTrue(shard.isOver());
    assertEquals(1, shard.counts().tooFar());
    shard = reopen(shard, ROOMY.withMaxPages(9));
    shard.complete(lease(shard), DONE, List.of(found("http://a/far", 1)));
    assertEquals("/far", lease(shard).url().path());
  }

  @Test
  void theBoundOnPagesIsOverAllProcesses() {
    FrontierShard shard = open(ROOMY.withMaxPages(3));
    for (int i = 0; i < 9; i++) {
      shard.offer(found("http://a/" + i, 0));
    }
    shard.complete(lease(shard), DONE, List.of());
    Lease skipped = lease(shard);
    shard.complete(skipped, new Disposition.Dropped(DropReason.ROBOTS, "line 1"), List.of());
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
    FrontierOptions roomForTen = ROOMY.withMemory(4 * 10 * 300);
    FrontierShard shard = open(roomForTen);
    int hosts = 200;
    for (int i = 0; i < 3 * hosts; i++) {
      shard.offer(found("http://h" + i % hosts + "/" + i, 0));
      commit(shard);
      assertTrue(shard.hostsInMemory() <= 21, shard.hostsInMemory() + " hosts in memory");
    }
    var served = new HashMap<String, Integer>();
    for (int i = 1; i <= 3 * hosts; i++) {
      clock.advance(Duration.ofMillis(1));
      Lease lease = lease(shard);
      served.merge(lease.url().host(), 1, Integer::sum);
      shard.complete(lease, DONE, List.of());
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
  void atTheBoundOnPagesSleepingHostsGoOnSleeping() {
    FrontierShard shard = open(ROOMY.withMemory(4 * 10 * 300).withMaxPages(5));
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
    assertTrue(shard.hostsInMemory() <= 21, shard.hostsInMemory() + " hosts in memory");
    retry(shard, leases.getFirst(), Duration.ZERO);
    lease(shard);
    assertNull(shard.lease());
  }

  @Test
  void retriesKeepToTheirMemoryHoweverManyHostsAskToBeLeftAlone() {
    FrontierShard shard = open(ROOMY.withMemory(4 * 10 * 300));
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
    assertTrue(shard.hostsInMemory() <= 64 + 2 * 21, shard.hostsInMemory() + " hosts in memory");
    assertNull(shard.lease());
    FrontierCounts counts = shard.counts();
    assertEquals(hosts, counts.queued() + counts.retrying());
    clock.advance(Duration.ofMinutes(59));
    shard = reopen(shard, ROOMY.withMemory(4 * 10 * 300));
    assertNull(shard.lease());
    clock.advance(Duration.ofMinutes(2));
    for (int i = 0; i < hosts; i++) {
      Lease lease = lease(shard);
      assertEquals(2, lease.attempt());
      shard.complete(lease, DONE, List.of());
      commit(shard);
    }
    assertTrue(shard.isOver());
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
    entries.add(new LedgerEntry.Found(at, plain, -1, 0, 0, none));
    entries.add(new LedgerEntry.Found(at, plain, 0, 300, 20, none));
    for (DropReason reason : DropReason.values()) {
      entries.add(new LedgerEntry.Found(at, plain, 98, 1, 0, Optional.of(reason)));
    }
    var retry = new Disposition.Retry(Duration.ofMinutes(5), "reset");
    Duration pause = Duration.ofSeconds(20);
    var asked = new Disposition.Retry(pause, "status 429", pause, Optional.of(answer));
    var exchange = Optional.of(new Exchange(ADDRESS, at.minusSeconds(9), Duration.ofMillis(8)));
    var late = Optional.of(new Exchange(InetAddress.ofLiteral("2001:db8::1"), at, Duration.ZERO));
    entries.add(new LedgerEntry.Begun(at, "delay PT1S\n"));
    entries.add(new LedgerEntry.Tried(at, 0, 98, Optional.empty(), 1, retry));
    entries.add(new LedgerEntry.Tried(at, 98, 98, late, 1, asked));
    for (Disposition.Final disposition : dispositions) {
      entries.add(new LedgerEntry.Decided(at, 1, 2, exchange, 3, 300, disposition));
    }
    for (LedgerEntry entry : entries) {
      assertEquals(entry, LedgerEntry.read(99, entry.value(99)));
    }
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
        var entry = new QueueEntry(new Discovery(url, via, 300, 20, rejection), 5, 77, 3, 1L << 60);
        QueueEntry same = QueueEntry.read(entry.value());
        assertEquals(entry, same);
        assertEquals(url.href(), same.discovery().url().href(), "with its credentials");
      }
    }
  }
}
