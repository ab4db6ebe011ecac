package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.http.FixedAddresses;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.options.AddressScope;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.LinkGroup;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.testkit.Gzip;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Crawls of sites that have sitemaps, or have none. */
class SitemapCrawlTest {
  @TempDir Path temporary;

  private static TestCrawl crawl(TestWeb web, SitemapPolicy policy) throws Exception {
    return TestCrawl.of(crawlOf(web.url("/")).sitemaps(policy));
  }

  /** So that requests arrive in the order of their leases. */
  private static TestCrawl oneByOne(TestWeb web) throws Exception {
    return TestCrawl.of(crawlOf(web.url("/")).sitemaps(SitemapPolicy.FOLLOW).tasks(1));
  }

  private static String urls(String... places) {
    return "<urlset>"
        + String.join("", Arrays.stream(places).map(SitemapCrawlTest::entry).toList())
        + "</urlset>";
  }

  private static String index(String... places) {
    return "<sitemapindex>"
        + String.join("", Arrays.stream(places).map(SitemapCrawlTest::sitemap).toList())
        + "</sitemapindex>";
  }

  private static String entry(String place) {
    return "<url><loc>" + place + "</loc></url>";
  }

  private static String sitemap(String place) {
    return "<sitemap><loc>" + place + "</loc></sitemap>";
  }

  private static Reply xml(String text) {
    return Reply.ok("application/xml", text.getBytes(UTF_8));
  }

  private static Route page(String place, String... links) {
    return route(place, html("<a href=" + String.join("><a href=", links) + ">"));
  }

  private static Set<String> asked(TestWeb web) {
    return new TreeSet<>(web.targets());
  }

  @Test
  void aSitemapInTheUsualPlaceIsFoundAndAskedForLast() throws Exception {
    TestSite site =
        TestSite.of(
            page("/", "/a"),
            page("/a"),
            route("/sitemap.xml", xml(urls("/a", "/b", "/c"))),
            page("/b"),
            page("/c", "/d"),
            page("/d"));
    try (TestWeb web = TestWeb.serve(site)) {
      TestCrawl crawl = oneByOne(web);
      assertEquals(
          List.of("/robots.txt", "/", "/a", "/sitemap.xml", "/b", "/c", "/d"), web.targets());
      assertEquals(7 - 1, crawl.answered().size());
      assertEquals(0, crawl.report.failedRoots().size());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"404", "410", "500", "301", "html", "empty"})
  void aRemainingAbsenceIsNotAChange(String how) throws Exception {
    Reply reply =
        switch (how) {
          case "301" -> Reply.redirect(301, "/login");
          case "html" -> html("<a href=/nowhere>");
          case "empty" -> text("");
          default -> Reply.status(Integer.parseInt(how));
        };
    TestSite site =
        TestSite.of(page("/", "/gone"), route("/sitemap.xml", reply), route("/login", html("")));
    try (TestWeb web = TestWeb.serve(site)) {
      Path directory = temporary.resolve("crawl");
      Path lines = temporary.resolve("lines");
      TestCrawl crawl =
          TestCrawl.of(
              crawlOf(web.url("/"))
                  .sitemaps(SitemapPolicy.FOLLOW)
                  .save(temporary.resolve("saved"))
                  .pages(lines)
                  .directory(directory));
      assertEquals(List.of("/robots.txt", "/", "/gone", "/sitemap.xml"), web.targets());
      assertEquals(Set.of("/sitemap.xml"), crawl.dropped(DropReason.NO_SITEMAP).keySet());
      assertEquals(Set.of(200, 404), crawl.report.statuses().keySet());
      assertEquals(1, crawl.report.statuses().get(404).count());
      assertEquals(List.of(), crawl.report.skipped());
      assertEquals(List.of(), crawl.report.failed());
      assertEquals(2, Files.readAllLines(lines).size());
      FrontierCounts counts = assertClean(directory);
      assertEquals(3, counts.discovered());
      assertEquals(1, counts.skipped());
    }
  }

  private static FrontierCounts assertClean(Path directory) throws Exception {
    List<Violation> violations = new ArrayList<>();
    FrontierCounts counts = CrawlAudit.of(directory, violations::add).counts();
    assertEquals(List.of(), violations);
    assertEquals(0, counts.pending());
    return counts;
  }

