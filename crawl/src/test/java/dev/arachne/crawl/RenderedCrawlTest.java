package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.directory.UrlStory;
import dev.arachne.ledger.RenderingNote;
import dev.arachne.options.CookiePolicy;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.RenderPolicy;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.report.CrawlReport;
import dev.arachne.testkit.ChildJvm;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;

/** Crawls that show their pages in the Chromium of this machine. */
final class RenderedCrawlTest {
  private static final String HOST = "127.0.1.1";
  private static final String OTHER = "127.0.1.2";

  @TempDir private Path temporary;

  private final Map<String, String> bodies = new ConcurrentHashMap<>();

  @BeforeEach
  void thereIsABrowser() {
    LocalChromium.assumeInstalled();
  }

  private static Reply script(String text) {
    return ok("text/javascript", text.getBytes(UTF_8));
  }

  private static Reply style(String text) {
    return ok("text/css", text.getBytes(UTF_8));
  }

  /** Three pages, of which scripts make all links but one. */
  private static TestSite application(Route... more) {
    List<Route> routes = new ArrayList<>(List.of(more));
    routes.add(route("/robots.txt", text("User-agent: *\nDisallow: /private/")));
    routes.add(
        route(
            "/",
            html(
                "<link rel=stylesheet href=/style.css><script src=/app.js></script>"
                    + "<script src=/private/spy.js></script><img src=/picture.png>"
                    + "<div id=nav></div><a href=/plain>plain</a>")));
    routes.add(
        route(
            "/app.js",
            script(
                """
                addEventListener('load', () => fetch('/api/links.json').then(r => r.json())
                    .then(links => links.forEach(link => {
                      const a = document.createElement('a');
                      a.href = link;
                      document.getElementById('nav').append(a);
                    })));
                """)));
    routes.add(route("/style.css", style("body { background: url(/background.png) }")));
    routes.add(
        route("/api/links.json", ok("application/json", "[\"/made\", \"/late\"]".getBytes(UTF_8))));
    String page = "<link rel=stylesheet href=/style.css><div id=nav></div><script src=/app.js>";
    routes.add(route("/plain", html(page + "</script>")));
    routes.add(route("/made", html(page + "</script><script>window.open('/opened')</script>")));
    routes.add(
        route(
            "/late",
            html(
                "<script>setTimeout(() => { document.body.innerHTML = '<a href=/last>' }, 3000);"
                    + "setTimeout(() => { location.href = '/left' }, 4000)</script>")));
    routes.add(route("/opened", html("opened")));
    routes.add(route("/last", html("last")));
    routes.add(route("/left", html("left")));
    return TestSite.of(routes.toArray(Route[]::new));
  }

  private CrawlOptions.Builder rendering(String... roots) {
    return CrawlOptions.crawlOf(roots)
        .sitemaps(SitemapPolicy.IGNORE)
        .render(RenderPolicy.ALWAYS)
        .browserSandbox(LocalChromium.sandbox());
  }

  private CrawlReport crawl(CrawlOptions options) throws Exception {
    return new Crawl(options)
        .process(page -> bodies.put(page.url().path(), new String(page.body(), UTF_8)))
        .run();
  }

  @Test
  void linksThatScriptsMakeAreFollowed() throws Exception {
    try (TestWeb web = TestWeb.plan().site(HOST, application()).start()) {
      var _ = crawl(rendering(web.url(HOST, "/")).build());
      assertEquals(
          List.of("/", "/last", "/late", "/left", "/made", "/opened", "/plain"),
          bodies.keySet().stream().sorted().toList());
      assertTrue(bodies.get("/").contains("<a href=\"/made\"></a>"), bodies.get("/"));
    }
  }

  @Test
  void withoutABrowserTheyAreNot() throws Exception {
    try (TestWeb web = TestWeb.plan().site(HOST, application()).start()) {
      var _ = crawl(rendering(web.url(HOST, "/")).render(RenderPolicy.NEVER).build());
      assertEquals(List.of("/", "/plain"), bodies.keySet().stream().sorted().toList());
      assertEquals(3, web.requestCount(), web.targets()::toString);
    }
  }

