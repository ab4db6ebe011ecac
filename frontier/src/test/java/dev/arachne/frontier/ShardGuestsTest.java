package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.pace.HostSignal;
import dev.arachne.pace.Politeness;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Turns for what a page is made of, while a browser shows the page. */
final class ShardGuestsTest extends ShardScene {
  private static final CrawlUrl PAGE = CrawlUrl.of("http://a/1");
  private static final FrontierOptions DELAYED =
      ROOMY.withPoliteness(Politeness.NONE.withDelay(Duration.ofSeconds(1), Duration.ofSeconds(1)));

  private static ShardRequest.Call call(FrontierShard shard, String url) {
    var call = new ShardRequest.Call(PAGE, CrawlUrl.of(url));
    shard.call(call);
    shard.serveGuests();
    return call;
  }

  private static Lease leased(ShardRequest.Call call) {
    return assertInstanceOf(SubresourceTurn.Leased.class, call.turn()).lease();
  }

  private SubresourceVisit answered() {
    return new SubresourceVisit(
        List.of(new Exchange(ADDRESS, clock.now(), Duration.ZERO)),
        Optional.of(new HostSignal.Answered(Duration.ZERO)),
        200,
        10,
        "",
        Optional.empty(),
        List.of(),
        List.of());
  }

  private Lease shown(FrontierShard shard) {
    Lease page = started(shard, lease(shard));
    shard.showing(
        page, List.of(new Exchange(ADDRESS, clock.now(), Duration.ZERO)), Optional.empty(), 5);
    return page;
  }

  @Test
  void theyKeepTheGapsOfTheirHostAndGoBeforeItsUrls() {
    FrontierShard shard = open(DELAYED);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    Lease page = shown(shard);
    ShardRequest.Call style = call(shard, "http://a/style.css");
    assertNull(style.turn(), "the gap is not over");
    assertEquals(Optional.of(Duration.ofSeconds(1)), shard.untilNextGuest());
    clock.advance(Duration.ofSeconds(1));
    assertNull(shard.lease(), "somebody waits for what a page is made of");
    shard.serveGuests();
    Lease first = started(shard, leased(style));
    assertEquals(Lease.Purpose.SUBRESOURCE, first.purpose());
    shard.complete(first, answered());
    assertNull(shard.lease(), "the gap counts from what was asked for");
    clock.advance(Duration.ofSeconds(1));
    assertEquals("/2", lease(shard).url().path());
    shard.complete(page, Visit.of(DONE));
    assertEquals(1, verdicts.size());
  }

  @Test
  void theyTakeThePlacesOfTheirHost() {
    FrontierShard shard = open(ROOMY.withPoliteness(Politeness.NONE.withPerHost(1)));
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    Lease page = started(shard, lease(shard));
    ShardRequest.Call early = call(shard, "http://a/early.css");
    assertNull(early.turn(), "the page has the only place");
    shard.showing(page, List.of(), Optional.empty(), 5);
    shard.serveGuests();
    Lease guest = leased(early);
    assertNull(call(shard, "http://a/next.css").turn(), "one is out");
    assertNull(shard.lease());
    shard.complete(guest, answered());
    shard.serveGuests();
    assertNull(shard.lease(), "the next one has the place");
  }

  @Test
  void aHostWithEnoughPagesInBrowsersGivesOutNoMore() {
    FrontierShard shard = open(ROOMY.withPoliteness(Politeness.NONE.withPerHost(9)));
    for (int i = 1; i <= 4; i++) {
      shard.offer(found("http://a/" + i, 0));
    }
    shard.offer(found("http://b/1", 0));
    List<Lease> ofA = new ArrayList<>();
    for (Lease next = shard.lease(); next != null && ofA.size() < 2; next = shard.lease()) {
      Lease page = started(shard, next);
      if (page.url().host().equals("a")) {
        ofA.add(page);
        shard.showing(page, List.of(), Optional.empty(), 2);
      }
    }
    Lease left = shard.lease();
    assertTrue(left == null || left.url().host().equals("b"), "" + left);
    shard.serveGuests();
    assertNotNull(leased(call(shard, "http://a/style.css")), "those in browsers go on");
    shard.complete(ofA.getFirst(), Visit.of(DONE));
    assertEquals("a", lease(shard).url().host());
  }

