package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.crawl.RenderJudge.Passed;
import dev.arachne.crawl.RenderJudge.Shown;
import dev.arachne.crawl.RenderJudge.Verdict;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Which pages are shown, by what the browser brings for others. */
final class RenderJudgeTest {
  private static final PageCode CODE = new PageCode(1, false);
  private static final PageGain GAIN = new PageGain(1, 0);

  private static CrawlUrl url(String path) {
    return CrawlUrl.of("http://a.example" + path);
  }

  /** Judges pages one after the other, of which some gain; those that were shown. */
  private static List<String> shown(List<String> paths, Predicate<String> gains) {
    return EventLoop.run(
        "judge",
        () -> {
          var judge = new RenderJudge(EventLoop.current());
          List<String> shown = new ArrayList<>();
          for (String path : paths) {
            if (judge.judge(url(path), CODE, () -> {}) instanceof Shown it) {
              shown.add(path);
              it.over().accept(gains.test(path) ? GAIN : PageGain.NONE);
            }
          }
          return shown;
        });
  }

  private static List<String> paths(String folder, int count) {
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      paths.add("/" + folder + "/" + i);
    }
    return paths;
  }

  @Test
  void pagesPassWhereSamplesGainNothing() {
    assertEquals(List.of("/a/0", "/a/1"), shown(paths("a", 50), _ -> false));
  }

  @Test
  void someTemplatesThatTurnUpLaterAreSampled() {
    List<String> paths = new ArrayList<>();
    for (String folder : List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")) {
      paths.addAll(paths(folder, 3));
    }
    assertEquals(List.of("/a/0", "/a/1", "/b/0", "/c/0", "/d/0", "/h/0"), shown(paths, _ -> false));
  }

  @Test
  void eachIsShownWhereASampleGains() {
    assertEquals(paths("a", 50), shown(paths("a", 50), "/a/0"::equals));
  }

  @Test
  void pagesThatPassAreCheckedMoreAndMoreSeldom() {
    assertEquals(
        List.of("/a/0", "/a/1", "/a/102", "/a/1003"), shown(paths("a", 2_000), _ -> false));
  }

  @Test
  void aCheckThatGainsHasTheNextOnesShown() {
    List<String> shown = shown(paths("a", 200), path -> path.compareTo("/a/102") >= 0);
    assertTrue(shown.contains("/a/103"), shown::toString);
    assertFalse(shown.contains("/a/101"), shown::toString);
  }

  @Test
  void templatesThatGainNothingPassBesideThoseThatDo() {
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      paths.addAll(List.of("/full/" + i, "/empty/" + i));
    }
    List<String> shown = shown(paths, path -> path.startsWith("/full"));
    assertEquals(500, shown.stream().filter(it -> it.startsWith("/full")).count());
    assertEquals(
        List.of("/empty/0", "/empty/1", "/empty/2", "/empty/3", "/empty/14", "/empty/105"),
        shown.stream().filter(it -> it.startsWith("/empty")).toList());
  }

  @Test
  void othersWaitWhileSamplesAreOut() {
    EventLoop.run(
        "judge",
        () -> {
          EventLoop loop = EventLoop.current();
          var judge = new RenderJudge(loop);
          var waits = new AtomicInteger();
          var first = (Shown) judge.judge(url("/a/0"), CODE, waits::incrementAndGet);
          var second = (Shown) judge.judge(url("/a/1"), CODE, waits::incrementAndGet);
          Task<Verdict> third =
              loop.spawn("third", () -> judge.judge(url("/a/2"), CODE, waits::incrementAndGet));
          EventLoop.yieldNow();
          assertEquals(1, waits.get());
          first.over().accept(PageGain.NONE);
          EventLoop.yieldNow();
          assertFalse(third.isDone());
          second.over().accept(PageGain.NONE);
          assertEquals(
              new Passed("2 pages with its scripts gained nothing in a browser"), third.await());
          assertEquals(1, waits.get());
          return true;
        });
  }

  @Test
  void siteAndScriptsAndTextTellProgramsApart() {
    EventLoop.run(
        "judge",
        () -> {
          var judge = new RenderJudge(EventLoop.current());
          var codes = List.of(CODE, new PageCode(2, false), new PageCode(1, true));
          for (CrawlUrl url : List.of(url("/a/1"), CrawlUrl.of("http://b.example/a/1"))) {
            for (PageCode code : codes) {
              var shown = (Shown) judge.judge(url, code, () -> {});
              assertEquals("as a sample of pages with its scripts", shown.why());
              shown.over().accept(PageGain.NONE);
            }
          }
          return true;
        });
  }

  @Test
  void manyProgramsOfASiteAreOne() {
    EventLoop.run(
        "judge",
        () -> {
          var judge = new RenderJudge(EventLoop.current());
          int shown = 0;
          for (int i = 1; i <= 1_000; i++) {
            if (judge.judge(url("/a/" + i), new PageCode(i, false), () -> {}) instanceof Shown it) {
              shown++;
              it.over().accept(PageGain.NONE);
            }
          }
          assertEquals(64 + 2 + 1, shown);
          return true;
        });
  }
}
