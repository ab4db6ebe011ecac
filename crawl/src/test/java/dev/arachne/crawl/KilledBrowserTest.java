package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.directory.UrlStory;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.RenderingNote;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.RenderPolicy;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.store.DiskStore;
import dev.arachne.testkit.BrowserProcesses;
import dev.arachne.testkit.ChildJvm;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Crawls whose tabs, browsers and own processes are killed, in turns, while they show pages. */
final class KilledBrowserTest {
  private static final int KILLS = Integer.getInteger("arachne.kills", 6);
  private static final int PAGES = 10 * KILLS;

  /** Pages between two kills. */
  private static final int BETWEEN = 8;

  @TempDir private Path temporary;

  private final Queue<ProcessHandle> processes = new ConcurrentLinkedQueue<>();
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger kills = new AtomicInteger();
  private volatile ProcessHandle crawl = ProcessHandle.current();

  /** A crawl in a process of its own, which goes on if there is one. */
  static final class RenderedCrawl {
    private RenderedCrawl() {}

    /** Crawls from the first argument, and keeps it in the second. */
    public static void main(String[] arguments) throws Exception {
      var report =
          new Crawl(
                  CrawlOptions.crawlOf(arguments[0])
                      .sitemaps(SitemapPolicy.IGNORE)
                      .render(RenderPolicy.ALWAYS)
                      .directory(Path.of(arguments[1]))
                      .existing(ExistingCrawlPolicy.RESUME)
                      .browserSandbox(LocalChromium.sandbox())
                      .build())
              .run();
      System.out.println(report.done());
    }
  }

  /** Page N leads by a script to the pages 2N + 1 and 2N + 2. */
  private Reply reply(TestRequest request) {
    if (!request.path().startsWith("/data/")) {
      return request.path().startsWith("/page/")
          ? html(
              "<script>fetch(location.pathname.replace('page', 'data')).then(r => r.text())"
                  + ".then(t => { document.body.innerHTML = t })</script>")
          : Reply.status(404);
    }
    int number = Integer.parseInt(request.path().substring("/data/".length()));
    if (asked.incrementAndGet() % BETWEEN == 0 && kills.get() < KILLS) {
      kill(kills.getAndIncrement() % 3);
    }
    var links = new StringBuilder();
    for (int next = 2 * number + 1; next <= 2 * number + 2 && next < PAGES; next++) {
      links.append("<a href=/page/").append(next).append(">x</a>");
    }
    return html(links.toString());
  }

  private void kill(int which) {
    ProcessHandle its = crawl;
    List<ProcessHandle> all = its.descendants().toList();
    processes.addAll(all);
    switch (which) {
      case 0 ->
          all.stream().filter(BrowserProcesses::isRenderer).forEach(ProcessHandle::destroyForcibly);
      case 1 ->
          all.stream().filter(KilledBrowserTest::isBrowser).forEach(ProcessHandle::destroyForcibly);
      default -> its.destroyForcibly();
    }
  }

  /** Not the shell that waits for it. */
  private static boolean isBrowser(ProcessHandle process) {
    String arguments = BrowserProcesses.argumentsOf(process);
    return arguments.contains("--remote-debugging-pipe")
        && !arguments.startsWith("sh ")
        && !BrowserProcesses.isRenderer(process);
  }

  /** A browser needs its zygotes for the processes of its tabs. */
  @Test
  void aPageWhoseTabDoesNotOpenIsShownByTheNextBrowser() throws Exception {
    LocalChromium.assumeInstalled();
    Set<ProcessHandle> stopped = ConcurrentHashMap.newKeySet();
    Map<String, String> pages = new ConcurrentHashMap<>();
    TestWeb.Plan plan = TestWeb.plan();
    List<String> hosts = List.of("127.0.1.1", "127.0.1.2", "127.0.1.3");
    hosts.forEach(host -> plan.site(host, _ -> html("<script>document.title = 'shown'</script>")));
    try (TestWeb web = plan.start()) {
      var _ =
          new Crawl(
                  CrawlOptions.crawlOf(hosts.stream().map(host -> web.url(host, "/")).toList())
                      .sitemaps(SitemapPolicy.IGNORE)
                      .render(RenderPolicy.ALWAYS)
                      .renderTabs(1)
                      .browserSandbox(LocalChromium.sandbox())
                      .build())
              .process(page -> {
                if (stopped.isEmpty()) {
                  stopped.addAll(stopZygotes());
                }
                pages.put(page.url().host(), new String(page.body(), UTF_8));
              })
              .run();
    }
    assertEquals(Set.copyOf(hosts), pages.keySet());
    pages.values().forEach(page -> assertTrue(page.contains("<title>shown"), page));
    for (ProcessHandle process : stopped) {
      var _ = process.onExit().get(60, TimeUnit.SECONDS);
    }
  }