  @Test
  void indexesGzipTextFeedsAndOtherLanguagesAreRead() throws Exception {
    String languages =
        "<urlset xmlns:xhtml='http://www.w3.org/1999/xhtml'><url><loc>/en</loc>"
            + "<xhtml:link rel='alternate' hreflang='de' href='/de'/>"
            + "<xhtml:link rel='alternate' hreflang='fr' href='/fr'/></url></urlset>";
    try (TestWeb web =
        TestWeb.serve(request ->
            TestSite.of(
                    route("/robots.txt", text("Sitemap: /index\nSitemap: /feed\n")),
                    page("/"),
                    route("/index", xml(index("/packed.xml.gz", "/text", "/languages"))),
                    route(
                        "/packed.xml.gz",
                        Reply.ok("application/gzip", Gzip.of(urls("/packed").getBytes(UTF_8)))),
                    route("/text", text("http://" + request.host() + "/line\n")),
                    route("/languages", xml(languages)),
                    route(
                        "/feed",
                        xml("<rss><channel><item><link>/item</link></item></channel></rss>")))
                .reply(request))) {
      crawl(web, SitemapPolicy.FOLLOW);
      assertEquals(
          Set.of(
              "/robots.txt",
              "/",
              "/index",
              "/feed",
              "/packed.xml.gz",
              "/text",
              "/languages",
              "/packed",
              "/line",
              "/en",
              "/de",
              "/fr",
              "/item"),
          asked(web));
    }
  }

  @Test
  void importantAndChangedPagesComeFirst() throws Exception {
    String hints =
        "<urlset><url><loc>/low</loc><priority>0.1</priority></url>"
            + "<url><loc>/old</loc><lastmod>2001-01-01</lastmod></url>"
            + "<url><loc>/new</loc><lastmod>2026-01-01</lastmod></url>"
            + "<url><loc>/plain</loc></url>"
            + "<url><loc>/high</loc><priority>0.9</priority></url></urlset>";
    TestSite site = TestSite.of(page("/"), route("/sitemap.xml", xml(hints)));
    try (TestWeb web = TestWeb.serve(site)) {
      oneByOne(web);
      assertEquals(
          List.of("/robots.txt", "/", "/sitemap.xml", "/high", "/new", "/old", "/plain", "/low"),
          web.targets());
    }
  }

  @Test
  void anIndexInAnIndexIsNotFollowed() throws Exception {
    TestSite site =
        TestSite.of(
            page("/"),
            route("/sitemap.xml", xml(index("/inner"))),
            route("/inner", xml(index("/innermost"))),
            route("/innermost", xml(urls("/never"))));
    try (TestWeb web = TestWeb.serve(site)) {
      TestCrawl crawl = crawl(web, SitemapPolicy.FOLLOW);
      assertEquals(
          Map.of("/inner", "it is an index of sitemaps in an index of sitemaps"),
          crawl.dropped(DropReason.LINKS_CUT));
      assertEquals(Set.of("/robots.txt", "/", "/sitemap.xml", "/inner"), asked(web));
    }
  }

  @Test
  void aGzipBombIsRefused() throws Exception {
    byte[] bomb = Gzip.of((urls("/first") + " ".repeat(40 << 20)).getBytes(UTF_8));
    TestSite site =
        TestSite.of(
            page("/"), route("/sitemap.xml", Reply.ok("application/gzip", bomb)), page("/first"));
    try (TestWeb web = TestWeb.serve(site)) {
      TestCrawl crawl = crawl(web, SitemapPolicy.FOLLOW);
      assertEquals(
          Map.of("/sitemap.xml", "its gzip data would become too many bytes"),
          crawl.dropped(DropReason.LINKS_CUT));
      assertEquals(Set.of("/robots.txt", "/", "/sitemap.xml", "/first"), asked(web));
    }
  }

  @Test
  void withOnlyNoLinkOfAPageIsFollowed() throws Exception {
    TestSite site =
        TestSite.of(
            page("/", "/linked"),
            route("/sitemap.xml", xml(urls("/listed", "/moved"))),
            page("/listed", "/linked"),
            route("/moved", Reply.redirect(302, "/target")),
            page("/target", "/linked"));
    try (TestWeb web = TestWeb.serve(site)) {
      crawl(web, SitemapPolicy.ONLY);
      assertEquals(
          Set.of("/robots.txt", "/", "/sitemap.xml", "/listed", "/moved", "/target"), asked(web));
    }
  }

