package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.ledger.DropReason;
import dev.arachne.options.CookiePolicy;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.UsageException;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What sites get back of the cookies that they set during a crawl. */
class CookieCrawlTest {
  @TempDir Path temporary;

  /** Options to begin with; another class may run the same tests with others. */
  CrawlOptions.Builder crawlOf(String... roots) {
    return CrawlOptions.crawlOf(roots);
  }

  private Path directory() {
    return temporary.resolve("kept.crawl");
  }

  private static HttpReply setting(HttpReply reply, String... cookies) {
    HttpReply changed = reply;
    for (String cookie : cookies) {
      changed = changed.header("Set-Cookie", cookie);
    }
    return changed;
  }

  private static Map<String, String> cookies(TestWeb web) {
    var sent = new TreeMap<String, String>();
    for (LoggedRequest request : web.requests()) {
      String before = sent.get(request.target());
      String cookie = request.header("Cookie").orElse("-");
      sent.put(request.target(), before == null ? cookie : before + " then " + cookie);
    }
    return sent;
  }

  @Test
  void cookiesOfAPageAreSentWithItsLinksButNotWithRobotsOrElsewhere() throws Exception {
    TestSite site =
        TestSite.of(
            route("/", setting(html("<a href=/a/b><a href=/c>"), "all=1", "below=2; Path=/a")),
            route("/a/b", html("")),
            route("/c", html("")));
    try (TestWeb web = TestWeb.serve(site)) {
      TestCrawl.of(crawlOf(web.url("/")));
      assertEquals(
          Map.of("/robots.txt", "-", "/", "-", "/a/b", "below=2; all=1", "/c", "all=1"),
          cookies(web));
    }
    try (TestWeb web = TestWeb.serve(site)) {
      TestCrawl.of(crawlOf(web.url("/")).cookies(CookiePolicy.IGNORE));
      assertEquals(Map.of("/robots.txt", "-", "/", "-", "/a/b", "-", "/c", "-"), cookies(web));
    }
  }

