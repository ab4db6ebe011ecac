package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Change;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Verdict;
import dev.arachne.ledger.VisitNote;
import dev.arachne.traps.PageSignature;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** URLs that bring nothing new. */
class ShardTrapsTest extends ShardScene {
  private static final FrontierOptions CLOSING = ROOMY.withTraps(TrapPolicy.CLOSE);

  private static void offerAll(FrontierShard shard, String place, int urls) {
    for (int i = 0; i < urls; i++) {
      shard.offer(found("http://a/" + place + i, 1));
    }
  }

  /**
   * Leases and completes whatever there is; returns it. Pages say what a function tells of them.
   */
  private List<String> drain(FrontierShard shard, ToLongFunction<String> contents) {
    return drainSigned(
        shard, lease -> PageSignature.of(0, contents.applyAsLong(lease.url().pathAndQuery())));
  }

  private List<String> drainSigned(FrontierShard shard, Function<Lease, PageSignature> pages) {
    List<String> leased = new ArrayList<>();
    while (!shard.isOver()) {
      shard.settle();
      Lease lease = shard.lease();
      if (lease != null) {
        leased.add(lease.url().pathAndQuery());
        complete(shard, lease, pages.apply(lease));
      }
      commit(shard);
    }
    return leased;
  }

  private static void complete(FrontierShard shard, Lease lease, long content) {
    complete(shard, lease, PageSignature.of(0, content));
  }

  private List<String> dropped(DropReason reason) {
    return verdicts.stream()
        .map(Verdict::disposition)
        .filter(its ->
            its instanceof Disposition.Dropped(DropReason why, var _, var _) && why == reason)
        .map(its -> ((Disposition.Dropped) its).detail())
        .distinct()
        .toList();
  }

  @Test
  void aTemplateOfWhichAllSamplesSayTheSameIsClosed() {
    FrontierShard shard = open(CLOSING);
    offerAll(shard, "x/", 1_000);
    offerAll(shard, "y/", 100);
    List<String> leased = drain(shard, place -> place.startsWith("/y/") ? place.hashCode() : 1);
    assertEquals(100, leased.stream().filter(it -> it.startsWith("/y/")).count());
    assertEquals(9 + 15, leased.size() - 100, "until it is barren, and half the root of 991");
    assertTrue(leased.contains("/x/9") && leased.stream().anyMatch(it -> it.matches("/x/9.\\d")));
    assertEquals(
        List.of(
            "/x/#, of which the last 23 of 24 pages brought nothing new: /x/934 says what /x/0 says"),
        dropped(DropReason.TRAP));
    assertEquals(0, shard.counts().pending());
  }

  @Test
  void onceSomePagesHaveBroughtNothingOthersWaitForThoseInFlight() {
    FrontierShard shard = open(CLOSING);
    offerAll(shard, "x/", 100);
    for (int i = 0; i < 3; i++) {
      complete(shard, lease(shard), 1);
    }
    List<Lease> inFlight = new ArrayList<>();
    for (Lease lease = shard.lease(); lease != null; lease = shard.lease()) {
      inFlight.add(lease);
    }
    assertEquals(6, inFlight.size(), "two have brought nothing, and eight are enough");
    inFlight.forEach(lease -> complete(shard, lease, lease.number()));
    assertEquals(91, drain(shard, String::hashCode).size(), "they wait and are not lost");
  }

  @Test
  void aSampleThatBringsSomethingOpensItsTemplate() {
    FrontierShard shard = open(CLOSING);
    offerAll(shard, "x/", 1_000);
    List<String> leased =
        drain(shard, place -> Integer.parseInt(place.substring(3)) < 500 ? 1 : place.hashCode());
    assertTrue(leased.size() > 500, () -> leased.size() + " were fetched");
    assertTrue(leased.containsAll(List.of("/x/500", "/x/777", "/x/999")));
    assertEquals(0, shard.counts().pending());
  }

  @Test
  void heldUrlsAreKnownToALaterProcess() {
    FrontierShard shard = open(CLOSING);
    offerAll(shard, "x/", 1_000);
    List<String> leased = new ArrayList<>();
    for (int processes = 0; !shard.isOver(); processes++) {
      shard.settle();
      Lease lease = shard.lease();
      if (lease != null) {
        leased.add(lease.url().path());
        complete(shard, lease, 1);
      }
      shard = reopen(shard, CLOSING);
      assertTrue(processes < 1_000);
    }
    assertEquals(9 + 15, leased.size());
    assertEquals(leased.size(), leased.stream().distinct().count());
    assertEquals(0, shard.counts().pending());
  }

