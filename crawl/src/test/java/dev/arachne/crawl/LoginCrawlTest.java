package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.AuditReport;
import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpRequest;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Exchange;
import dev.arachne.options.CookiePolicy;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.UsageException;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.LoginSite;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sites behind a form: that all of them is had, by whom it is asked for, and how often. */
class LoginCrawlTest {
  private static final int PAGES = 30;

  @TempDir Path temporary;

  private Path directory() {
    return temporary.resolve("kept.crawl");
  }

  private Path table(LoginSite site, String password, String more) throws Exception {
    return Files.writeString(
        temporary.resolve("hosts.yaml"),
        """
        hosts:
          127.0.0.1:%d:
            login:
              page: %s
              fields: {user: ali, password: '%s'}
              proves: {selector: a.logout}
            %s
        """
            .formatted(site.port(), site.url("/login"), password, more));
  }

  private CrawlOptions.Builder crawlOf(LoginSite site, String more) throws Exception {
    return CrawlOptions.crawlOf(site.url("/"))
        .hostTable(table(site, LoginSite.PASSWORD, more))
        .directory(directory());
  }

  private static Map<String, Integer> whole() {
    var all = new TreeMap<String, Integer>();
    all.put("/", 200);
    all.put("/login", 200);
    for (int i = 1; i <= PAGES; i++) {
      all.put("/page/" + i, 200);
    }
    return all;
  }

  private List<Violation> violations() throws Exception {
    var violations = new ArrayList<Violation>();
    AuditReport report = CrawlAudit.of(directory(), violations::add);
    assertTrue(report.requests() > 0);
    return violations;
  }

