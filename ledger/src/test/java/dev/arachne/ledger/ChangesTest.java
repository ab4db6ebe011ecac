package dev.arachne.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChangesTest {
  private static final Change UNDO = new Change.Undo(OptionalInt.empty());

  private static Changes after(Change... changes) {
    Changes all = Changes.NONE;
    for (Change each : changes) {
      assertEquals(Optional.empty(), all.refusal(each), each::text);
      all =
          all.with(
              new LedgerEntry.Changed(
                  Instant.EPOCH.plusSeconds(all.next()), all.next(), all.named(each)));
    }
    return all;
  }

  private static List<Integer> inForce(Changes changes) {
    return changes.inForce().stream().map(LedgerEntry.Changed::number).toList();
  }

  private static Change delay(int seconds) {
    return Change.Delay.ofAll(Duration.ofSeconds(seconds));
  }

  private static Change delay(String host, int seconds) {
    return new Change.Delay(Optional.of(host), Duration.ofSeconds(seconds));
  }

  private static Change undo(int number) {
    return new Change.Undo(OptionalInt.of(number));
  }

  private static Discovery found(String url, int depth) {
    return new Discovery(CrawlUrl.of(url), CrawlUrl.of("http://a/"), depth, 0, Optional.empty());
  }

  @Test
  void patternsAddUpAndAnUndoTakesTheLatestBack() {
    Changes two = after(new Change.Exclude("/a/"), new Change.Exclude("/b/"));
    assertEquals(List.of(1, 2), inForce(two));
    assertEquals(1, two.exclusion(found("http://h/a/b/", 1)).orElseThrow().number());
    assertEquals(2, two.exclusion(found("http://h/b/", 1)).orElseThrow().number());
    Changes one = after(new Change.Exclude("/a/"), new Change.Exclude("/b/"), UNDO);
    assertEquals(List.of(1), inForce(one));
    assertEquals(Optional.empty(), one.exclusion(found("http://h/b/", 1)));
    assertEquals(4, one.next());
    assertTrue(after(new Change.Exclude("/a/"), UNDO).areNone());
  }

  @Test
  void openedTemplatesAddUpAndAnUndoTakesTheLatestBack() {
    var one = new Change.Open("/a/#");
    var two = new Change.Open("/b/*.html?c&d");
    assertEquals(Set.of("/a/#", "/b/*.html?c&d"), after(one, two).opened());
    assertEquals(Set.of("/a/#"), after(one, two, UNDO).opened());
    assertEquals("open=/a/# is in force already", after(one, two).refusal(one).orElseThrow());
    assertEquals(Optional.empty(), after(one, two).exclusion(found("http://h/a/1", 1)));
    assertThrows(IllegalArgumentException.class, () -> new Change.Open("a/#"));
  }

  @Test
  void ofTwoDelaysTheLaterOneHoldsUntilItIsUndone() {
    assertEquals(Duration.ofSeconds(1), after(delay(2), delay(1)).delay("a", 80));
    assertEquals(List.of(2), inForce(after(delay(2), delay(1))));
    assertEquals(Duration.ofSeconds(2), after(delay(2), delay(1), UNDO).delay("a", 80));
    assertEquals(Duration.ofSeconds(1), after(delay(2), delay(1), undo(1)).delay("a", 80));
  }

  @Test
  void theDelayOfAHostHoldsInPlaceOfThatOfAll() {
    Changes changes = after(delay(5), delay("a", 2), delay("b:8080", 3), delay("c:80", 4));
    assertEquals(Duration.ofSeconds(2), changes.delay("a", 80));
    assertEquals(Duration.ofSeconds(2), changes.delay("a", 8080));
    assertEquals(Duration.ofSeconds(3), changes.delay("b", 8080));
    assertEquals(Duration.ofSeconds(5), changes.delay("b", 80));
    assertEquals(Duration.ofSeconds(4), changes.delay("c", 443), "one server");
  }

  @Test
  void aPauseHoldsUntilTheResumeOrItsUndo() {
    assertEquals(1, after(new Change.Pause()).pause().orElseThrow().number());
    assertEquals(Optional.empty(), after(new Change.Pause(), new Change.Resume()).pause());
    assertEquals(Optional.empty(), after(new Change.Pause(), UNDO).pause());
    Changes kept = after(new Change.Exclude("/a/"), new Change.Pause(), new Change.Resume());
    assertEquals(List.of(1), inForce(kept));
  }

  @Test
  void boundsOnPagesAndDepthHoldOneAtATime() {
    Changes changes =
        after(new Change.MaxPages(9), new Change.MaxDepth(1), new Change.MaxDepth(2), delay(1));
    assertEquals(OptionalLong.of(9), changes.maxPages());
    assertEquals(Optional.empty(), changes.exclusion(found("http://a/", 2)));
    assertEquals(3, changes.exclusion(found("http://a/", 3)).orElseThrow().number());
    var sitemap =
        new Discovery(
            CrawlUrl.of("http://a/s.xml"), null, 9, 0, Priority.SITEMAPS, Optional.empty());
    assertEquals(Optional.empty(), changes.exclusion(sitemap), "no depth is about sitemaps");
  }

  @Test
  void anEndlessPatternBlocksNoWorkerAndItsUrlIsNotRequested() {
    Changes changes = after(new Change.Exclude("a*a*a*a*a*a*!"));
    Discovery slow = found("http://h/" + "a".repeat(10_000), 1);
    Optional<LedgerEntry.Changed> by =
        assertTimeoutPreemptively(Duration.ofMinutes(1), () -> changes.exclusion(slow));
    assertEquals(1, by.orElseThrow().number());
    assertEquals(Optional.empty(), changes.exclusion(found("http://h/aaa", 1)));
  }

  @Test
  void changesWithoutEffectAreRefused() {
    Changes none = Changes.NONE;
    assertEquals("the crawl is not paused", none.refusal(new Change.Resume()).orElseThrow());
    assertTrue(none.refusal(UNDO).isPresent());
    Changes paused = after(new Change.Pause(), new Change.Exclude("/a/"));
    assertTrue(paused.refusal(new Change.Pause()).orElseThrow().contains("change 1"));
    assertTrue(paused.refusal(new Change.Exclude("/a/")).isPresent());
    assertEquals(
        "no change 7 can be undone; use one of 1, 2", paused.refusal(undo(7)).orElseThrow());
  }

  @Test
  void noMoreChangesAreKeptThanALeaseCanLookAt() {
    Changes many = Changes.NONE;
    int made = 0;
    while (many.refusal(new Change.Exclude("/" + made)).isEmpty() && made < 10_000) {
      var entry =
          new LedgerEntry.Changed(Instant.EPOCH, many.next(), new Change.Exclude("/" + made));
      many = many.with(entry);
      made++;
    }
    assertEquals(256, made);
    assertEquals(Optional.empty(), many.refusal(UNDO));
  }

  @Test
  void anUnknownChangeIsNotMade() {
    assertThrows(IllegalArgumentException.class, () -> new Change.Exclude("("));
    assertThrows(IllegalArgumentException.class, () -> new Change.Exclude(""));
    assertThrows(IllegalArgumentException.class, () -> new Change.Exclude("a".repeat(4_097)));
    assertThrows(IllegalArgumentException.class, () -> Change.Delay.ofAll(Duration.ofMillis(-1)));
    assertThrows(IllegalArgumentException.class, () -> Change.Delay.ofAll(Duration.ofDays(366)));
    assertThrows(IllegalArgumentException.class, () -> new Change.MaxPages(0));
    assertThrows(IllegalArgumentException.class, () -> new Change.MaxDepth(-1));
  }
}
