package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.options.CaptureChoice;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SearchIndex;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.pages.CrawlPages;
import dev.arachne.pages.DecidedPage;
import dev.arachne.pages.PageBody;
import dev.arachne.pages.Reading;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of a kept crawl, from each place where a crawl can keep them. */
class CrawlPagesTest {
  private static final String SAME = page("The same", "<a href=/a>A</a>");

  @TempDir Path directory;

  private static String page(String title, String more) {
    return "<html lang=en><title>%s</title><h1>%s</h1><p>%s %s</p>"
        .formatted(title, title, "Words that make a paragraph of some length. ".repeat(9), more);
  }

  private static TestSite site() {
    return TestSite.of(
        route("/robots.txt", status(404)),
        route("/", html(page("Root", "<a href=/a>A</a><a href=/b>B</a><a href=/t>T</a>"))),
        route("/a", html(page("Page A", "<a href=/a/b>below</a><a href=/gone>gone</a>")).gzip()),
        route("/a/b", html(page("Grüße", "<a href=/moved>moved</a>")).chunked(70)),
        route("/b", html(SAME)),
        route("/moved", redirect(301, "/same")),
        route("/same", html(SAME)),
        route("/gone", status(404)),
        route("/t", text("No page.")));
  }

  private Path crawl(String root, String name, UnaryOperator<CrawlOptions.Builder> more)
      throws Exception {
    Path kept = directory.resolve(name);
    CrawlOptions.Builder options =
        CrawlOptions.crawlOf(root).sitemaps(SitemapPolicy.IGNORE).maxTries(1).directory(kept);
    new Crawl(more.apply(options).build()).run();
    return kept;
  }

  private static Map<String, Reading> readings(Path crawl) throws Exception {
    return CrawlPages.read(
        crawl,
        pages -> {
          pages.requireKept();
          Map<String, Reading> readings = new TreeMap<>();
          pages.from(0, page -> readings.put(page.url().path(), pages.contentOf(page)));
          return readings;
        });
  }

  private static Reading.Why why(Map<String, Reading> readings, String path) {
    return ((Reading.Unread) readings.get(path)).why();
  }

  @Test
  void theyAreTheSameFromNotesAnArchiveAnImportAndFiles() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      String root = web.url("/");
      Map<String, Reading> noted =
          readings(crawl(root, "noted", crawl -> crawl.index(SearchIndex.PAGES)));
      assertEquals(8, noted.size());
      var b = (Reading.Read) noted.get("/a/b");
      assertEquals("Grüße", b.content().title());
      assertEquals("moved", b.content().links().getFirst().text());
      assertEquals(Reading.Why.NO_PAGE, why(noted, "/gone"));
      assertEquals(Reading.Why.NO_PAGE, why(noted, "/moved"));
      assertEquals(Reading.Why.NOT_HTML, why(noted, "/t"));
      Path archived = crawl(root, "archived", crawl -> crawl.warc().warcRevisitFrom(1));
      assertEquals(noted, readings(archived));
      Path imported =
          crawl(
              root,
              "imported",
              crawl -> crawl.archives(List.of(archived)).captures(CaptureChoice.ALL));
      Map<String, Reading> captured = readings(imported);
      captured.remove("/robots.txt");
      assertEquals(noted, captured);
      Path files = directory.resolve("files");
      assertEquals(noted, readings(crawl(root, "saved", crawl -> crawl.save(files))));
    }
  }

  @Test
  void bodiesAreAsTheyWereServedButForCodings() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      Path files = directory.resolve("files");
      for (Path crawl :
          List.of(
              crawl(web.url("/"), "archived", it -> it.warc().warcRevisitFrom(1)),
              crawl(web.url("/"), "saved", it -> it.save(files)))) {
        Map<String, PageBody> bodies =
            CrawlPages.read(
                crawl,
                pages -> {
                  Map<String, PageBody> found = new TreeMap<>();
                  pages.from(
                      0,
                      page -> pages.bodyOf(page).ifPresent(it -> found.put(page.url().path(), it)));
                  return found;
                });
        assertEquals("[/, /a, /a/b, /b, /same, /t]", bodies.keySet().toString());
        assertArrayEquals(SAME.getBytes(UTF_8), bodies.get("/same").bytes());
        assertEquals("No page.", new String(bodies.get("/t").bytes(), UTF_8));
        assertTrue(bodies.get("/a").contentType().startsWith("text/html"));
      }
    }
  }

  @Test
  void aFolderIsShownByItsFiles() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("site"));
    Files.writeString(folder.resolve("index.html"), page("Home", ""));
    Path kept = crawl(folder.toString(), "folder", it -> it.save(directory.resolve("files")));
    List<String> shown = new ArrayList<>();
    CrawlPages.read(
        kept,
        pages -> {
          pages.from(
              0,
              page -> {
                shown.add(pages.shown(page.url()));
                assertTrue(pages.contentOf(page) instanceof Reading.Read);
              });
          return 0;
        });
    assertEquals(List.of(folder.toUri().toString()), shown);
  }

  @Test
  void theyAreReadOnFromAPosition() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      Path kept = crawl(web.url("/"), "kept", it -> it.index(SearchIndex.PAGES).maxPages(3));
      List<String> paths = new ArrayList<>();
      CrawlPages.Sink sink = page -> paths.add(page.url().path());
      long end =
          CrawlPages.read(
              kept,
              pages -> {
                pages.from(0, sink);
                return pages.size();
              });
      assertEquals(3, paths.size());
      crawl(web.url("/"), "kept", it -> it.index(SearchIndex.PAGES));
      CrawlPages.read(
          kept,
          pages -> {
            pages.from(end, sink);
            return 0;
          });
      assertEquals(8, paths.size());
      assertEquals(8, paths.stream().distinct().count());
    }
  }

  @Test
  void aCrawlThatKeptNothingOfItsPagesIsRefused() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      Path kept = crawl(web.url("/"), "bare", it -> it);
      var refused = assertThrows(UsageException.class, () -> readings(kept));
      assertTrue(refused.getMessage().contains("--index"), refused.getMessage());
      Reading unread =
          CrawlPages.read(
              kept,
              pages -> {
                List<DecidedPage> all = new ArrayList<>();
                pages.from(0, all::add);
                return pages.contentOf(all.getFirst());
              });
      assertEquals(new Reading.Unread(Reading.Why.NOT_KEPT), unread);
    }
  }

  @Test
  void anIndexNeedsADirectory() {
    var crawl =
        new Crawl(
            CrawlOptions.crawlOf("http://a.test/")
                .sitemaps(SitemapPolicy.IGNORE)
                .index(SearchIndex.PAGES)
                .build());
    var refused = assertThrows(UsageException.class, crawl::run);
    assertTrue(refused.getMessage().contains("--index"), refused.getMessage());
  }
}