  @Test
  void aResumeThatIgnoresTrapsHasAllComeBack() {
    FrontierShard shard = open(CLOSING);
    offerAll(shard, "x/", 100);
    for (Lease lease = shard.lease(); lease != null; lease = shard.lease()) {
      complete(shard, lease, 1);
    }
    shard = reopen(shard, ROOMY);
    assertEquals(91, drain(shard, _ -> 1).size());
    assertEquals(List.of(), dropped(DropReason.TRAP));
  }

  @Test
  void heldUrlsComeBackWhenTheirTemplateIsOpenedAndAreHeldAgainAfterAnUndo() {
    FrontierShard shard = open(CLOSING);
    offerAll(shard, "x/", 100);
    List<String> leased = new ArrayList<>();
    for (Lease lease = shard.lease(); lease != null; lease = shard.lease()) {
      complete(shard, lease, 1);
    }
    assertEquals(91, shard.counts().setAside());
    assertEquals(List.of("/x/#"), shard.closedTemplates(9));
    assertTrue(shard.isClosed("/x/#") && !shard.isClosed("/y/#"));
    shard.change(new Change.Open("/x/#"));
    for (int i = 0; i < 20; i++) {
      shard.settle();
      Lease lease = shard.lease();
      leased.add(lease.url().path());
      complete(shard, lease, 1);
    }
    shard.change(new Change.Undo(OptionalInt.empty()));
    assertEquals(4, drain(shard, _ -> 1).size(), "samples of the 71 that are left");
    assertEquals(1, dropped(DropReason.TRAP).size());
    assertEquals(20, leased.stream().distinct().count());
  }

  @Test
  void urlsSkippedForATemplateAreVisitedWhenItIsOpenedAlsoInManyProcesses() {
    FrontierShard shard = open(CLOSING);
    offerAll(shard, "x/", 3_000);
    offerAll(shard, "y/", 100);
    List<String> before = drain(shard, _ -> 1);
    assertEquals(0, shard.counts().pending());
    shard.change(new Change.Open("/x/#"));
    List<String> after = new ArrayList<>();
    for (int processes = 0; !shard.isOver(); processes++) {
      shard.settle();
      for (Lease lease = shard.lease(); lease != null; lease = shard.lease()) {
        after.add(lease.url().path());
        complete(shard, lease, 1);
      }
      shard = processes % 2 == 0 ? reopen(shard, CLOSING) : shard;
      commit(shard);
      assertTrue(processes < 1_000);
    }
    after.addAll(before);
    assertEquals(3_000, after.stream().filter(it -> it.startsWith("/x/")).count());
    assertEquals(after.size(), after.stream().distinct().count());
    assertTrue(after.size() < 3_030, "the other template is closed");
    assertEquals(0, shard.counts().pending());
    assertEquals(100, after.size() - 3_000 + shard.counts().skipped());
  }

  @Test
  void urlsHeldByAParameterThatMattersAfterAllComeBack() {
    FrontierShard shard = open(CLOSING);
    for (int i = 0; i < 400; i++) {
      offerAll(shard, "list?kind=" + i + (i < 9 ? "" : "&sort="), 1);
      shard.offer(found("http://a/list?kind=" + i, 1));
      shard.offer(found("http://a/list?kind=" + i + "&sort=1", 1));
      shard.offer(found("http://a/list?kind=" + i + "&sort=2", 1));
    }
    // From one kind on the order says which goods are there.
    List<String> leased =
        drain(
            shard,
            place ->
                (place.matches(".*kind=([3-9]\\d\\d).*") ? place : place.replaceFirst("&.*", ""))
                    .hashCode());
    assertEquals(List.of(), dropped(DropReason.SAME_PAGE));
    assertTrue(leased.containsAll(List.of("/list?kind=300&sort=1", "/list?kind=399&sort=2")));
  }

  @Test
  void oneUrlOfManyIsFetchedThoughNonePlainerIsFound() {
    FrontierShard shard = open(CLOSING);
    for (int page = 0; page < 100; page++) {
      for (int session = 0; session < 10; session++) {
        shard.offer(found("http://a/p/" + page + "?sid=" + session, 1));
      }
    }
    List<String> leased = drain(shard, place -> place.replaceFirst("\\?.*", "").hashCode());
    assertEquals(100, leased.stream().map(it -> it.replaceFirst("\\?.*", "")).distinct().count());
    assertTrue(leased.size() < 140, () -> leased.size() + " were fetched");
    List<String> same = dropped(DropReason.SAME_PAGE);
    assertTrue(
        same.getLast().matches("/p/99\\?sid=0: sid changes nothing in \\d+ pairs such as .*"),
        same::getLast);
  }

