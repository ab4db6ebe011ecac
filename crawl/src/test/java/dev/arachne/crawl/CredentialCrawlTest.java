package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SeedScope;
import dev.arachne.options.SiteUser;
import dev.arachne.options.UsageException;
import dev.arachne.protocol.RequestField;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sites that want a user: which are told, of what, how often, and what is kept of it. */
class CredentialCrawlTest {
  private static final String SECRET = "0pen-sesame";
  private static final SiteUser USER = SiteUser.ofRoots("ali", SECRET);
  private static final String BASIC =
      "Basic " + Base64.getEncoder().encodeToString(("ali:" + SECRET).getBytes(UTF_8));

  @TempDir Path temporary;

  /** Options to begin with; another class may run the same tests with others. */
  CrawlOptions.Builder crawlOf(String... roots) {
    return CrawlOptions.crawlOf(roots);
  }

  private Path directory() {
    return temporary.resolve("kept.crawl");
  }

  private static TestSite guarded(String challenge, Predicate<TestRequest> isKnown, TestSite site) {
    return request ->
        isKnown.test(request)
            ? site.reply(request)
            : status(401).header("WWW-Authenticate", challenge);
  }

  private static TestSite basic(TestSite site) {
    return guarded(
        "Basic realm=\"cave\"",
        request -> request.header("Authorization").filter(BASIC::equals).isPresent(),
        site);
  }

  private static final TestSite PAGES =
      TestSite.of(
          route("/", html("<a href=/a><a href=/b><a href=/forbidden>")),
          route("/a", html("a")),
          route("/b", html("b")),
          route("/forbidden", html("no")),
          route("/robots.txt", Reply.text("User-agent: *\nDisallow: /forbidden\n")));

  private static Map<String, List<String>> told(TestWeb web) {
    var told = new TreeMap<String, List<String>>();
    for (LoggedRequest request : web.requests()) {
      told.computeIfAbsent(request.target(), _ -> new ArrayList<>())
          .add(request.header("Authorization").orElse("-"));
    }
    return told;
  }

  @Test
  void credentialsAreSentOnlyAfterAChallengeAndRobotsRulesHold() throws Exception {
    try (TestWeb web = TestWeb.serve(basic(PAGES))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")).users(List.of(USER)).directory(directory()));
      assertEquals(Map.of("/", 200, "/a", 200, "/b", 200), crawl.answered());
      assertEquals(
          Map.of(
              "/robots.txt", List.of("-", BASIC),
              "/", List.of(BASIC),
              "/a", List.of(BASIC),
              "/b", List.of(BASIC)),
          told(web));
    }
    assertNoSecretIn(directory());
  }

  @Test
  void aQuestionIsAnsweredByARequestThatKeepsTheDelayAndIsInTheLedger() throws Exception {
    TestSite rulesForAll =
        request -> request.path().equals("/robots.txt") ? status(404) : basic(PAGES).reply(request);
    Duration delay = Duration.ofMillis(150);
    try (TestWeb web = TestWeb.serve(rulesForAll)) {
      var crawl =
          TestCrawl.of(
              crawlOf(web.url("/a")).users(List.of(USER)).delay(delay).directory(directory()));
      assertEquals(Map.of("/a", 200), crawl.answered());
      assertEquals(List.of("/a 1 status 401"), crawl.retries);
      assertEquals(List.of("-", BASIC), told(web).get("/a"));
      long last = Long.MIN_VALUE;
      for (LoggedRequest request : web.requests()) {
        assertTrue(last == Long.MIN_VALUE || request.nanos() - last >= delay.toNanos());
        last = request.nanos();
      }
    }
    var violations = new ArrayList<Violation>();
    CrawlAudit.of(directory(), violations::add);
    assertEquals(List.of(), violations);
  }

  @Test
  void aFailedLoginIsReportedOncePerPage() throws Exception {
    try (TestWeb web = TestWeb.serve(guarded("Basic realm=\"cave\"", _ -> false, PAGES))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/a"), web.url("/b")).users(List.of(USER)));
      assertEquals(Map.of("/a", 401, "/b", 401), crawl.answered());
      assertEquals(List.of("-", BASIC), told(web).get("/robots.txt"));
      assertEquals(List.of(BASIC), told(web).get("/a"));
    }
  }