  @Test
  void aSitemapThatAPageLinksToIsReadAndIsAPageToo() throws Exception {
    TestSite site =
        TestSite.of(
            route("/robots.txt", text("Sitemap: /named\n")),
            page("/", "/map.xml"),
            route("/named", Reply.status(404)),
            route("/map.xml", xml("<?xml version='1.0'?><!-- all --> " + urls("/listed"))),
            page("/listed"));
    try (TestWeb web = TestWeb.serve(site)) {
      Path saved = temporary.resolve("saved");
      TestCrawl crawl =
          TestCrawl.of(crawlOf(web.url("/")).sitemaps(SitemapPolicy.FOLLOW).save(saved));
      assertEquals(Set.of("/robots.txt", "/", "/named", "/map.xml", "/listed"), asked(web));
      assertEquals(404, crawl.answered().get("/named"), "one that is named is missed");
      try (var files = Files.walk(saved)) {
        assertTrue(files.anyMatch(file -> file.toString().endsWith("map.xml")));
      }
    }
  }

  @Test
  void noSitemapIsAskedForWhereNoneIsOfUse() throws Exception {
    TestSite site =
        TestSite.of(
            route("/robots.txt", text("User-agent: *\nDisallow: /sitemap\n")), page("/", "/a"));
    try (TestWeb web = TestWeb.serve(site)) {
      List<CrawlOptions.Builder> crawls =
          List.of(
              crawlOf(web.url("/")).maxDepth(3),
              crawlOf(web.url("/")).follow(Set.of()),
              crawlOf(web.url("/")).sitemaps(SitemapPolicy.IGNORE),
              crawlOf(web.url("/")).sitemaps(SitemapPolicy.FOLLOW),
              crawlOf(web.url("/")).exclude(List.of(Pattern.compile("sitemap"))));
      for (CrawlOptions.Builder options : crawls) {
        new Crawl(options.build()).run();
      }
      assertFalse(web.targets().contains("/sitemap.xml"));
    }
  }

  @Test
  void aBoundOnDepthThatIsAskedForWithSitemapsCountsAnEntryAsALink() throws Exception {
    TestSite site =
        TestSite.of(
            page("/", "/near"),
            page("/near", "/far"),
            route("/sitemap.xml", xml(urls("/listed"))),
            page("/listed", "/behind"));
    try (TestWeb web = TestWeb.serve(site)) {
      TestCrawl.of(crawlOf(web.url("/")).maxDepth(1).sitemaps(SitemapPolicy.FOLLOW));
      assertEquals(Set.of("/robots.txt", "/", "/near", "/sitemap.xml", "/listed"), asked(web));
    }
  }

  @Test
  void theBoundOnPagesCountsSitemapsThatAreAskedFor() throws Exception {
    TestSite site = TestSite.of(page("/", "/a", "/b"), page("/a"), page("/b"));
    try (TestWeb web = TestWeb.serve(site)) {
      TestCrawl.of(crawlOf(web.url("/")).maxPages(3).sitemaps(SitemapPolicy.FOLLOW));
      assertEquals(Set.of("/robots.txt", "/", "/a", "/b"), asked(web), "the sitemap comes last");
    }
  }