  @Test
  void requisitesAreRequestedAsPagesAre() throws Exception {
    Path directory = temporary.resolve("crawl");
    try (TestWeb web = TestWeb.plan().site(HOST, application()).start()) {
      var _ =
          crawl(
              rendering(web.url(HOST, "/"))
                  .delay(Duration.ofMillis(100))
                  .directory(directory)
                  .renderTabs(4)
                  .build());
      for (LoggedRequest request : web.requests()) {
        assertEquals("arachne/0.1", request.header("User-Agent").orElse(""), request::toString);
      }
      assertEquals(1, web.targets().stream().filter("/style.css"::equals).count());
      assertEquals(1, web.targets().stream().filter("/app.js"::equals).count());
      assertFalse(web.targets().contains("/private/spy.js"), web.targets()::toString);
      assertFalse(web.targets().contains("/picture.png"), web.targets()::toString);
      assertFalse(web.targets().contains("/background.png"), web.targets()::toString);
      assertFalse(web.targets().contains("/favicon.ico"), web.targets()::toString);
      List<Violation> violations = new ArrayList<>();
      var audit = CrawlAudit.of(directory, violations::add);
      assertEquals(List.of(), violations);
      assertEquals(web.requestCount(), audit.requests());
      RenderingNote rendering = story(web.url(HOST, "/"), directory);
      assertTrue(
          rendering
              .requests()
              .first()
              .contains(
                  new RenderingNote.Request(
                      web.url(HOST, "/private/spy.js"),
                      "refused: disallowed by robots.txt: line 2: Disallow: /private/")),
          rendering::toString);
    }
  }

  @Test
  void theReportCountsPagesInTheBrowserOverAllRuns() throws Exception {
    Path directory = temporary.resolve("crawl");
    try (TestWeb web = TestWeb.plan().site(HOST, application()).start()) {
      CrawlReport first =
          crawl(rendering(web.url(HOST, "/")).directory(directory).maxPages(3).build());
      assertEquals(3, first.renderings().orElseThrow().rendered(), first::toString);
      CrawlReport all =
          crawl(rendering(web.url(HOST, "/")).directory(directory).maxPages(100).build());
      CrawlReport.RenderTally tally = all.renderings().orElseThrow();
      assertEquals(7, tally.rendered(), tally::toString);
      assertEquals(0, tally.passed() + tally.failed() + tally.samples(), tally::toString);
      assertTrue(tally.gained() >= 3 && tally.links() >= 4, tally::toString);
      assertTrue(tally.requests() >= 6, tally::toString);
      assertTrue(tally.time().isPositive(), tally::toString);
    }
  }

