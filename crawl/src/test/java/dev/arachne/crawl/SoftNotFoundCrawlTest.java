package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.ledger.DropReason;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.options.SoftNotFoundPolicy;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls of hosts that say 200 for what is not there, and of hosts that do not. */
final class SoftNotFoundCrawlTest {
  private static final String FRAME =
      "<title>%s</title><a href=/>Home</a> <a href=/shop/>Shop</a> <a href=/about>About us</a>"
          + "<p>Welcome to our little shop of fine goods, made by hand since 1923.</p>%s";
  private static final List<String> PLACES = List.of("/", "/shop/", "/blog/", "/help/");

  @TempDir Path temporary;

  private static CrawlOptions.Builder naming(TestWeb web) {
    return crawlOf(web.url("/")).softNotFound(SoftNotFoundPolicy.NAME);
  }

  private static Reply page(String title, String text) {
    return html(FRAME.formatted(title, text));
  }

  private static String links(Iterable<String> places) {
    var links = new StringBuilder();
    places.forEach(place -> links.append("<a href=").append(place).append(">.</a>"));
    return links.toString();
  }

  /** Twenty pages, and links to twelve that are not there, in four directories. */
  private static List<Route> shop(Set<String> pages, Set<String> missing) {
    for (String place : PLACES) {
      for (int i = 0; i < 5; i++) {
        pages.add(place + "item-" + i);
      }
      for (int i = 0; i < 3; i++) {
        missing.add(place + "gone-" + (char) ('a' + i));
      }
    }
    List<Route> routes = new ArrayList<>();
    routes.add(route("/", page("Shop", links(pages) + links(missing))));
    routes.add(route("/robots.txt", Reply.status(404)));
    var random = new Random(26);
    for (String place : pages) {
      String text = word(random) + " " + word(random) + " " + word(random);
      routes.add(route(place, page(word(random), "<p>" + text)));
    }
    return routes;
  }