  @Test
  void aFolderIsNotLookedThroughForASitemap() throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("folder"));
    Files.writeString(folder.resolve("index.html"), "<a href=a.html>");
    Files.writeString(folder.resolve("a.html"), "a");
    Files.writeString(folder.resolve("sitemap.xml"), urls("b.html"));
    var crawl = new TestCrawl(crawlOf(folder.toString()).sitemaps(SitemapPolicy.FOLLOW));
    crawl.crawl.run();
    assertEquals(2, crawl.verdicts.size());
  }

  /** A site names a sitemap elsewhere, whose hosts are asked for no more than that. */
  @Test
  void aSiteMayNameSitemapsOnOtherHosts() throws Exception {
    String robots = "Sitemap: http://store.test:%d/maps/all.xml\n";
    TestSite[] sites = new TestSite[2];
    try (TestWeb web =
        TestWeb.plan()
            .site("a.test", request -> sites[0].reply(request))
            .site("store.test", request -> sites[1].reply(request))
            .start()) {
      int port = web.port();
      String store = "http://store.test:" + port;
      String site = "http://a.test:" + port;
      sites[0] =
          TestSite.of(
              route("/robots.txt", text(robots.formatted(port))), page("/"), page("/listed"));
      sites[1] =
          TestSite.of(
              route(
                  "/maps/all.xml",
                  xml(index("/maps/1.xml", "http://third.test/1.xml", site + "/own.xml"))),
              route("/maps/1.xml", xml(urls(site + "/listed", store + "/foreign"))));
      var options =
          crawlOf(site + "/")
              .sitemaps(SitemapPolicy.FOLLOW)
              .addresses(AddressScope.ANY)
              .fixed(List.of(fixed("a.test", port), fixed("store.test", port)));
      TestCrawl crawl = TestCrawl.of(options);
      assertEquals(
          Set.of("/robots.txt", "/", "/maps/all.xml", "/maps/1.xml", "/own.xml", "/listed"),
          asked(web));
      assertEquals(Set.of("/1.xml", "/foreign"), crawl.dropped(DropReason.OTHER_HOST).keySet());
    }
  }

  private static FixedAddresses fixed(String host, int port) {
    return new FixedAddresses(host, port, List.of(InetAddress.ofLiteral("127.0.0.1")));
  }

  /** What it lists is excluded, so that it is all that is asked for. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSitemapOf50MegabytesIsReadWhole(boolean isKept) throws Exception {
    int entries = 50_000;
    var text = new StringBuilder("<urlset>");
    for (int i = 0; i < entries; i++) {
      text.append("<url><loc>/x").append(i).append("</loc><a>").append("y".repeat(990));
      text.append("</a></url>");
    }
    byte[] sitemap = text.append("</urlset>").toString().getBytes(UTF_8);
    assertTrue(sitemap.length > 48 << 20 && sitemap.length < 50 << 20, sitemap.length + " bytes");
    TestSite site =
        TestSite.of(page("/"), route("/sitemap.xml", Reply.ok("application/xml", sitemap)));
    try (TestWeb web = TestWeb.serve(site)) {
      CrawlOptions.Builder options =
          crawlOf(web.url("/"))
              .sitemaps(SitemapPolicy.FOLLOW)
              .memory(CrawlOptions.LEAST_MEMORY)
              .exclude(List.of(Pattern.compile("/x")));
      if (isKept) {
        options.directory(temporary.resolve("crawl"));
      }
      TestCrawl crawl = TestCrawl.of(options);
      assertEquals(entries, crawl.dropped(DropReason.EXCLUDED).size());
      assertEquals(200, crawl.answered().get("/sitemap.xml"));
      if (isKept) {
        assertEquals(entries + 2, assertClean(temporary.resolve("crawl")).discovered());
      }
    }
  }

  @Test
  void anOfflineCrawlReadsTheSitemapsOfItsArchiveAndMissesNone() throws Exception {
    TestSite site =
        TestSite.of(page("/", "/a"), route("/sitemap.xml", xml(urls("/listed"))), page("/listed"));
    try (TestWeb web = TestWeb.serve(site)) {
      for (SitemapPolicy policy : List.of(SitemapPolicy.FOLLOW, SitemapPolicy.IGNORE)) {
        Path archived = temporary.resolve("archived " + policy);
        TestCrawl.of(crawlOf(web.url("/")).sitemaps(policy).directory(archived).warc());
        TestCrawl offline =
            TestCrawl.of(
                crawlOf(web.url("/"))
                    .sitemaps(SitemapPolicy.FOLLOW)
                    .archives(List.of(archived.resolve("archive"))));
        Set<String> expected =
            policy == SitemapPolicy.FOLLOW
                ? Set.of("/", "/a", "/sitemap.xml", "/listed")
                : Set.of("/", "/a");
        assertEquals(expected, offline.answered().keySet());
        assertEquals(expected.size(), offline.verdicts.size());
      }
    }
  }

  @Test
  void requisitesOfListedPagesAreFollowedAsThoseOfOthers() throws Exception {
    TestSite site =
        TestSite.of(
            page("/"),
            route("/sitemap.xml", xml(urls("/listed"))),
            route("/listed", html("<img src=/picture>")));
    try (TestWeb web = TestWeb.serve(site)) {
      TestCrawl.of(
          crawlOf(web.url("/"))
              .sitemaps(SitemapPolicy.FOLLOW)
              .follow(Set.of(LinkGroup.PAGES, LinkGroup.IMAGES)));
      assertTrue(web.targets().contains("/picture"));
    }
  }
}
