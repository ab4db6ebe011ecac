package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Change;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.Verdict;
import dev.arachne.pace.Politeness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What changes of a crawl do to what is queued. */
class ShardChangesTest extends ShardScene {
  private static final int URLS = 5_000;
  private static final Change UNDO = new Change.Undo(OptionalInt.empty());
  private static final Change PAUSE = new Change.Pause();
  private static final Change CALENDAR = new Change.Exclude("/calendar/");

  private static int change(FrontierShard shard, Change change) {
    assertEquals(Optional.empty(), shard.changes().refusal(change));
    return shard.change(change).orElseThrow().number();
  }

  /** Every other URL is one of the calendar. */
  private static void offerAll(FrontierShard shard) {
    for (int i = 0; i < URLS; i++) {
      shard.offer(found("http://a/" + (i % 2 == 0 ? "calendar/" : "page/") + i, 0));
    }
  }

  /** Leases and completes whatever there is; returns it. */
  private List<String> drain(FrontierShard shard) {
    List<String> leased = new ArrayList<>();
    while (true) {
      shard.settle();
      Lease lease = shard.lease();
      if (lease != null) {
        leased.add(lease.url().path());
        shard.complete(lease, Visit.of(DONE));
      }
      commit(shard);
      assertSums(shard);
      if (lease == null && !shard.untilNextLease().equals(Optional.of(Duration.ZERO))) {
        return leased;
      }
    }
  }

  private static void assertSums(FrontierShard shard) {
    FrontierCounts counts = shard.counts();
    assertEquals(counts.discovered(), counts.decided() + counts.pending(), counts::toString);
  }

  /** Takes one more URL, which keeps the crawl from its end. */
  private static Lease work(FrontierShard shard) {
    shard.offer(found("http://b/work", 0));
    for (int i = 0; i < URLS; i++) {
      Lease lease = shard.lease();
      if (lease != null && lease.url().host().equals("b")) {
        return lease;
      }
      if (lease != null) {
        shard.giveBack(lease);
      }
    }
    throw new AssertionError("no work");
  }

  private static boolean areOfCalendar(List<String> paths) {
    return paths.stream().allMatch(path -> path.startsWith("/calendar/"));
  }

  @Test
  void noneOfWhatIsExcludedIsLeasedAndAnUndoBringsAllOfItBackOnce() {
    for (FrontierOptions options : List.of(ROOMY, TIGHT)) {
      store = new SimulatedDisk(0, 0).open();
      FrontierShard shard = open(options);
      Lease work = work(shard);
      offerAll(shard);
      assertEquals(1, change(shard, CALENDAR));
      List<String> leased = drain(shard);
      assertEquals(URLS / 2, leased.size());
      assertTrue(leased.stream().noneMatch(path -> path.startsWith("/calendar/")));
      assertEquals(URLS / 2, shard.counts().setAside());
      assertFalse(shard.isOver());
      assertEquals(2, change(shard, UNDO));
      List<String> back = drain(shard);
      assertEquals(URLS / 2, new TreeSet<>(back).size());
      assertEquals(URLS / 2, back.size());
      assertTrue(areOfCalendar(back));
      shard.complete(work, Visit.of(DONE));
      assertTrue(shard.isOver());
    }
  }

  @Test
  void aChangeIsMadeAtOnceHoweverManyUrlsItIsAbout() {
    FrontierShard shard = open(ROOMY);
    offerAll(shard);
    commit(shard);
    change(shard, CALENDAR);
    assertEquals(0, shard.counts().setAside(), "they have their turn one by one");
    assertEquals(URLS, shard.counts().queued());
  }

  @Test
  void urlsSetAsideAtTheEndAreDecidedWithTheChange() {
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/calendar/1", 0));
    shard.offer(found("http://a/page", 0));
    change(shard, CALENDAR);
    assertEquals(List.of("/page"), drain(shard));
    assertTrue(shard.isOver());
    Verdict last = verdicts.getLast();
    assertEquals(
        new Disposition.Dropped(
            DropReason.EXCLUDED, "change 1 (exclude=/calendar/ at 2026-01-01T00:00:00Z)"),
        last.disposition());
    assertEquals(1, shard.counts().skipped());
    assertEquals(0, shard.counts().pending());
  }

