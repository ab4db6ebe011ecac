package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who gets the next tab. */
final class TabsTest {
  private static final Origin A = CrawlUrl.of("http://a.example/").origin();
  private static final Origin B = CrawlUrl.of("http://b.example/").origin();

  private final List<String> got = new ArrayList<>();

  /** The tabs of each site, in the order in which they were got. */
  private final Map<Origin, Deque<Tabs.Tab>> held = new HashMap<>();

  private void take(Tabs tabs, Origin origin) {
    held.computeIfAbsent(origin, _ -> new ArrayDeque<>()).add(tabs.take(origin));
  }

  private Tabs.Tab one(Origin origin) {
    return held.get(origin).remove();
  }

  private Task<Boolean> wanting(Tabs tabs, String name, Origin origin) {
    return EventLoop.current()
        .spawn(
            name,
            () -> {
              take(tabs, origin);
              got.add(name);
              return true;
            });
  }

  @Test
  void sitesTakeTurns() {
    EventLoop.run(
        "tabs",
        () -> {
          var tabs = new Tabs(EventLoop.current(), 1);
          take(tabs, A);
          for (int i = 1; i <= 3; i++) {
            wanting(tabs, "a" + i, A);
          }
          wanting(tabs, "b1", B);
          EventLoop.yieldNow();
          one(A).give();
          EventLoop.yieldNow();
          for (Origin each : List.of(A, B, A)) {
            one(each).give();
            EventLoop.yieldNow();
          }
          assertEquals(List.of("a1", "b1", "a2", "a3"), got);
          return true;
        });
  }

  @Test
  void aSiteInTroubleLeavesATabToOthers() {
    EventLoop.run(
        "tabs",
        () -> {
          var tabs = new Tabs(EventLoop.current(), 2);
          take(tabs, A);
          take(tabs, A);
          wanting(tabs, "a1", A);
          wanting(tabs, "a2", A);
          wanting(tabs, "b1", B);
          EventLoop.yieldNow();
          one(A).giveInTrouble();
          EventLoop.yieldNow();
          assertEquals(List.of("b1"), got);
          one(A).giveInTrouble();
          EventLoop.yieldNow();
          assertEquals(List.of("b1", "a1"), got);
          one(B).give();
          EventLoop.yieldNow();
          assertEquals(List.of("b1", "a1"), got);
          one(A).give();
          EventLoop.yieldNow();
          assertEquals(List.of("b1", "a1", "a2"), got);
          return true;
        });
  }

  @Test
  void aSiteIsTrustedAgainInTime() {
    EventLoop.run(
        "tabs",
        () -> {
          var tabs = new Tabs(EventLoop.current(), 2);
          take(tabs, A);
          one(A).giveInTrouble();
          for (int i = 0; i < 20; i++) {
            take(tabs, A);
            one(A).give();
          }
          take(tabs, A);
          take(tabs, A);
          return true;
        });
  }

  @Test
  void aCancelledWaitLeavesNothingBehind() {
    EventLoop.run(
        "tabs",
        () -> {
          var tabs = new Tabs(EventLoop.current(), 1);
          take(tabs, A);
          Task<Boolean> first = wanting(tabs, "a1", A);
          wanting(tabs, "a2", A);
          EventLoop.yieldNow();
          first.cancel();
          EventLoop.yieldNow();
          one(A).give();
          EventLoop.yieldNow();
          assertEquals(List.of("a2"), got);
          return true;
        });
  }

  /** One tab, which A has and pages of B wait for. */
  private void takenByA(String... waiting) {
    var tabs = new Tabs(EventLoop.current(), 1);
    take(tabs, A);
    for (String each : waiting) {
      wanting(tabs, each, B);
    }
    EventLoop.yieldNow();
    assertEquals(List.of(), got);
  }

  @Test
  void anotherPageIsShownInPlaceOfOneThatComputes() {
    EventLoop.run(
        "tabs",
        () -> {
          takenByA("b1", "b2");
          Tabs.Tab computing = one(A);
          computing.computes();
          EventLoop.yieldNow();
          assertEquals(List.of("b1"), got);
          one(B).computes(); // As many as there are tabs are set aside, so it goes on in its own.
          computing.computes();
          EventLoop.yieldNow();
          assertEquals(List.of("b1"), got);
          computing.giveInTrouble();
          EventLoop.yieldNow();
          assertEquals(List.of("b1"), got);
          return true;
        });
  }

  @Test
  void anotherPageIsShownInPlaceOfOneThatWaits() {
    EventLoop.run(
        "tabs",
        () -> {
          takenByA("b1");
          one(A).waits();
          EventLoop.yieldNow();
          assertEquals(List.of("b1"), got);
          assertFalse(one(B).isApart(), "a page that waits harms nothing");
          return true;
        });
  }

  @Test
  void aSiteThatHasShownAPageIsNotKeptWaitingByManyThatCompute() {
    EventLoop.run(
        "tabs",
        () -> {
          var tabs = new Tabs(EventLoop.current(), 2);
          take(tabs, A);
          one(A).give();
          for (int i = 0; i < 6; i++) {
            wanting(tabs, "h" + i, CrawlUrl.of("http://h" + i + ".example/").origin());
          }
          EventLoop.yieldNow();
          assertEquals(List.of("h0", "h1"), got);
          for (Deque<Tabs.Tab> each : List.copyOf(held.values())) {
            each.forEach(Tabs.Tab::computes);
          }
          EventLoop.yieldNow();
          assertEquals(List.of("h0", "h1", "h2"), got);
          for (int i = 0; i < 10; i++) {
            wanting(tabs, "a" + i, A);
            EventLoop.yieldNow();
            assertEquals("a" + i, got.getLast());
            one(A).give();
          }
          assertEquals(13, got.size(), got::toString);
          return true;
        });
  }
}
