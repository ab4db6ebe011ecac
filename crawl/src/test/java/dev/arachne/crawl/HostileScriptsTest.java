package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.directory.UrlStory;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.RenderingNote;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.RenderPolicy;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.testkit.BrowserProcesses;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pages that do what they can to break a crawl with a browser, beside a site that does not. */
final class HostileScriptsTest {
  private static final String GOOD = "127.0.1.1";
  private static final int GOOD_PAGES = 40;

  private static final String NOT_AT_REST = "its scripts do not come to rest within 10 s";

  /** A script, and what may be said of its page: nothing, if it is shown. */
  private record Kind(String page, List<String> ends) {}

  private static Kind kind(String page, String... ends) {
    return new Kind(page, List.of(ends));
  }

  private static final String SHOWN = "";
  private static final String CRASHED = "its tab has crashed";
  private static final String CUT = "the end of its document is missing";
  private static final String UNTAKEN = "its document cannot be taken";

  private static final List<Kind> KINDS =
      List.of(
          kind("<script>for (;;);</script>", NOT_AT_REST),
          kind(
              "<script>const a = []; for (;;) a.push({a: [1, 2, 3]})</script>",
              CRASHED,
              NOT_AT_REST),
          kind("<iframe src=/frame/1></iframe><iframe src=/frame/2></iframe>", SHOWN, NOT_AT_REST),
          kind(
              "<body><script>for (let i = 0; i < 1e6; i++) {"
                  + " const a = document.createElement('a'); a.href = '/x/' + i;"
                  + " document.body.append(a) }</script>",
              SHOWN,
              NOT_AT_REST,
              CUT,
              UNTAKEN),
          kind(
              "<script>setInterval(() => open('/window/' + Math.random()), 1)</script>",
              SHOWN,
              NOT_AT_REST),
          kind(
              "<script>onbeforeunload = () => 'stay'; setInterval(() => location.reload(), 1)"
                  + "</script>",
              SHOWN,
              NOT_AT_REST),
          kind("<script>for (;;) alert('a')</script>", NOT_AT_REST, SHOWN),
          kind("<script>const f = () => { Promise.resolve().then(f) }; f()</script>", NOT_AT_REST),
          kind(
              "<script>const f = () => Promise.resolve().then(f); f()</script>", // None is settled.
              CRASHED,
              NOT_AT_REST),
          kind(
              "<script>const a = []; for (;;) a.push(new Uint8Array(1 << 26).fill(1))</script>",
              CRASHED,
              NOT_AT_REST,
              SHOWN),
          kind(
              "<a id=a download href=data:text/plain,x>x</a>"
                  + "<script>setInterval(() => a.click(), 1)</script>",
              SHOWN,
              NOT_AT_REST),
          kind("<iframe src=/ring/1></iframe><script>fetch('/ring/2')</script>", SHOWN),
          kind(
              "<script>for (let i = 0; i < 8; i++) new Worker(URL.createObjectURL("
                  + "new Blob(['for (;;) Math.random()'])))</script>",
              SHOWN,
              NOT_AT_REST),
          kind(
              "<script>for (let i = 0; i < 1e5; i++) history.pushState({}, '', '/push/' + i)"
                  + "</script>",
              SHOWN,
              NOT_AT_REST),
          kind("<script>/(a+)+$/.test('a'.repeat(60) + 'b')</script>", NOT_AT_REST),
          kind(
              "<script>for (;;) { const x = new XMLHttpRequest();"
                  + " x.open('GET', '/ring/3', false); try { x.send() } catch (e) {} }</script>",
              NOT_AT_REST,
              SHOWN),
          kind(
              "<script>const c = new MessageChannel(); c.port1.onmessage = () =>"
                  + " c.port2.postMessage(1); c.port2.postMessage(1);"
                  + " for (let i = 0; i < 2e7; i++) document.title += 'xxxxxxxxxxxxxxxx'</script>",
              NOT_AT_REST,
              CRASHED,
              CUT,
              SHOWN));

  /** The first kinds, unless more are asked for: 17 for one of each, 100 for the whole test. */
  private static final int HOSTILE = Integer.getInteger("arachne.hostile", 6);

  @TempDir private Path temporary;

