package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.items.Item;
import dev.arachne.ledger.Verdict;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ItemOrder;
import dev.arachne.options.RenderPolicy;
import dev.arachne.output.ItemSink;
import dev.arachne.report.Bottleneck;
import dev.arachne.report.CrawlProgress;
import dev.arachne.report.CrawlReport;
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
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
    return mostNamed(new Crawl(options).process(handler).listen(listener));
  }

  private static String mostNamed(Crawl crawl) {
    Map<Bottleneck.Kind, Integer> named = new EnumMap<>(Bottleneck.Kind.class);
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

  /** Crawls the first pages of forty hosts, whose names are looked up at the same time. */
  static void crawlNames(int port, Path named) throws Exception {
    String[] roots =
        IntStream.range(0, 40)
            .mapToObj(i -> "http://host%d.example:%d/".formatted(i, port))
            .toArray(String[]::new);
    Files.writeString(named, mostNamed(new Crawl(CrawlOptions.crawlOf(roots).build())));
  }

  /** Crawls, saves the pages, and notes what was named. */
  static void crawlSaving(String root, Path directory, Path named) throws Exception {
    Files.writeString(named, mostNamed(new Crawl(options(root).save(directory).build())));
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
  void aBusyLoopIsBoundByTheCpu() {
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

  /** A page computes for a moment, so that its tab is busy and the next pages wait. */
  @Test
  void pagesThatComputeAreTheBrowser() {
    LocalChromium.assumeInstalled();
    String links =
        IntStream.range(0, 16)
            .mapToObj("<a href=/page/%d>page</a>"::formatted)
            .collect(Collectors.joining());
    String page =
        "<script>let n = 0; for (let i = 0; i < 3e8; i++) n += i; document.title = n</script>";
    try (TestWeb web = TestWeb.serve(request -> html(request.path().equals("/") ? links : page))) {
      CrawlOptions options =
          options(web.url("/"))
              .render(RenderPolicy.ALWAYS)
              .browserSandbox(LocalChromium.sandbox())
              .build();
      assertEquals("BROWSER", mostNamed(options, _ -> {}, new CrawlListener() {}));
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
  void aSinkThatTakesItsTimeIsAnOutput() {
    String text = "x".repeat(2 << 20);
    ItemSink slow = (_, _) -> LockSupport.parkNanos(40_000_000);
    try (TestWeb web = TestWeb.serve(SITE)) {
      Crawl crawl =
          new Crawl(options(web.url("/")).build())
              .process(page -> page.add(Item.of("text", text)))
              .records(ItemOrder.ARRIVAL, slow);
      assertEquals("OUTPUTS", mostNamed(crawl));
    }
  }

  @Test
  void aNameServiceThatTakesItsTimeIsNamed() throws Exception {
    String ask = "() -> List.of(InetAddress.getAllByName(host)),";
    String slowly =
        "() -> { java.util.concurrent.locks.LockSupport.parkNanos(1_500_000_000L);"
            + " return List.of(InetAddress.getLoopbackAddress()); },";
    Path named = temporary.resolve("named");
    try (TestWeb web = TestWeb.serve(_ -> html("a page"));
        BrokenBuild build =
            BrokenBuild.of("network", "SystemResolver", ask, slowly, temporary.resolve("build"))) {
      build.call(BottleneckNamedTest.class, "crawlNames", web.port(), named);
    }
    assertEquals("NAMES", Files.readString(named));
  }

  @Test
  void aDiskThatTakesItsTimeWithSavedPagesIsNamed() throws Exception {
    String free = "if (isFree(file, unfinished)) {";
    String slowly = "java.util.concurrent.locks.LockSupport.parkNanos(30_000_000L); " + free;
    Path named = temporary.resolve("named");
    try (TestWeb web = TestWeb.serve(SITE);
        BrokenBuild build =
            BrokenBuild.of("output", "SavedBodies", free, slowly, temporary.resolve("build"))) {
      build.call(
          BottleneckNamedTest.class,
          "crawlSaving",
          web.url("/"),
          temporary.resolve("saved"),
          named);
    }
    assertEquals("SAVED_PAGES", Files.readString(named));
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