  @Test
  void aRedirectToItselfThatSetsACookieGetsItsPage() throws Exception {
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(
                route(
                    "/",
                    request ->
                        request.header("Cookie").isPresent()
                            ? html("<a href=/in>")
                            : setting(redirect(302, "/"), "seen=yes")),
                route("/in", html("")),
                route("/robots.txt", status(404))))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")).maxTries(1));
      assertEquals(Map.of("/", 200, "/in", 200), crawl.answered());
      assertEquals(List.of("/ 1 it redirects to itself with a cookie"), crawl.retries);
      assertEquals("- then seen=yes", cookies(web).get("/"));
    }
  }

  @Test
  void aRedirectToItselfWithoutEndIsAskedAsOftenAsThereAreTries() throws Exception {
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(
                route("/", request -> setting(redirect(302, "/"), "count=" + request.ask())),
                route("/robots.txt", status(404))))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")).maxTries(3));
      assertEquals(Map.of("/", "it redirects to itself"), crawl.dropped(DropReason.BAD_REDIRECT));
      assertEquals("- then count=1 then count=2", cookies(web).get("/"));
    }
  }

  /** Each page sends who has no cookie to the wall, which sets one and sends them back. */
  private static final TestSite WALLED =
      request -> {
        if (request.path().equals("/wall")) {
          return setting(redirect(302, request.target().substring("/wall?".length())), "ok=1");
        }
        if (request.path().equals("/robots.txt")) {
          return status(404);
        }
        if (request.header("Cookie").isEmpty()) {
          return redirect(302, "/wall?" + request.path());
        }
        return html(request.path().equals("/") ? "<a href=/one><a href=/two>" : "a page");
      };

  @Test
  void aPageBehindAWallIsVisitedAgainOnceTheWallHasSetItsCookie() throws Exception {
    try (TestWeb web = TestWeb.serve(WALLED)) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")).directory(directory()));
      assertEquals(Map.of("/", 200, "/one", 200, "/two", 200, "/wall?/", 302), crawl.answered());
      assertEquals("- then ok=1", cookies(web).get("/"));
      var violations = new ArrayList<Violation>();
      CrawlAudit.of(directory(), violations::add);
      assertEquals(List.of(), violations);
    }
  }

  @Test
  void redirectsInACircleEndThoughTheySetCookies() throws Exception {
    TestSite circle =
        request ->
            request.path().equals("/robots.txt")
                ? status(404)
                : setting(
                    redirect(302, request.path().equals("/") ? "/b" : "/"), "n=" + request.ask());
    try (TestWeb web = TestWeb.serve(circle)) {
      TestCrawl.of(crawlOf(web.url("/")).directory(directory()));
      assertEquals(List.of("/robots.txt", "/", "/b", "/"), web.targets());
    }
  }

  @Test
  void aLaterProcessSendsWhatAnEarlierOneWasGiven() throws Exception {
    TestSite site =
        TestSite.of(
            route(
                "/",
                setting(
                    html("<a href=/a><a href=/b>"),
                    "session=s3",
                    "kept=k; Max-Age=9999",
                    "gone=x; Max-Age=0")),
            route("/a", setting(html(""), "session=; Max-Age=0", "other=o")),
            route("/b", html("")));
    try (TestWeb web = TestWeb.serve(site)) {
      for (int limit = 1; limit <= 3; limit++) {
        new Crawl(crawlOf(web.url("/")).directory(directory()).tasks(1).maxPages(limit).build())
            .run();
      }
      assertEquals("session=s3; kept=k", cookies(web).get("/a"));
      assertEquals("kept=k; other=o", cookies(web).get("/b"));
    }
  }

  @Test
  void cookiesAreReadFromAFileAndWrittenToAPrivateOne() throws Exception {
    Path from = temporary.resolve("from.txt");
    Path to = temporary.resolve("to.txt");
    Files.writeString(from, "# mine\n127.0.0.1\tFALSE\t/\tFALSE\t0\tlogin\tme\n");
    try (TestWeb web =
        TestWeb.serve(TestSite.of(route("/", setting(html(""), "set=1; HttpOnly; Path=/"))))) {
      TestCrawl.of(crawlOf(web.url("/")).loadCookies(from).saveCookies(to));
      assertEquals("login=me", cookies(web).get("/"));
    }
    assertEquals(
        """
        # Netscape HTTP Cookie File

        127.0.0.1\tFALSE\t/\tFALSE\t0\tlogin\tme
        #HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\tset\t1
        """,
        Files.readString(to));
    assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(to));
  }

  @Test
  void aFileThatHasNoCookiesIsAMistakeAndNothingIsAsked() throws Exception {
    Path from = temporary.resolve("from.txt");
    Files.writeString(from, "{\"cookies\": \"secret\"}\n");
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", html(""))))) {
      var crawl = new Crawl(crawlOf(web.url("/")).loadCookies(from).build());
      var mistake = assertThrows(UsageException.class, crawl::run);
      assertTrue(mistake.getMessage().startsWith(from + ": line 1 is not"), mistake.getMessage());
      assertEquals(List.of(), web.targets());
    }
  }

  @Test
  void eachHostGetsItsOwnCookiesAndAllOfThemWhateverElseIsUnderWay() throws Exception {
    int hosts = 20;
    int pages = 60;
    var links = new StringBuilder();
    for (int i = 0; i < pages; i++) {
      links.append("<a href=/p").append(i).append(">");
    }
    var plan = TestWeb.plan();
    for (int i = 1; i <= hosts; i++) {
      String id = "id=host" + i;
      TestSite site =
          request -> {
            if (request.path().equals("/robots.txt")) {
              return status(404);
            }
            boolean isRoot = request.path().equals("/");
            String expected = isRoot ? "" : id;
            String sent = request.header("Cookie").orElse("");
            boolean isRight = isRoot ? sent.isEmpty() : sent.contains(expected);
            Reply page = setting(html(links.toString()), id, "last=" + request.path().substring(1));
            return isRight && !sent.replace(id, "").contains("host") ? page : status(400);
          };
      plan.site("127.0.3." + i, site);
    }
    try (TestWeb web = plan.start()) {
      String[] roots = new String[hosts];
      for (int i = 0; i < hosts; i++) {
        roots[i] = web.url("127.0.3." + (i + 1), "/");
      }
      var crawl = TestCrawl.of(crawlOf(roots).tasks(50).perHost(5));
      assertEquals(hosts * (pages + 1), crawl.report.statuses().get(200).count());
    }
  }
}