  private static Reply good(TestRequest request) {
    if (!request.path().startsWith("/page/")) {
      return Reply.status(404);
    }
    return html(
        "<script>document.title = 'page %d'; for (let i = 1; i < %d; i++) {"
                .formatted(number(request), GOOD_PAGES)
            + " const a = document.createElement('a'); a.href = '/page/' + i;"
            + " document.documentElement.append(a) }</script>");
  }

  private static int number(TestRequest request) {
    String name = request.path().substring(request.path().lastIndexOf('/') + 1);
    return name.isEmpty() ? 0 : Integer.parseInt(name);
  }

  private static Reply bad(TestRequest request) {
    String path = request.path();
    if (path.startsWith("/hostile/")) {
      return html("<!DOCTYPE html><body>" + KINDS.get(number(request) % KINDS.size()).page);
    }
    if (path.startsWith("/frame/")) {
      int number = number(request);
      return html(
          "<iframe src=/frame/%d></iframe><iframe src=/frame/%d></iframe>"
              .formatted(2 * number + 1, 2 * number + 2));
    }
    if (path.startsWith("/ring/")) {
      return Reply.redirect(302, "/ring/" + (number(request) + 1) % 5);
    }
    return html("nothing");
  }

  /** Each on a host of its own: pages of one site may share a process, and end with each other. */
  private static String host(int page) {
    return "127.0.2." + (page + 1);
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void eachEndsWithItsReasonAndNoPageOfAnotherSiteIsLost() throws Exception {
    LocalChromium.assumeInstalled();
    Path directory = temporary.resolve("crawl");
    Map<String, String> good = new ConcurrentHashMap<>();
    Set<Integer> browsers = ConcurrentHashMap.newKeySet();
    TestWeb.Plan plan = TestWeb.plan().site(GOOD, HostileScriptsTest::good);
    for (int i = 0; i < HOSTILE; i++) {
      plan.site(host(i), HostileScriptsTest::bad);
    }
    try (TestWeb web = plan.start()) {
      List<String> seeds = new ArrayList<>(List.of(web.url(GOOD, "/page/0")));
      for (int i = 0; i < HOSTILE; i++) {
        seeds.add(web.url(host(i), "/hostile/" + i));
      }
      CrawlOptions options =
          CrawlOptions.crawlOf(seeds)
              .sitemaps(SitemapPolicy.IGNORE)
              .render(RenderPolicy.ALWAYS)
              .renderWait(Duration.ofSeconds(1))
              .renderTabs(3)
              .maxDepth(2)
              .exclude(List.of(Pattern.compile("/(x|push|window)/")))
              .directory(directory)
              .browserSandbox(LocalChromium.sandbox())
              .build();
      var _ =
          new Crawl(options)
              .process(page -> {
                browsers.addAll(BrowserProcesses.niceness());
                if (page.url().path().startsWith("/page/")) {
                  good.put(page.url().path(), new String(page.body(), UTF_8));
                }
              })
              .run();
      Map<String, String> lost = new TreeMap<>();
      for (int i = 0; i < GOOD_PAGES; i++) {
        if (!good.getOrDefault("/page/" + i, "").contains("<title>page " + i + "</title>")) {
          lost.put("/page/" + i, UrlStory.of(web.url(GOOD, "/page/" + i), directory).toString());
        }
      }
      assertEquals(Map.of(), lost);
      assertEquals(Set.of(0, 10), browsers, "The pages of hostile sites had a browser apart.");
      for (ProcessHandle left : ProcessHandle.current().descendants().toList()) {
        var _ = left.onExit().get(60, TimeUnit.SECONDS);
      }
      Map<String, String> ends = new TreeMap<>();
      for (int i = 0; i < HOSTILE; i++) {
        String url = web.url(host(i), "/hostile/" + i);
        UrlStory story = UrlStory.of(url, directory);
        var last = (LedgerEntry.Decided) story.entries().getLast();
        assertTrue(last.disposition() instanceof Disposition.Done, last::toString);
        RenderingNote rendering = story.renderings().get(story.entries().size() - 1);
        Kind kind = KINDS.get(i % KINDS.size());
        if (!kind.ends.contains(rendering.failure())) {
          ends.put(kind.page, rendering.failure());
        }
      }
      assertEquals(Map.of(), ends);
    }
  }
}