  @Test
  void excludedUrlsStayExcludedAfterAKillAndComeBackByAnUndo() {
    FrontierShard shard = open(ROOMY);
    Lease work = work(shard);
    offerAll(shard);
    change(shard, CALENDAR);
    assertEquals(URLS / 2, drain(shard).size());
    shard = reopen(shard, ROOMY);
    assertEquals(URLS / 2, shard.counts().setAside());
    assertEquals(1, shard.counts().queued(), "that was at work");
    assertEquals(work.url(), lease(shard).url());
    change(shard, UNDO);
    shard.settle();
    assertTrue(shard.counts().setAside() > 0, "not all of them in one commit");
    shard = reopen(shard, ROOMY);
    assertTrue(shard.changes().areNone());
    List<String> back = drain(shard);
    assertEquals(URLS / 2 + 1, new TreeSet<>(back).size());
    assertEquals(URLS / 2 + 1, back.size());
    assertTrue(shard.isOver());
    StoreAudit audit = StoreAudit.of(store);
    assertEquals(URLS + 1, audit.decided().size());
  }

  @Test
  void urlsExcludedByTwoChangesComeBackWhenBothAreUndone() {
    FrontierShard shard = open(ROOMY);
    Lease work = work(shard);
    offerAll(shard);
    change(shard, CALENDAR);
    change(shard, new Change.Exclude("/[a-z]+/\\d*0$"));
    drain(shard);
    change(shard, new Change.Undo(OptionalInt.of(1)));
    List<String> back = drain(shard);
    assertTrue(back.stream().noneMatch(path -> path.endsWith("0")));
    assertTrue(areOfCalendar(back));
    change(shard, UNDO);
    assertEquals(URLS / 10, drain(shard).size());
    shard.complete(work, Visit.of(DONE));
    assertTrue(shard.isOver());
  }

  @Test
  void urlsTooDeepForAChangeAreSetAsideButNotSitemaps() {
    FrontierShard shard = open(ROOMY);
    Lease work = work(shard);
    shard.offer(found("http://a/1", 1));
    shard.offer(found("http://a/2", 2));
    shard.offer(found("http://a/3", 3));
    change(shard, new Change.MaxDepth(1));
    assertEquals(List.of("/1"), drain(shard));
    change(shard, new Change.MaxDepth(2));
    assertEquals(List.of("/2"), drain(shard));
    change(shard, UNDO);
    assertEquals(List.of(), drain(shard));
    change(shard, UNDO);
    assertEquals(List.of("/3"), drain(shard));
    shard.complete(work, Visit.of(DONE));
  }

  @Test
  void aPausedShardGivesOutNothingAndIsNotOverAlsoAfterAKill() {
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/1", 0));
    change(shard, PAUSE);
    assertNull(shard.lease());
    assertEquals(Optional.empty(), shard.untilNextLease());
    assertFalse(shard.isOver());
    shard = reopen(shard, ROOMY);
    assertNull(shard.lease());
    assertEquals(1, shard.changes().pause().orElseThrow().number());
    change(shard, new Change.Resume());
    assertEquals(List.of("/1"), drain(shard));
    assertTrue(shard.isOver());
  }

  @Test
  void urlsSetAsideAreNotDecidedInAPause() {
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/calendar/1", 0));
    Lease work = work(shard);
    change(shard, CALENDAR);
    drain(shard);
    change(shard, PAUSE);
    shard.complete(work, Visit.of(DONE));
    assertEquals(List.of(), drain(shard));
    assertFalse(shard.isOver());
    assertEquals(1, shard.counts().setAside());
    change(shard, new Change.Undo(OptionalInt.of(1)));
    change(shard, new Change.Resume());
    assertEquals(List.of("/calendar/1"), drain(shard));
  }

  @Test
  void aPausedShardWithNothingToDoIsOver() {
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/1", 0));
    drain(shard);
    change(shard, PAUSE);
    assertTrue(shard.isOver());
  }