  @Test
  void memoryDoesNotGrowWithTemplates() {
    FrontierShard shard = open(CLOSING.withMemory(1 << 20));
    long most = 0;
    for (int i = 0; i < 100_000; i++) {
      shard.offer(found("http://a/" + letters(i) + "/page", 1));
      Lease lease = lease(shard);
      complete(shard, lease, i);
      if (i % 1_000 == 0) {
        commit(shard);
        most = Math.max(most, shard.bytesInMemory());
      }
    }
    assertTrue(most < 2 << 20, most + " bytes");
  }

  /** Signs a page as a crawl does that reads no more of it than it has to. */
  private static PageSignature signed(Lease lease, String page) {
    PageSignature whole =
        PageSignature.of(8L * page.hashCode() + page.length() % 8, page.hashCode());
    return lease.isTitleEnough() && whole.title() % 8 != 0
        ? new PageSignature(whole.title(), OptionalLong.empty())
        : whole;
  }

  private static void complete(FrontierShard shard, Lease lease, PageSignature signature) {
    var note = new VisitNote(PageSignature.NOTES, signature.toBytes());
    shard.complete(lease, Visit.of(DONE).noted(List.of(note)));
  }

  @Test
  void ofALargeHostTitlesAreEnoughUntilOneIsKnown() {
    FrontierShard shard = open(CLOSING);
    offerAll(shard, "x/", 300);
    for (int i = 0; i < 300; i++) {
      Lease lease = lease(shard);
      assertEquals(i >= 256, lease.isTitleEnough(), "page " + i);
      complete(shard, lease, signed(lease, lease.url().path()));
    }
    shard.offer(found("http://a/y/1", 1));
    Lease known = lease(shard);
    assertTrue(known.isTitleEnough(), "a new template is not in doubt");
    complete(shard, known, signed(known, "/x/1"));
    offerAll(shard, "y/1", 10);
    for (int i = 0; i < 10; i++) {
      Lease lease = lease(shard);
      assertEquals(i >= 4, lease.isTitleEnough(), "page " + i);
      complete(shard, lease, signed(lease, lease.url().path()));
    }
    shard.offer(found("http://a/x/1?sort=up", 1));
    assertFalse(lease(shard).isTitleEnough(), "pages with parameters are compared");
  }

  @Test
  void copiesOfPagesWhoseTitlesWereEnoughAreClosedAndNoOtherPageIs() {
    FrontierShard shard = open(CLOSING);
    offerAll(shard, "x/", 2_000);
    offerAll(shard, "copy/", 2_000);
    offerAll(shard, "z/", 500);
    List<String> leased =
        drainSigned(shard, lease -> signed(lease, lease.url().path().replace("/copy/", "/x/")));
    long copies = leased.stream().filter(place -> place.startsWith("/copy/")).count();
    assertEquals(2_500, leased.size() - copies);
    assertTrue(copies < 200, () -> copies + " copies");
    assertEquals(1, dropped(DropReason.TRAP).size());
    assertTrue(dropped(DropReason.TRAP).getFirst().startsWith("/copy/#, of which the last "));
  }

  @Test
  void pagesOfOneTitleAreReadToTheirEnd() {
    FrontierShard shard = open(CLOSING);
    offerAll(shard, "x/", 300);
    offerAll(shard, "shop/", 300);
    offerAll(shard, "trap/", 300);
    List<String> leased =
        drainSigned(
            shard,
            lease -> {
              String place = lease.url().path();
              if (place.startsWith("/x/")) {
                return signed(lease, place);
              }
              return lease.isTitleEnough()
                  ? new PageSignature(7, OptionalLong.empty())
                  : PageSignature.of(7, place.startsWith("/trap/") ? 7 : place.hashCode());
            });
    assertEquals(600, leased.stream().filter(place -> !place.startsWith("/trap/")).count());
    assertTrue(leased.size() < 640, () -> leased.size() + " were fetched");
  }

  @Test
  void pagesWhoseTitlesWereEnoughAreNotFetchedAgainWithParametersThatChangeNothing() {
    FrontierShard shard = open(CLOSING);
    offerAll(shard, "x/", 1_000);
    for (int i = 0; i < 1_000; i++) {
      shard.offer(found("http://a/x/" + i + "?sid=1", 2));
    }
    List<String> leased = drainSigned(shard, lease -> signed(lease, lease.url().path()));
    assertTrue(leased.size() < 1_100, () -> leased.size() + " were fetched");
    assertEquals(1_000, leased.stream().filter(place -> !place.contains("sid")).count());
    assertEquals(List.of(), dropped(DropReason.TRAP));
    String same = dropped(DropReason.SAME_PAGE).getLast();
    assertTrue(same.startsWith("/x/999: sid changes nothing in "), same);
  }

  private static String letters(int number) {
    return Integer.toString(number, 26)
        .chars()
        .map(c -> Character.isDigit(c) ? 'A' + c - '0' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