  @Test
  void anotherPortAndAnotherHostGetNothingAfterARedirect() throws Exception {
    TestSite curious = guarded("Basic realm=\"cave\"", _ -> false, PAGES);
    try (TestWeb thief =
            TestWeb.plan().site(curious).address("127.0.0.1").address("127.0.4.1").start();
        TestWeb web =
            TestWeb.serve(
                basic(
                    TestSite.of(
                        route(
                            "/",
                            html(
                                "<a href=/port><a href=/host><a href=http://x:y@"
                                    + thief.url("/").substring(7)
                                    + "link>")),
                        route("/port", redirect(302, thief.url("127.0.0.1", "/a"))),
                        route("/host", redirect(302, thief.url("127.0.4.1", "/b"))))))) {
      TestCrawl.of(
          crawlOf(web.url("/"), thief.url("127.0.4.1", "/root"))
              .scope(SeedScope.DOMAIN)
              .users(
                  List.of(
                      SiteUser.of(CrawlUrl.of(web.url("/").replace("//", "//ali:" + SECRET + "@")))
                          .orElseThrow()))
              .headers(List.of(new RequestField("X-For-All", "1"))));
      assertTrue(
          thief.targets().containsAll(List.of("/a", "/b", "/link")), thief.targets()::toString);
      for (LoggedRequest request : thief.requests()) {
        assertEquals("-", request.header("Authorization").orElse("-"), request.target());
        assertEquals("1", request.header("X-For-All").orElse("-"), request.target());
      }
      assertEquals(List.of(BASIC), told(web).get("/port"));
    }
  }

  @Test
  void headersThatMayBeSecretGoToTheOriginsOfRootsAlone() throws Exception {
    try (TestWeb other = TestWeb.serve(PAGES);
        TestWeb web =
            TestWeb.serve(
                TestSite.of(
                    route("/", html("<a href=/away>")),
                    route("/away", redirect(302, other.url("/a")))))) {
      TestCrawl.of(
          crawlOf(web.url("/"))
              .scope(SeedScope.DOMAIN)
              .headers(
                  List.of(
                      new RequestField("Authorization", "Bearer " + SECRET),
                      new RequestField("Cookie", "id=" + SECRET),
                      new RequestField("Accept-Language", "de")))
              .directory(directory()));
      for (LoggedRequest request : web.requests()) {
        assertEquals("Bearer " + SECRET, request.header("Authorization").orElse("-"));
        assertEquals("id=" + SECRET, request.header("Cookie").orElse("-"));
      }
      assertEquals(List.of("/robots.txt", "/a"), other.targets());
      for (LoggedRequest request : other.requests()) {
        assertFalse(request.headers().toString().contains(SECRET), request.headers()::toString);
        assertEquals("de", request.header("Accept-Language").orElse("-"));
      }
    }
    assertNoSecretIn(directory());
  }

  @Test
  void credentialsOfASeedAreNeitherShownNorKeptAndMustBeTypedAgain() throws Exception {
    try (TestWeb web = TestWeb.serve(basic(PAGES))) {
      String typed = web.url("/").replace("//", "//ali:" + SECRET + "@");
      Path lines = temporary.resolve("pages.jsonl");
      var first = TestCrawl.of(crawlOf(typed).maxPages(1).directory(directory()).pages(lines));
      assertFalse(first.report.toString().contains(SECRET), first.report::toString);
      assertFalse(first.verdicts.toString().contains(SECRET), first.verdicts::toString);
      assertFalse(Files.readString(lines).contains(SECRET));
      assertNoSecretIn(directory());

      var without = new Crawl(CrawlOptions.recordedIn(directory()).maxPages(9).build());
      var refusal = assertThrows(UsageException.class, without::run);
      assertTrue(
          refusal.getMessage().contains("was started with --user, which is not stored"),
          refusal.getMessage());

      var second = TestCrawl.of(crawlOf(typed).directory(directory()).pages(lines));
      assertEquals(Map.of("/a", 200, "/b", 200), second.answered());
      assertNoSecretIn(directory());
    }
  }

  @Test
  void usersOfAFileAreForTheirHosts() throws Exception {
    Path netrc = temporary.resolve("netrc");
    Files.writeString(
        netrc,
        "# mine\nmacdef init\nmachine 127.0.0.1 login no password no\n\nmachine other.example login a"
            + " password b machine 127.0.0.1\n login ali\n password \""
            + SECRET
            + "\"\ndefault login x password y\n");
    try (TestWeb web = TestWeb.serve(basic(PAGES))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/a")).netrc(netrc).directory(directory()));
      assertEquals(Map.of("/a", 200), crawl.answered());
      Files.writeString(netrc, "secret words\n");
      var bad = new Crawl(crawlOf(web.url("/a")).netrc(netrc).build());
      var mistake = assertThrows(UsageException.class, bad::run);
      assertEquals(
          netrc + ": word 1 is not machine or default, as that of an entry is",
          mistake.getMessage());
    }
    assertNoSecretIn(directory());
  }

