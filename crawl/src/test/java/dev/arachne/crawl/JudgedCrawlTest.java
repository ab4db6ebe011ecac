package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.directory.UrlStory;
import dev.arachne.ledger.RenderingNote;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.RenderPolicy;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls that show pages where a browser brings something. */
final class JudgedCrawlTest {
  private static final String HOST = "127.0.1.1";
  private static final int PAGES = Integer.getInteger("arachne.judged", 30);

  private static final String TEXT = "some words that are on each page of this site ".repeat(8);

  @TempDir private Path temporary;

  private final Map<String, String> bodies = new ConcurrentHashMap<>();

  @BeforeEach
  void thereIsABrowser() {
    LocalChromium.assumeInstalled();
  }

  /**
   * Four templates with the same scripts, which fill the pages of two: products, of which no text
   * is there before, and lists, which lack their links alone.
   */
  private static Reply reply(TestRequest request) {
    String[] path = request.path().substring(1).split("/", -1);
    if (path[0].equals("app.js")) {
      return ok(
          "text/javascript",
          """
          const box = document.getElementById('box');
          if (box) fetch('/data/' + box.dataset.of).then(r => r.text())
              .then(t => { box.innerHTML = t });
          """
              .getBytes(UTF_8));
    }
    int number = path.length < 2 ? 0 : Integer.parseInt(path[1]);
    int next = number + 1;
    if (path[0].equals("data")) {
      return html(
          "<p>The text of number %d, which only a script brings to the page.</p>".formatted(number)
              + (next < PAGES ? "<a href=/product/%1$d>x</a><a href=/list/%1$d>x</a>" : "")
                  .formatted(next));
    }
    String page = "<title>t</title><script src=/app.js defer></script><body>";
    return switch (path[0]) {
      case "" ->
          html(page + TEXT + "<a href=/product/0>x</a><a href=/help/0>x</a><a href=/news/0>x</a>");
      case "product" -> html(page + "<div id=box data-of=" + number + "></div>");
      case "list" -> html(page + TEXT + "<div id=box data-of=" + number + "></div>");
      case "help", "news" ->
          html(
              page
                  + TEXT
                  + (next < PAGES ? "<a href=/%s/%d>x</a>".formatted(path[0], next) : "last"));
      default -> Reply.status(404);
    };
  }

  private CrawlOptions.Builder judging(String root) {
    return CrawlOptions.crawlOf(root)
        .sitemaps(SitemapPolicy.IGNORE)
        .render(RenderPolicy.AUTO)
        .directory(temporary.resolve("crawl"))
        .browserSandbox(LocalChromium.sandbox());
  }

  private void crawl(CrawlOptions options) throws Exception {
    var _ =
        new Crawl(options)
            .process(page -> bodies.put(page.url().path(), new String(page.body(), UTF_8)))
            .run();
  }

  private RenderingNote rendering(String url) throws Exception {
    UrlStory story = UrlStory.of(url, temporary.resolve("crawl"));
    return story.renderings().get(story.entries().size() - 1);
  }

  @Test
  void pagesThatScriptsFillAreWholeAndFewOthersAreShown() throws Exception {
    try (TestWeb web = TestWeb.plan().site(HOST, JudgedCrawlTest::reply).start()) {
      crawl(judging(web.url(HOST, "/")).build());
      int shown = 0;
      List<String> passed = new ArrayList<>();
      for (int i = 0; i < PAGES; i++) {
        for (String template : List.of("/product/", "/list/")) {
          if (i > 0 || template.equals("/product/")) {
            String body = bodies.getOrDefault(template + i, "none");
            assertTrue(body.contains("The text of number " + i + ","), template + i + body);
          }
        }
        for (String template : List.of("/help/", "/news/")) {
          assertTrue(bodies.containsKey(template + i));
          RenderingNote its = rendering(web.url(HOST, template + i));
          if (its.way() == RenderingNote.Way.SHOWN) {
            shown++;
          } else {
            passed.add(its.why());
          }
        }
      }
      assertTrue(shown <= 30, "shown: " + shown);
      assertTrue(
          passed.stream()
              .allMatch(why ->
                  why.matches(
                      "\\d pages (of its template|with its scripts)"
                          + " gained nothing in a browser")),
          passed::toString);
      RenderingNote filled = rendering(web.url(HOST, "/product/" + (PAGES - 2)));
      assertTrue(
          filled.why().matches("since /product/\\d+ gained 2 links and \\d+ words"),
          filled::toString);
      List<Violation> violations = new ArrayList<>();
      var audit = CrawlAudit.of(temporary.resolve("crawl"), violations::add);
      assertEquals(List.of(), violations);
      assertEquals(web.requestCount(), audit.requests());
    }
  }

  @Test
  void linksThatScriptsRemoveAreFollowed() throws Exception {
    try (TestWeb web =
        TestWeb.plan()
            .site(
                HOST,
                request ->
                    html(
                        request.path().equals("/")
                            ? "<a href=/removed>x</a><script>document.body.innerHTML ="
                                + " '<a href=/made>x</a>'</script>"
                            : "text"))
            .start()) {
      crawl(judging(web.url(HOST, "/")).build());
      assertEquals(List.of("/", "/made", "/removed"), bodies.keySet().stream().sorted().toList());
    }
  }

  @Test
  void pagesWithoutScriptsAreTakenAsTheyCome() throws Exception {
    try (TestWeb web =
        TestWeb.plan().site(HOST, _ -> html("<a href=/a>x</a><a href=/b>y</a>")).start()) {
      crawl(judging(web.url(HOST, "/")).build());
      UrlStory story = UrlStory.of(web.url(HOST, "/a"), temporary.resolve("crawl"));
      assertEquals(Map.of(), story.renderings());
    }
  }

  @Test
  void aHostThatIsAskedOneAtATimeDoesNotWaitForItself() throws Exception {
    try (TestWeb web = TestWeb.plan().site(HOST, JudgedCrawlTest::reply).start()) {
      crawl(judging(web.url(HOST, "/")).perHost(1).loops(2).build());
      assertTrue(bodies.containsKey("/list/" + (PAGES - 1)), bodies.keySet()::toString);
    }
  }
}
