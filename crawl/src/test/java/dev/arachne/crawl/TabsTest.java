package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who gets the next tab. */
final class TabsTest {
  private static final Origin A = CrawlUrl.of("http://a.example/").origin();
  private static final Origin B = CrawlUrl.of("http://b.example/").origin();

  private final List<String> got = new ArrayList<>();

  private Task<Boolean> wanting(Tabs tabs, String name, Origin origin) {
    return EventLoop.current()
        .spawn(
            name,
            () -> {
              tabs.take(origin);
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
          tabs.take(A);
          for (int i = 1; i <= 3; i++) {
            wanting(tabs, "a" + i, A);
          }
          wanting(tabs, "b1", B);
          EventLoop.yieldNow();
          tabs.give(A);
          EventLoop.yieldNow();
          for (Origin each : List.of(A, B, A)) {
            tabs.give(each);
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
          tabs.take(A);
          tabs.take(A);
          wanting(tabs, "a1", A);
          wanting(tabs, "a2", A);
          wanting(tabs, "b1", B);
          EventLoop.yieldNow();
          tabs.giveInTrouble(A);
          EventLoop.yieldNow();
          assertEquals(List.of("b1"), got);
          tabs.giveInTrouble(A);
          EventLoop.yieldNow();
          assertEquals(List.of("b1", "a1"), got);
          tabs.give(B);
          EventLoop.yieldNow();
          assertEquals(List.of("b1", "a1"), got);
          tabs.give(A);
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
          tabs.take(A);
          tabs.giveInTrouble(A);
          for (int i = 0; i < 20; i++) {
            tabs.take(A);
            tabs.give(A);
          }
          tabs.take(A);
          tabs.take(A);
          return true;
        });
  }

  @Test
  void aCancelledWaitLeavesNothingBehind() {
    EventLoop.run(
        "tabs",
        () -> {
          var tabs = new Tabs(EventLoop.current(), 1);
          tabs.take(A);
          Task<Boolean> first = wanting(tabs, "a1", A);
          wanting(tabs, "a2", A);
          EventLoop.yieldNow();
          first.cancel();
          EventLoop.yieldNow();
          tabs.give(A);
          EventLoop.yieldNow();
          assertEquals(List.of("a2"), got);
          return true;
        });
  }
}