  private void assertNoSecretIsKept() throws Exception {
    try (Stream<Path> files = Files.walk(directory())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file, ISO_8859_1);
        assertFalse(text.contains(LoginSite.PASSWORD), file::toString);
        assertFalse(text.contains("0pen-s%26same"), file::toString);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aSiteBehindAFormIsCrawledWholeByOneLogin(int loops) throws Exception {
    try (var site = new LoginSite(PAGES)) {
      var crawl = TestCrawl.of(crawlOf(site, "").loops(loops));
      assertEquals(whole(), crawl.answered());
      assertEquals(1, site.logins());
      assertTrue(site.pagesAsked().stream().allMatch(LoginSite.Asked::isInSession));
      assertEquals(List.of("/ 1 its host wanted a login first, which was made"), crawl.retries);
    }
    assertEquals(List.of(), violations());
    assertNoSecretIsKept();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aSessionThatTheServerThrowsAwayIsFollowedByAnother(int loops) throws Exception {
    try (var site = new LoginSite(PAGES).endingBefore("/page/7")) {
      var crawl = TestCrawl.of(crawlOf(site, "").loops(loops));
      assertEquals(whole(), crawl.answered());
      assertEquals(2, site.logins());
      assertTrue(crawl.retries.contains("/page/7 1 its host asks for a login again, status 302"));
    }
    assertEquals(List.of(), violations());
  }

  @Test
  void sessionsThatTheServerThrowsAwayOneAfterTheOtherLoseNoPage() throws Exception {
    try (var site = new LoginSite(PAGES)) {
      for (int page = 2; page <= PAGES; page += 4) {
        site.endingBefore("/page/" + page);
      }
      var crawl = TestCrawl.of(crawlOf(site, "").tasks(1));
      assertEquals(whole(), crawl.answered());
      assertEquals(9, site.logins());
    }
  }

  @Test
  void theRequestsOfALoginKeepTheDelayOfTheirHost() throws Exception {
    Duration delay = Duration.ofMillis(120);
    try (var site = new LoginSite(4).endingBefore("/page/2")) {
      var crawl = TestCrawl.of(crawlOf(site, "delay: 120ms").delay(Duration.ofMillis(1)));
      assertEquals(6, crawl.answered().size());
      assertEquals(2, site.logins());
      long last = Long.MIN_VALUE;
      for (LoginSite.Asked asked : site.asked()) {
        long before = last;
        assertTrue(
            last == Long.MIN_VALUE || asked.nanos() - last >= delay.toNanos() - 20_000_000,
            () -> asked + " after " + (asked.nanos() - before));
        last = asked.nanos();
      }
    }
    assertEquals(List.of(), violations());
  }

  @Test
  void aLoginThatIsNotProvedFailsAllPagesOfItsHostUnasked() throws Exception {
    try (var site = new LoginSite(PAGES)) {
      var crawl =
          TestCrawl.of(
              CrawlOptions.crawlOf(site.url("/"), site.url("/page/1"))
                  .hostTable(table(site, "wrong-one", ""))
                  .directory(directory()));
      String why =
          "the login at "
              + site.url("/login")
              + " failed: its answer, status 200, does not prove it; check its fields and what proves it";
      assertEquals(Map.of("/", why, "/page/1", why), crawl.dropped(DropReason.LOGIN));
      assertEquals(Map.of(), crawl.answered());
      assertEquals(List.of(), site.pagesAsked());
      assertEquals(1, site.logins());
    }
  }

  @Test
  void aPageThatAsksForALoginInEachSessionFailsAloneAfterOneMoreLogin() throws Exception {
    try (var site = new LoginSite(3).forbidding("/page/2"::equals)) {
      var crawl = TestCrawl.of(crawlOf(site, ""));
      assertEquals(
          Map.of("/page/2", "its host asks for a login right after one"),
          crawl.dropped(DropReason.LOGIN));
      assertEquals(4, crawl.answered().size());
      assertEquals(
          2, site.asked().stream().filter(asked -> asked.path().equals("/page/2")).count());
    }
  }

  @Test
  void sessionsThatEndAtOnceFailTheirHostAfterSomeLogins() throws Exception {
    try (var site = new LoginSite(PAGES).forbidding(path -> path.startsWith("/page"))) {
      var crawl = TestCrawl.of(crawlOf(site, "").tasks(1));
      assertTrue(site.logins() <= 6, () -> "" + site.asked());
      assertEquals(PAGES, crawl.dropped(DropReason.LOGIN).size() + countOf(crawl, "/login"));
    }
  }

  /** The login's own page may have been decided before or after the host was given up. */
  private static int countOf(TestCrawl crawl, String path) {
    return crawl.dropped(DropReason.LOGIN).containsKey(path) ? -1 : 0;
  }

  /** What becomes of the root of a site with a login, whose form has the field u. */
  private TestCrawl loggingIn(TestWeb web, String proves) throws Exception {
    return loggingIn(web, "/login", proves);
  }

  private TestCrawl loggingIn(TestWeb web, String page, String proves) throws Exception {
    Path table =
        Files.writeString(
            temporary.resolve("hosts.yaml"),
            """
            hosts:
              127.0.0.1:
                login: {page: '%s', fields: {u: s3cret}, proves: %s}
            """
                .formatted(web.url(page), proves));
    return TestCrawl.of(
        CrawlOptions.crawlOf(web.url("/")).maxTries(2).hostTable(table).directory(directory()));
  }

  private static final String FORM = "<form method=post action='%s'><input name=u></form>";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<form><input name=u></form>|its form would send the fields in a URL",
        "<form method=post><input name=v></form>|its page has no form with the fields u",
        "<form method=post action='http://localhost/'><input name=u></form>"
            + "|its form goes to another server, or is not secure",
        "<form method=post action='javascript:go()'><input name=u></form>"
            + "|its form goes to another server, or is not secure",
      })
  void aFormThatIsNotFitForSecretsIsNotSent(String form, String why) throws Exception {
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(route("/robots.txt", status(404)), route("/login", html(form))))) {
      var crawl = loggingIn(web, "{cookie: s}");
      assertEquals(
          Map.of("/", "the login at " + web.url("/login") + " failed: " + why),
          crawl.dropped(DropReason.LOGIN));
      assertEquals(List.of("/robots.txt", "/login"), web.targets());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "301, GET",
    "302, GET",
    "303, GET",
    "307, POST",
    "308, POST",
  })
  void anAnswerToTheFormIsFollowedByTheMethodThatItsStatusAsksFor(int status, String method)
      throws Exception {
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(
                route("/robots.txt", status(404)),
                route("/login", html(FORM.formatted("/send"))),
                route("/send", redirect(status, "/home/of/me")),
                route("/home/of/me", html("Log out").header("Set-Cookie", "s=1; Path=/")),
                route("/", html(""))))) {
      for (String proof : List.of("{url: /home}", "{text: Log out}", "{cookie: s}")) {
        var crawl = loggingIn(web, proof);
        assertEquals(Map.of("/", 200), crawl.answered(), proof);
        List<LoggedRequest> requests = web.requests();
        LoggedRequest landing = requests.get(requests.size() - 2);
        assertEquals("/home/of/me", landing.target());
        assertEquals(method, landing.method());
        assertEquals(web.url("/login"), requests.get(requests.size() - 3).header("Referer").get());
        assertEquals("s=1", requests.getLast().header("Cookie").get());
        delete(directory());
      }
    }
  }

  private static void delete(Path directory) throws Exception {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{cookie: s}", "{url: /}"})
  void aFormOnTheStartPageMakesNoRedirectTheEndOfASession(String proof) throws Exception {
    TestSite start =
        request ->
            request.header("Cookie").isPresent()
                ? html("<a href=/old>")
                : html(FORM.formatted("/send"));
    TestSite pages =
        TestSite.of(
            route("/robots.txt", status(404)),
            route("/send", redirect(303, "/").header("Set-Cookie", "s=1; Path=/")),
            route("/old", redirect(302, "/new")),
            route("/new", html("")));
    TestSite site = request -> (request.path().equals("/") ? start : pages).reply(request);
    try (TestWeb web = TestWeb.serve(site)) {
      var crawl = loggingIn(web, "/", proof);
      assertEquals(Map.of("/", 200, "/old", 302, "/new", 200), crawl.answered());
      assertEquals(1, web.targets().stream().filter("/send"::equals).count());
    }
  }

  @Test
  void fieldsAreNotRepeatedAtAnotherHost() throws Exception {
    try (TestWeb other = TestWeb.serve(_ -> html(""));
        TestWeb web =
            TestWeb.serve(
                TestSite.of(
                    route("/robots.txt", status(404)),
                    route("/login", html(FORM.formatted("/send"))),
                    route("/send", redirect(307, other.url("/"))),
                    route("/", html(""))))) {
      var crawl = loggingIn(web, "{text: x}");
      assertEquals(1, crawl.dropped(DropReason.LOGIN).size());
      assertEquals(0, other.requestCount());
    }
  }

  @Test
  void aLoginThatIsBusyIsTriedAgainAndThenFailsItsPage() throws Exception {
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(
                route("/robots.txt", status(404)),
                route("/login", status(500), html(FORM.formatted("/send"))),
                route("/send", html("in")),
                route("/", html(""))))) {
      var crawl = loggingIn(web, "{text: in}");
      String why = "the login at " + web.url("/login") + " failed: status 500";
      assertEquals(Map.of("/", 200), crawl.answered());
      assertEquals(
          List.of("/ 1 " + why, "/ 2 its host wanted a login first, which was made"),
          crawl.retries);
    }
    delete(directory());
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(route("/robots.txt", status(404)), route("/login", status(500))))) {
      var crawl = loggingIn(web, "{text: in}");
      assertEquals(1, crawl.dropped(DropReason.LOGIN).size());
      assertEquals(List.of("/robots.txt", "/login", "/login"), web.targets());
    }
  }

  @Test
  void aRecorderSeesNothingOfALogin() throws Exception {
    try (var site = new LoginSite(1)) {
      List<String> seen = new ArrayList<>();
      VisitRecorder recorder =
          new VisitRecorder() {
            @Override
            public String name() {
              return "requests";
            }

            @Override
            public Recording begin(Lease lease) {
              return new Recording() {
                @Override
                public HttpRequest tap(HttpRequest request) {
                  seen.add(request.toString());
                  return request;
                }

                @Override
                public Optional<byte[]> end(List<Exchange> exchanges) {
                  return Optional.empty();
                }
              };
            }
          };
      new Crawl(crawlOf(site, "").build()).record(recorder).run();
      assertEquals(1, site.logins());
      assertTrue(seen.contains("GET " + site.url("/page/1")), seen::toString);
      assertTrue(seen.stream().allMatch(request -> request.startsWith("GET ")), seen::toString);
      assertEquals(
          site.asked().size() - 3, seen.size(), "all but the form's page, it, and its answer");
    }
  }

  @Test
  void aLoginWithoutCookiesIsRefused() throws Exception {
    try (var site = new LoginSite(1)) {
      var crawl = new Crawl(crawlOf(site, "").cookies(CookiePolicy.IGNORE).build());
      UsageException refused = assertThrows(UsageException.class, crawl::run);
      assertEquals(
          temporary.resolve("hosts.yaml")
              + ": has a login, which needs cookies; leave out --no-cookies",
          refused.getMessage());
      assertEquals(List.of(), site.asked());
    }
  }
}