  private static String word(Random random) {
    return random
        .ints(8, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** A host that answers whatever it is asked for, and repeats that. */
  private static TestSite answeringAll(Set<String> pages, Set<String> missing) {
    List<Route> routes = shop(pages, missing);
    routes.add(
        route(
            "/*",
            request ->
                page(
                    "Sorry",
                    "<p>We could not find "
                        + request.path()
                        + ". <a href=more>More</a> Answer "
                        + request.target().hashCode())));
    return TestSite.of(routes.toArray(Route[]::new));
  }

  @Test
  void everySoftNotFoundIsNamedForFiveFetchesMore() throws Exception {
    var pages = new TreeSet<String>();
    var missing = new TreeSet<String>();
    try (TestWeb web = TestWeb.serve(answeringAll(pages, missing))) {
      Path directory = temporary.resolve("crawl");
      TestCrawl crawl = TestCrawl.of(naming(web).directory(directory));
      Set<String> named = crawl.dropped(DropReason.SOFT_404).keySet();
      assertTrue(named.containsAll(missing), named::toString);
      pages.add("/");
      assertEquals(pages, crawl.answered().keySet());
      Set<String> probes = crawl.dropped(DropReason.PROBE).keySet();
      assertEquals(4, probes.size());
      // What the frame links to is not there either.
      missing.addAll(Set.of("/shop/", "/about"));
      assertEquals(missing, named);
      assertEquals(1 + pages.size() + missing.size() + probes.size(), web.targets().size());
      assertEquals(
          missing.size(),
          crawl.report.skipped().stream().mapToLong(skipped -> skipped.urls().count()).sum());
      assertClean(directory);
    }
  }

  @Test
  void aHostIsAskedBeforeThePageThatIsCompared() throws Exception {
    TestSite site =
        TestSite.of(
            route("/", html("<a href=/a><a href=/b/c.html><a href=/d.pdf>")),
            route("/*", html("<p>there is nothing to be seen here")),
            route("/robots.txt", Reply.status(404)));
    try (TestWeb web = TestWeb.serve(site)) {
      TestCrawl crawl = TestCrawl.of(naming(web).tasks(1));
      List<String> asked = web.targets();
      assertEquals("/robots.txt /", asked.get(0) + " " + asked.get(1));
      assertTrue(asked.get(2).matches("/[a-z]{24}"), asked.get(2));
      assertTrue(asked.get(3).matches("/b/[a-z]{24}\\.html"), asked.get(3));
      assertEquals(List.of("/a", "/b/c.html", "/d.pdf"), asked.subList(4, 7));
      assertEquals(
          "like " + asked.get(2) + ", where nothing is",
          crawl.dropped(DropReason.SOFT_404).get("/a"));
    }
  }

  @Test
  void answersOfAHostOutliveTheProcess() throws Exception {
    var pages = new TreeSet<String>();
    var missing = new TreeSet<String>();
    try (TestWeb web = TestWeb.serve(answeringAll(pages, missing))) {
      Path directory = temporary.resolve("crawl");
      var named = new TreeSet<String>();
      for (int most = 2; most < 60; most += 3) {
        TestCrawl crawl =
            TestCrawl.of(
                naming(web).sitemaps(SitemapPolicy.IGNORE).directory(directory).maxPages(most));
        named.addAll(crawl.dropped(DropReason.SOFT_404).keySet());
      }
      assertTrue(named.containsAll(missing), named::toString);
      assertEquals(missing.size() + 2, named.size());
      long probes = web.targets().stream().filter(it -> it.matches(".*/[a-z]{24}")).count();
      assertEquals(4, probes);
      assertClean(directory);
    }
  }

  @Test
  void noPageOfAnHonestSiteIsNamed() throws Exception {
    for (int seed = 0; seed < 20; seed++) {
      var pages = new TreeSet<String>();
      var missing = new TreeSet<String>();
      List<Route> routes = shop(pages, missing);
      if (seed % 2 == 1) { // Some directories answer so, the pages of all are there.
        routes.add(route("/blog/*", page("Blog", "<p>No such entry, but many others")));
      }
      try (TestWeb web = TestWeb.serve(TestSite.of(routes.toArray(Route[]::new)))) {
        TestCrawl crawl = TestCrawl.of(naming(web));
        Set<String> named = crawl.dropped(DropReason.SOFT_404).keySet();
        assertEquals(seed % 2 == 1 ? 3 : 0, named.size(), named::toString);
        assertTrue(crawl.answered().keySet().containsAll(pages));
        assertTrue(crawl.dropped(DropReason.PROBE).size() <= 5);
        assertEquals(List.of(), crawl.report.failed());
      }
    }
  }

  @Test
  void disallowedUrlsAreNotChanges() throws Exception {
    TestSite site =
        TestSite.of(
            route("/", html("<a href=/a/b>")),
            route("/a/b", html("b")),
            route("/robots.txt", Reply.text("User-agent: *\nDisallow: /a/\nAllow: /a/b$")),
            route("/*", Reply.status(500)));
    try (TestWeb web = TestWeb.serve(site)) {
      TestCrawl crawl = TestCrawl.of(naming(web));
      assertEquals(List.of("/robots.txt", "/", "/a/b"), web.targets());
      assertEquals(1, crawl.dropped(DropReason.PROBE).size());
      assertEquals(List.of(), crawl.report.skipped());
      assertEquals(List.of(), crawl.report.failed());
    }
  }

  @Test
  void noHostIsAskedUnlessTheUserRequestsIt() throws Exception {
    TestSite site =
        TestSite.of(route("/", html("<a href=/a>")), route("/a", html("<p>one two three")));
    try (TestWeb web = TestWeb.serve(site)) {
      TestCrawl.of(crawlOf(web.url("/")));
      assertEquals(List.of("/robots.txt", "/", "/a"), web.targets());
    }
  }

  private static void assertClean(Path directory) throws Exception {
    List<Violation> violations = new ArrayList<>();
    assertEquals(0, CrawlAudit.of(directory, violations::add).counts().pending());
    assertEquals(List.of(), violations);
  }
}