  /** A server's side of RFC 7616, by its own means. */
  private static final class DigestSite implements TestSite {
    private static final Pattern PARAMETER = Pattern.compile("(\\w+)=\"?([^\",]*)\"?");

    private final String algorithm;
    private final int usesOfNonce;
    private final TestSite site;
    private final Set<String> uses = ConcurrentHashMap.newKeySet();
    private int nonce = 1;
    private int used;

    DigestSite(String algorithm, int usesOfNonce, TestSite site) {
      this.algorithm = algorithm;
      this.usesOfNonce = usesOfNonce;
      this.site = site;
    }

    @Override
    public synchronized Reply reply(TestRequest request) {
      String sent = request.header("Authorization").orElse("");
      if (!sent.startsWith("Digest ")) {
        return question("");
      }
      Map<String, String> its = new TreeMap<>();
      for (Matcher each = PARAMETER.matcher(sent); each.find(); ) {
        its.put(each.group(1), each.group(2));
      }
      String secret = hash("ali:the cave:" + SECRET);
      if (algorithm.endsWith("-sess")) {
        secret = hash(secret + ":" + its.get("nonce") + ":" + its.get("cnonce"));
      }
      String expected =
          hash(
              String.join(
                  ":",
                  secret,
                  its.get("nonce"),
                  its.get("nc"),
                  its.get("cnonce"),
                  "auth",
                  hash(request.method() + ":" + request.target())));
      if (!expected.equals(its.get("response")) || !request.target().equals(its.get("uri"))) {
        return status(400);
      }
      if (!its.get("nonce").equals("n" + nonce)) {
        return question(", stale=true");
      }
      if (!uses.add(its.get("nonce") + its.get("nc"))) {
        return status(409); // played again
      }
      used++;
      if (used % usesOfNonce == 0) {
        nonce++;
      }
      return site.reply(request);
    }

    private Reply question(String more) {
      return status(401)
          .header(
              "WWW-Authenticate",
              "Digest realm=\"the cave\", nonce=\"n"
                  + nonce
                  + "\", opaque=\"o\", qop=\"auth\", algorithm="
                  + algorithm
                  + more);
    }

    private String hash(String text) {
      try {
        var digest = MessageDigest.getInstance(algorithm.startsWith("MD5") ? "MD5" : "SHA-256");
        return HexFormat.of().formatHex(digest.digest(text.getBytes(UTF_8)));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"MD5", "MD5-sess", "SHA-256"})
  void aDigestSiteIsCrawledWithEachNumberOfANonceOnceAndNeverToldThePassword(String algorithm)
      throws Exception {
    try (TestWeb web = TestWeb.serve(new DigestSite(algorithm, 1_000, PAGES))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")).users(List.of(USER)).directory(directory()));
      assertEquals(Map.of("/", 200, "/a", 200, "/b", 200), crawl.answered());
      assertEquals(5, web.targets().size(), "one question");
      assertFalse(told(web).toString().contains(BASIC));
    }
    assertNoSecretIn(directory());
  }

  @Test
  void aNonceThatIsTooOldIsReplaced() throws Exception {
    try (TestWeb web = TestWeb.serve(new DigestSite("SHA-256", 1, PAGES))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")).tasks(1).users(List.of(USER)));
      assertEquals(Map.of("/", 200, "/a", 200, "/b", 200), crawl.answered());
    }
  }

  @Test
  void aFormThatIsSentToADigestSiteIsSignedAsWhatItIs() throws Exception {
    TestSite site =
        TestSite.of(
            route("/login", html("<form method=post action=/send><input name=u></form>")),
            route("/send", html("Log out")),
            route("/", html("")));
    try (TestWeb web = TestWeb.serve(new DigestSite("SHA-256", 1_000, site))) {
      Path table =
          Files.writeString(
              temporary.resolve("hosts.yaml"),
              """
              hosts:
                127.0.0.1:
                  login: {page: '%s', fields: {u: x}, proves: {text: Log out}}
              """
                  .formatted(web.url("/login")));
      var crawl = TestCrawl.of(crawlOf(web.url("/")).users(List.of(USER)).hostTable(table));
      assertEquals(Map.of("/", 200), crawl.answered());
    }
  }

  /** Also as its parts of base64, and in what is compressed by nobody. */
  private static void assertNoSecretIn(Path directory) throws IOException {
    String coded = BASIC.substring("Basic ".length());
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> all = files.filter(Files::isRegularFile).toList();
      assertTrue(all.size() > 3, all::toString);
      for (Path file : all) {
        String text = text(file);
        assertFalse(text.contains(SECRET) || text.contains(coded), file::toString);
      }
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