  @Test
  void theReportSaysWhyPagesAreRenderedAndWhichAreNot() throws Exception {
    List<Route> routes = new ArrayList<>();
    var links = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      links.append("<a href=/page/").append(i).append(">a page of many</a>");
      String text = "<p>page " + i + " is complete without its script</p>";
      routes.add(route("/page/" + i, html(text + "<script src=/counter.js></script>")));
    }
    routes.add(route("/", html(links.toString())));
    routes.add(route("/counter.js", script("missing()")));
    try (TestWeb web =
        TestWeb.plan().site(HOST, TestSite.of(routes.toArray(Route[]::new))).start()) {
      Path directory = temporary.resolve("crawl");
      CrawlReport report =
          crawl(
              rendering(web.url(HOST, "/")).render(RenderPolicy.AUTO).directory(directory).build());
      CrawlReport.RenderTally tally = report.renderings().orElseThrow();
      assertEquals(2, tally.samples(), tally::toString);
      assertEquals(2, tally.rendered(), tally::toString);
      assertEquals(2, tally.withErrors(), tally::toString);
      assertEquals(0, tally.gained(), tally::toString);
      assertEquals(18, tally.passed(), tally::toString);
      String script = web.url(HOST, "/counter.js");
      List<String> errors = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        errors.addAll(story(web.url(HOST, "/page/" + i), directory).errors());
      }
      String error = "ReferenceError: missing is not defined (" + script + ":1:1)";
      assertEquals(List.of(error, error), errors);
    }
  }

  @Test
  void theArchiveHasWhatPagesAreMadeOf() throws Exception {
    Path directory = temporary.resolve("crawl");
    try (TestWeb web = TestWeb.plan().site(HOST, application()).start()) {
      var _ = crawl(rendering(web.url(HOST, "/")).directory(directory).warc().build());
      Path archive = directory.resolve("archive");
      List<String> archived = new ArrayList<>();
      try (Stream<Path> files = Files.list(archive)) {
        for (Path file : files.toList()) {
          try (var reader = new WarcReader(file)) {
            for (WarcRecord record : reader) {
              if (record instanceof WarcResponse response) {
                archived.add(response.targetURI().getPath());
              }
            }
          }
        }
      }
      assertEquals(web.targets().stream().sorted().toList(), archived.stream().sorted().toList());
    }
  }

  @Test
  void otherHostsAreAskedForTheirRulesFirst() throws Exception {
    TestSite other =
        TestSite.of(
            route("/robots.txt", text("User-agent: *\nDisallow: /no")),
            route("/", html("other")),
            route("/yes.js", script("document.title = 'yes'")),
            route("/no.js", script("document.title = 'no'")));
    try (TestWeb web =
        TestWeb.plan()
            .site(
                HOST,
                request ->
                    html(
                        "<script src=http://%1$s:%2$s/yes.js></script><script src=http://%1$s:%2$s/no.js></script>"
                            .formatted(
                                OTHER, request.header("Host").orElse("").replaceFirst(".*:", ""))))
            .site(OTHER, other)
            .start()) {
      var _ =
          crawl(
              rendering(web.url(HOST, "/page"), web.url(OTHER, "/"))
                  .directory(temporary.resolve("crawl"))
                  .build());
      assertTrue(bodies.get("/page").contains("<title>yes</title>"), bodies.get("/page"));
      assertFalse(web.targets().contains("/no.js"));
      List<String> asked =
          web.requests().stream()
              .filter(it -> it.local().getHostAddress().equals(OTHER))
              .map(LoggedRequest::target)
              .toList();
      assertEquals("/robots.txt", asked.getFirst());
      assertEquals(1, asked.stream().filter("/robots.txt"::equals).count());
      List<Violation> violations = new ArrayList<>();
      var _ = CrawlAudit.of(temporary.resolve("crawl"), violations::add);
      assertEquals(List.of(), violations);
    }
  }

  @Test
  void aPageThatNeverRestsIsTakenAsItCame() throws Exception {
    Path directory = temporary.resolve("crawl");
    TestSite site =
        TestSite.of(
            route("/", html("<a href=/next>next</a><script>while (true) {}</script>")),
            route("/next", html("<script>document.title = 1 + 1</script>")));
    try (TestWeb web = TestWeb.plan().site(HOST, site).start()) {
      var _ = crawl(rendering(web.url(HOST, "/")).directory(directory).build());
      assertTrue(bodies.get("/next").contains("<title>2</title>"), bodies.get("/next"));
      assertEquals(
          "its scripts do not come to rest within 20 s",
          story(web.url(HOST, "/"), directory).failure());
    }
  }

  @Test
  void cookiesThatSubresourcesSetAreSentToPages() throws Exception {
    TestSite site =
        TestSite.of(
            route("/", html("<script src=/s.js></script><a href=/next>next</a>")),
            route("/s.js", ok("text/javascript", new byte[0]).header("Set-Cookie", "from=script")),
            route("/next", request -> text(request.header("Cookie").orElse("none"))));
    try (TestWeb web = TestWeb.plan().site(HOST, site).start()) {
      var _ = crawl(rendering(web.url(HOST, "/")).cookies(CookiePolicy.KEEP).build());
      assertEquals("from=script", bodies.get("/next"));
    }
  }

  /** A crawl without a browser, in a process of its own. */
  static final class PlainCrawl {
    private PlainCrawl() {}

    /** Crawls from the URL that is the argument. */
    public static void main(String[] arguments) throws Exception {
      var report = Crawl.of(arguments[0]).run();
      System.out.println(report.done());
    }
  }

  @Test
  void nothingOfTheBrowserIsLoadedForPagesAsTheyCome() throws Exception {
    Path loaded = temporary.resolve("loaded");
    try (TestWeb web = TestWeb.plan().site(HOST, application()).start()) {
      var crawl =
          new ProcessBuilder(
                  ChildJvm.command(
                      "-Xlog:class+load:file=" + loaded, PlainCrawl.class, web.url(HOST, "/")))
              .redirectErrorStream(true)
              .start();
      String output = new String(crawl.getInputStream().readAllBytes(), UTF_8);
      assertEquals(0, crawl.waitFor(), output);
      String classes = Files.readString(loaded);
      assertTrue(classes.contains("dev.arachne.crawl.PageVisit "), output);
      assertEquals(
          List.of(),
          classes
              .lines()
              .filter(line ->
                  line.contains("dev.arachne.browser.")
                      || line.contains("dev.arachne.crawl.Renderer")
                      || line.contains("dev.arachne.crawl.RenderJudge")
                      || line.contains("dev.arachne.crawl.PageCode"))
              .toList());
    }
  }

  @Test
  void picturesOfPagesAreSaved() throws Exception {
    Path pictures = temporary.resolve("pictures");
    String square = "<svg xmlns='http://www.w3.org/2000/svg' width='50' height='50'>";
    TestSite site =
        application(
            route(
                "/picture.png",
                ok(
                    "image/svg+xml",
                    (square + "<rect width='50' height='50' fill='lime'/></svg>")
                        .getBytes(UTF_8))));
    try (TestWeb web = TestWeb.plan().site(HOST, site).start()) {
      var _ = crawl(rendering(web.url(HOST, "/")).screenshots(pictures).build());
      List<String> names;
      try (Stream<Path> files = Files.walk(pictures)) {
        names =
            files
                .filter(Files::isRegularFile)
                .map(Path::getFileName)
                .map(Path::toString)
                .sorted()
                .toList();
      }
      assertEquals(
          List.of(
              "index.png",
              "last.png",
              "late.png",
              "left.png",
              "made.png",
              "opened.png",
              "plain.png"),
          names);
      assertEquals(1, web.targets().stream().filter("/picture.png"::equals).count());
      assertTrue(hasColour(Files.readAllBytes(file(pictures, "index.png")), 0xFF00FF00));
    }
  }

  @Test
  void pagesAreSavedAsPdfFiles() throws Exception {
    Path pdfs = temporary.resolve("pdfs");
    Path pictures = temporary.resolve("pictures");
    try (TestWeb web = TestWeb.plan().site(HOST, application()).start()) {
      var _ = crawl(rendering(web.url(HOST, "/")).pdfs(pdfs).screenshots(pictures).build());
      for (String page : List.of("index", "last", "late", "left", "made", "opened", "plain")) {
        String pdf = Files.readString(file(pdfs, page + ".pdf"), ISO_8859_1);
        assertTrue(pdf.startsWith("%PDF-") && pdf.contains("%%EOF"), pdf);
        assertTrue(Files.exists(file(pictures, page + ".png")), page);
      }
      assertEquals(1, web.targets().stream().filter("/picture.png"::equals).count());
      assertEquals(1, web.targets().stream().filter("/background.png"::equals).count());
    }
  }

  /** Noise cannot be compressed. */
  @Test
  void aPageWhosePdfFileIsTooLargeHasNone() throws Exception {
    String page =
        """
        <canvas id=c width=1000 height=9000></canvas><script>
        const context = c.getContext('2d'), data = context.createImageData(1000, 9000);
        for (let i = 0; i < data.data.length; i += 65536)
          crypto.getRandomValues(data.data.subarray(i, Math.min(i + 65536, data.data.length)));
        for (let i = 3; i < data.data.length; i += 4) data.data[i] = 255;
        context.putImageData(data, 0, 0); document.title = 'noise';
        </script>
        """;
    Path directory = temporary.resolve("crawl");
    Path pdfs = temporary.resolve("pdfs");
    try (TestWeb web = TestWeb.plan().site(HOST, TestSite.of(route("/", html(page)))).start()) {
      var _ = crawl(rendering(web.url(HOST, "/")).pdfs(pdfs).directory(directory).build());
      assertEquals("its PDF file cannot be taken", story(web.url(HOST, "/"), directory).failure());
      assertTrue(bodies.get("/").contains("<title>noise</title>"), bodies.get("/"));
      try (Stream<Path> files = Files.walk(pdfs)) {
        assertEquals(0, files.filter(Files::isRegularFile).count());
      }
    }
  }

  private static Path file(Path below, String name) throws IOException {
    try (Stream<Path> files = Files.walk(below)) {
      return files.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
    }
  }

  private static boolean hasColour(byte[] png, int colour) throws IOException {
    BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
    int[] all =
        picture.getRGB(0, 0, picture.getWidth(), picture.getHeight(), null, 0, picture.getWidth());
    return Arrays.stream(all).anyMatch(each -> each == colour);
  }

  @Test
  void copiesOfPagesNeedABrowser() {
    Path copies = temporary.resolve("copies");
    CrawlOptions.Builder plain = CrawlOptions.crawlOf("http://127.0.0.1/");
    var refusal =
        assertThrows(
            UsageException.class,
            new Crawl(plain.build().changed().screenshots(copies).build())::run);
    assertTrue(refusal.toString().contains("--screenshot: saves"), refusal::toString);
    assertTrue(refusal.toString().contains("add --render always"), refusal::toString);
    var other =
        assertThrows(
            UsageException.class, new Crawl(plain.build().changed().pdfs(copies).build())::run);
    assertTrue(other.toString().contains("--pdf: saves"), other::toString);
  }

  @Test
  void withoutABrowserNothingIsFetched() throws Exception {
    try (TestWeb web = TestWeb.plan().site(HOST, application()).start()) {
      var crawl =
          new Crawl(
              rendering(web.url(HOST, "/"))
                  .directory(temporary.resolve("crawl"))
                  .browser(temporary.resolve("none"))
                  .build());
      var refusal = assertThrows(UsageException.class, crawl::run);
      assertTrue(refusal.toString().contains("--render"), refusal::toString);
      assertEquals(0, web.requestCount());
      assertFalse(Files.exists(temporary.resolve("crawl")));
    }
  }

  private static RenderingNote story(String url, Path directory) throws Exception {
    UrlStory story = UrlStory.of(url, directory);
    return story.renderings().get(story.entries().size() - 1);
  }
}