  @Test
  void aDelayCountsFromTheLastRequestAndFromWhatIsOnTheWire() {
    FrontierShard shard = open(ROOMY);
    for (int i = 0; i < 9; i++) {
      shard.offer(found("http://a/" + i, 0));
      shard.offer(found("http://b/" + i, 0));
    }
    shard.complete(started(shard, lease(shard)), Visit.of(DONE)); // Of a.
    Lease onTheWire = lease(shard);
    assertEquals("b", onTheWire.url().host());
    clock.advance(Duration.ofSeconds(1));
    change(shard, Change.Delay.ofAll(Duration.ofSeconds(5)));
    Lease again = shard.lease();
    assertEquals("a", present(again).url().host(), "nothing is known of when it was asked");
    assertEquals(Duration.ofSeconds(5), present(again).gap());
    assertNull(shard.lease());
    started(shard, present(again));
    clock.advance(Duration.ofMillis(4_999));
    assertNull(shard.lease());
    clock.advance(Duration.ofMillis(1));
    assertEquals("b", lease(shard).url().host());
    assertEquals("a", lease(shard).url().host());
  }

  @Test
  void anUndoOfALongDelayTakesEffectAtOnceAndOtherReasonsToWaitHold() {
    FrontierOptions second =
        ROOMY.withPoliteness(Politeness.NONE.withDelay(Duration.ofSeconds(1), Duration.ZERO));
    FrontierShard shard = open(second);
    for (int i = 0; i < 9; i++) {
      shard.offer(found("http://a/" + i, 0));
      shard.offer(found("http://b/" + i, 0));
    }
    change(shard, Change.Delay.ofAll(Duration.ofHours(1)));
    shard.complete(started(shard, lease(shard)), Visit.of(DONE));
    Lease resting = started(shard, lease(shard));
    shard.complete(
        resting,
        Visit.of(new Disposition.Retry(Duration.ofMinutes(5), "429", Duration.ofMinutes(5))));
    assertEquals(Optional.of(Duration.ofMinutes(5)), shard.untilNextLease());
    shard = reopen(shard, second);
    assertNull(shard.lease());
    change(shard, UNDO);
    assertEquals(Optional.of(Duration.ofSeconds(1)), shard.untilNextLease());
    clock.advance(Duration.ofSeconds(1));
    assertEquals("a", lease(shard).url().host());
    assertNull(shard.lease());
  }

  @Test
  void aBoundOnPagesMayBeLoweredAndRaised() {
    FrontierShard shard = open(ROOMY.withMaxPages(4));
    for (int i = 0; i < 9; i++) {
      shard.offer(found("http://a/" + i, 0));
    }
    Lease first = lease(shard);
    change(shard, new Change.MaxPages(2));
    lease(shard);
    assertNull(shard.lease());
    shard.complete(first, Visit.of(DONE));
    change(shard, new Change.MaxPages(3));
    lease(shard);
    assertNull(shard.lease());
    shard = reopen(shard, ROOMY.withMaxPages(4));
    lease(shard);
    lease(shard);
    assertNull(shard.lease());
    change(shard, UNDO);
    assertNull(shard.lease());
    change(shard, UNDO);
    lease(shard);
    assertNull(shard.lease());
  }

  @Test
  void aDepartureThatAChangeForbidsIsNotInTheLedger() {
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/calendar/1", 0));
    Lease lease = lease(shard);
    change(shard, CALENDAR);
    long size = shard.ledgerSize();
    shard.departing(lease, lease.url().origin(), ADDRESS, true);
    assertEquals(size, shard.ledgerSize());
    shard.giveBack(lease);
    assertNull(shard.lease());
    assertEquals(1, shard.counts().setAside());
  }

  @Test
  void theLedgerHasEachChangeWithItsNumber() {
    FrontierShard shard = open(ROOMY);
    shard.offer(found("http://a/1", 0));
    change(shard, CALENDAR);
    change(shard, UNDO);
    commit(shard);
    List<String> texts = new ArrayList<>();
    Ledger.of(store)
        .read((entry, _) -> {
          if (entry instanceof LedgerEntry.Changed changed) {
            texts.add(changed.number() + " " + changed.change().text());
          }
        });
    assertEquals(List.of("1 exclude=/calendar/", "2 undo=1"), texts);
    assertTrue(Ledger.of(store).changes().areNone());
    assertEquals(3, Ledger.of(store).changes().next());
  }
}
