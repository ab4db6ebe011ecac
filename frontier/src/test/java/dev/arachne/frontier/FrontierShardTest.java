package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.FrontierSnapshot;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.PayloadDigest;
import dev.arachne.ledger.Priority;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** URLs of one shard: which come next, what is decided of them, and what is kept of that. */
class FrontierShardTest extends ShardScene {
  private static Discovery tooDeep(String url) {
    return new Discovery(CrawlUrl.of(url), null, 9, 0, Optional.of(DropReason.TOO_DEEP));
  }

  @Test
  void pagesComeBeforePartsOfTheSameDepthThoughTheProcessWasKilled() {
    FrontierShard shard = open(TIGHT);
    for (int i = 0; i < 40; i++) {
      Priority priority = i % 2 == 0 ? Priority.REQUISITES : Priority.PAGES;
      CrawlUrl url = CrawlUrl.of("http://a/" + priority + "/" + i / 20 + "/" + i);
      shard.offer(new Discovery(url, null, i / 20, 0, priority, Optional.empty()));
    }
    shard = reopen(shard, TIGHT);
    StringBuilder order = new StringBuilder();
    for (Lease lease = shard.lease(); lease != null; lease = shard.lease()) {
      String place = lease.url().path().replaceFirst("/[0-9]+$", "");
      if (order.lastIndexOf(place) < 0) {
        order.append(place);
      }
    }
    assertEquals("/PAGES/0/REQUISITES/0/PAGES/1/REQUISITES/1", order.toString());
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

  private FrontierShard openWithOneHash() {
    return FrontierShard.open(
        store, TIGHT, clock, origin -> origin.port() / 100, (verdict, _) -> verdicts.add(verdict));
  }

  @Test
  void originsWithOneHashKeepQueuesOfTheirOwn() {
    FrontierShard shard = openWithOneHash();
    for (int i = 0; i < 20; i++) {
      for (int port = 8_000; port < 8_005; port++) {
        shard.offer(found("http://a:" + port + "/" + i, 0));
      }
    }
    commit(shard);
    disk.kill();
    store = disk.open();
    shard = openWithOneHash();
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
  void aUrlThatIsVisitedAgainIsPendingUntilItsNextVerdictWhichIsTheLastWord() {
    FrontierShard shard = open(ROOMY);
    CrawlUrl url = CrawlUrl.of("http://a/1");
    assertFalse(shard.revisit(url), "it was never found");
    var parts =
        new Discovery(
            url, CrawlUrl.of("http://a/via"), 2, 0, Priority.REQUISITES, Optional.empty());
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
    var parts = Priority.REQUISITES;
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