  @Test
  void theirHostIsAskedForItsRulesFirst() {
    FrontierShard shard = open(OBEDIENT);
    Lease rules = leased(call(shard, "http://other/x.js"));
    assertEquals("http://other/robots.txt", rules.url().toString());
    ShardRequest.Call next = call(shard, "http://other/y.js");
    assertNull(next.turn(), "the rules are on their way");
    saysRules(shard, rules, 1, Duration.ofSeconds(5));
    clock.advance(Duration.ofSeconds(5));
    shard.serveGuests();
    Lease script = leased(next);
    assertEquals(Lease.Purpose.SUBRESOURCE, script.purpose());
    assertEquals(Duration.ofSeconds(5), script.gap());
  }

  @Test
  void aHostThatDoesNotSayItsRulesIsNotAsked() {
    FrontierShard shard = open(OBEDIENT);
    Lease rules = leased(call(shard, "http://other/x.js"));
    shard.complete(
        rules,
        new RulesVisit(
            new byte[] {-1},
            Optional.of("no rules"),
            Duration.ZERO,
            List.of(),
            Optional.of(new HostSignal.Broken())));
    var denied =
        assertInstanceOf(SubresourceTurn.Denied.class, call(shard, "http://other/x.js").turn());
    assertEquals("robots.txt unreachable: no rules", denied.why());
  }

  @Test
  void oneThatWaitsNoLongerIsForgotten() {
    FrontierShard shard = open(DELAYED);
    shard.offer(found("http://a/1", 0));
    shard.offer(found("http://a/2", 0));
    var _ = shown(shard);
    ShardRequest.Call waiting = call(shard, "http://a/style.css");
    shard.recall(waiting);
    clock.advance(Duration.ofSeconds(1));
    shard.serveGuests();
    assertNull(waiting.turn());
    assertEquals("/2", lease(shard).url().path());
    clock.advance(Duration.ofSeconds(1));
    ShardRequest.Call granted = call(shard, "http://b/style.css");
    shard.recall(granted);
    shard.recall(waiting);
    assertNotNull(granted.turn());
  }

  @Test
  void theBoundOnPagesDoesNotHoldForThem() {
    FrontierShard shard = open(ROOMY.withMaxPages(1));
    shard.offer(found("http://a/1", 0));
    var _ = shown(shard);
    assertNotNull(call(shard, "http://a/style.css").turn());
  }

  @Test
  void theLedgerHasThemBeforeAndAfter() {
    FrontierShard shard = open(DELAYED);
    Lease style = departing(shard);
    started(shard, style);
    shard.complete(style, answered());
    commit(shard);
    long size = shard.ledgerSize();
    var asked = assertInstanceOf(LedgerEntry.SubresourceAsked.class, entry(size - 2));
    assertEquals(style.url(), asked.url());
    var fetched = assertInstanceOf(LedgerEntry.SubresourceFetched.class, entry(size - 1));
    assertEquals(PAGE, fetched.page());
    assertEquals(200, fetched.status());
  }

  @Test
  void aLaterProcessKeepsTheGapOfThem() {
    FrontierShard shard = open(DELAYED);
    var _ = departing(shard);
    FrontierShard later = reopen(shard, DELAYED);
    assertNull(later.lease(), "it may have been sent just now");
    clock.advance(Duration.ofSeconds(2));
    assertEquals("/1", lease(later).url().path());
  }

  /** A style sheet of a page that is shown, which may be asked for by now. */
  private Lease departing(FrontierShard shard) {
    shard.offer(found("http://a/1", 0));
    var _ = shown(shard);
    clock.advance(Duration.ofSeconds(1));
    Lease style = leased(call(shard, "http://a/style.css"));
    shard.departing(style, style.url().origin(), ADDRESS, true);
    return style;
  }
}
