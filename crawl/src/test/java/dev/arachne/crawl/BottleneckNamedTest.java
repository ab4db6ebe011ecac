package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.frontier.Verdict;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls of which one part is made slow, and what their progress says most of the time. */
class BottleneckNamedTest {
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);
  private static final LinkedPages SITE = new LinkedPages(60, 500, 4, 1);

  @TempDir Path temporary;

  private static CrawlOptions.Builder options(String root) {
    return CrawlOptions.crawlOf(root);
  }

  /** Crawls, and counts what is named meanwhile; a broken build is asked for it by name. */
  static String mostNamed(CrawlOptions options, PageProcessor handler, CrawlListener listener) {
    Map<Bottleneck.Kind, Integer> named = new EnumMap<>(Bottleneck.Kind.class);
    Crawl crawl = new Crawl(options).process(handler).listen(listener);
    EventLoop.run(
        "main",
        () ->
            TaskGroup.run(group -> {
              Task<CrawlReport> report = group.spawn("crawl", crawl::runOnLoop);
              while (!report.isDone()) {
                EventLoop.sleep(LOOK_EVERY);
                crawl
                    .progress()
                    .flatMap(CrawlProgress::bottleneck)
                    .ifPresent(it -> named.merge(it.kind(), 1, Integer::sum));
              }
              return report.await();
            }));
    return Collections.max(named.entrySet(), Map.Entry.comparingByValue()).getKey().name();
  }

  /** Crawls into a directory, and notes there what was named. */
  static void crawlInto(String root, Path directory) throws Exception {
    CrawlOptions options = options(root).directory(directory).build();
    String named = mostNamed(options, _ -> {}, new CrawlListener() {});
    Files.writeString(directory.resolveSibling("named"), named);
  }

  @Test
  void aHostWithADelayIsPoliteness() {
    try (TestWeb web = TestWeb.serve(SITE)) {
      CrawlOptions options =
          options(web.url("/")).delay(Duration.ofMillis(100)).maxPages(30).build();
      assertEquals("POLITENESS", mostNamed(options, _ -> {}, new CrawlListener() {}));
    }
  }

  @Test
  void serversThatTakeTheirTimeAreTheNetwork() {
    try (TestWeb web =
        TestWeb.serve(request -> SITE.reply(request).after(Duration.ofMillis(150)))) {
      assertEquals(
          "NETWORK", mostNamed(options(web.url("/")).build(), _ -> {}, new CrawlListener() {}));
    }
  }

  @Test
  void whatHoldsTheLoopIsTheCpu() {
    var busy =
        new CrawlListener() {
          @Override
          public void decided(Verdict verdict) {
            long end = System.nanoTime() + Duration.ofMillis(20).toNanos();
            while (System.nanoTime() < end) {
              Thread.onSpinWait();
            }
          }
        };
    try (TestWeb web = TestWeb.serve(SITE)) {
      assertEquals("CPU", mostNamed(options(web.url("/")).build(), _ -> {}, busy));
    }
  }

  @Test
  void handlersThatTakeTheirTimeAreNamed() {
    PageProcessor slow = _ -> new CountDownLatch(1).await(150, TimeUnit.MILLISECONDS);
    try (TestWeb web = TestWeb.serve(SITE)) {
      assertEquals(
          "HANDLERS", mostNamed(options(web.url("/")).build(), slow, new CrawlListener() {}));
    }
  }

  @Test
  void aStoreThatTakesItsTimeIsNamed() throws Exception {
    String write = "files().db().write(unsynced, batch);";
    String slowly = "java.util.concurrent.locks.LockSupport.parkNanos(60_000_000L); " + write;
    try (TestWeb web = TestWeb.serve(SITE);
        BrokenBuild build =
            BrokenBuild.of("store", "DiskStore", write, slowly, temporary.resolve("build"))) {
      build.call(BottleneckNamedTest.class, "crawlInto", web.url("/"), temporary.resolve("crawl"));
    }
    assertEquals("STORE", Files.readString(temporary.resolve("named")));
  }
}