  /** The page's own failure says more than that of the browser at the second try. */
  @Test
  void aPageKeepsItsOwnFailureIfItsBrowserThenEnds() throws Exception {
    LocalChromium.assumeInstalled();
    Path directory = temporary.resolve("crawl");
    try (TestWeb web =
        TestWeb.serve(request -> {
          if (request.path().equals("/end")) {
            kill(kills.getAndIncrement());
          }
          return html("<script>fetch('/end')</script>");
        })) {
      var _ =
          new Crawl(
                  CrawlOptions.crawlOf(web.url("/"))
                      .sitemaps(SitemapPolicy.IGNORE)
                      .render(RenderPolicy.ALWAYS)
                      .directory(directory)
                      .browserSandbox(LocalChromium.sandbox())
                      .build())
              .run();
      UrlStory story = UrlStory.of(web.url("/"), directory);
      assertEquals(
          List.of("its tab has crashed"),
          story.renderings().values().stream().map(RenderingNote::failure).toList());
    }
  }

  private static List<ProcessHandle> stopZygotes() {
    List<ProcessHandle> zygotes =
        ProcessHandle.current()
            .descendants()
            .filter(process -> BrowserProcesses.argumentsOf(process).contains("--type=zygote"))
            .toList();
    try {
      for (ProcessHandle zygote : zygotes) {
        var _ = new ProcessBuilder("kill", "-STOP", "" + zygote.pid()).start().onExit().join();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return zygotes;
  }

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void noPageIsLostAndNoProcessIsLeft() throws Exception {
    LocalChromium.assumeInstalled();
    Path directory = temporary.resolve("crawl");
    try (TestWeb web = TestWeb.serve(this::reply)) {
      int exit = 1;
      for (int runs = 0; exit != 0; runs++) {
        assertTrue(runs <= KILLS / 3 + 1, runs + " runs");
        Process process =
            new ProcessBuilder(
                    ChildJvm.command(
                        "-Djava.io.tmpdir=" + temporary,
                        RenderedCrawl.class,
                        web.url("/page/0"),
                        directory.toString()))
                .redirectErrorStream(true)
                .start();
        crawl = process.toHandle();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        exit = process.waitFor();
        assertTrue(exit == 0 || exit == 128 + 9, output);
      }
    }
    assertEquals(KILLS, kills.get());
    Set<String> pages = new TreeSet<>();
    Set<String> failures = new TreeSet<>();
    try (DiskStore store = DiskStore.openToRead(directory.resolve("store"), 8 << 20)) {
      Ledger ledger = Ledger.of(store);
      ledger.read((entry, position) -> {
        if (entry instanceof LedgerEntry.Decided its) {
          pages.add(ledger.found(its.found()).url().path());
          ledger
              .note(RenderingNote.NOTES, position)
              .ifPresent(note -> failures.add(RenderingNote.read(note).failure()));
        }
      });
    }
    assertEquals(PAGES, pages.size(), pages::toString);
    assertEquals(Set.of(""), failures);
    for (ProcessHandle process : processes) {
      var _ = process.onExit().get(60, TimeUnit.SECONDS);
    }
    try (Stream<Path> left = Files.list(temporary)) {
      assertEquals(
          List.of(),
          left.filter(it -> it.getFileName().toString().startsWith("arachne-browser")).toList());
    }
  }
}
