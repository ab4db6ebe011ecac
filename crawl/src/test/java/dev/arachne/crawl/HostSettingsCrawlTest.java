package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.ledger.Disposition;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.UsageException;
import dev.arachne.protocol.RequestField;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hosts, one of which has settings of its own. */
class HostSettingsCrawlTest {
  private static final String BASIC =
      "Basic " + Base64.getEncoder().encodeToString("ali:sesame".getBytes(StandardCharsets.UTF_8));

  @TempDir Path temporary;

  private Path table(String entry) throws Exception {
    return Files.writeString(
        temporary.resolve("hosts.yaml"), "hosts:\n  localhost: {" + entry + "}\n");
  }

  private static List<LoggedRequest> of(TestWeb web, String host) {
    return web.requests().stream()
        .filter(it -> it.header("Host").orElse("").startsWith(host))
        .toList();
  }

  private static List<LoggedRequest> pages(TestWeb web, String host) {
    return of(web, host).stream().filter(it -> !it.target().equals("/robots.txt")).toList();
  }

  /** A start page with some links. */
  private static Reply page(TestRequest request) {
    return switch (request.path()) {
      case "/robots.txt" -> status(404);
      case "/" -> html("<a href=/1><a href=/2><a href=/3><a href=/4>");
      default -> html(request.path());
    };
  }

  private static CrawlOptions.Builder crawlOf(TestWeb web) {
    return CrawlOptions.crawlOf(web.url("/"), web.url("localhost", "/"));
  }

  @Test
  void aHostHasItsOwnHeadersAgentAndUserAndTheOtherDoesNot() throws Exception {
    TestSite guarded =
        request ->
            request.hostName().equals("localhost")
                    && request.header("Authorization").filter(BASIC::equals).isEmpty()
                ? status(401).header("WWW-Authenticate", "Basic realm=\"cave\"")
                : page(request);
    try (TestWeb web = TestWeb.serve(guarded)) {
      var crawl =
          TestCrawl.of(
              crawlOf(web)
                  .headers(
                      List.of(
                          new RequestField("Accept-Language", "en"),
                          new RequestField("X-All", "1")))
                  .hostTable(
                      table("headers: {accept-language: de}, user-agent: me/2, user: 'ali:sesame'"))
                  .directory(temporary.resolve("kept.crawl")));
      assertEquals(10, crawl.verdicts.size());
      assertTrue(
          crawl.verdicts.stream().allMatch(it -> it.disposition() instanceof Disposition.Done));
      for (LoggedRequest request : pages(web, "localhost")) {
        assertEquals("de", request.header("Accept-Language").orElse(""));
        assertEquals("me/2", request.header("User-Agent").orElse(""));
        assertEquals("1", request.header("X-All").orElse(""));
        assertEquals(BASIC, request.header("Authorization").orElse(""));
      }
      for (LoggedRequest request : of(web, "127.0.0.1")) {
        assertEquals("en", request.header("Accept-Language").orElse(""));
        assertEquals("1", request.header("X-All").orElse(""));
        assertEquals("-", request.header("Authorization").orElse("-"));
      }
    }
    try (Stream<Path> files = Files.walk(temporary.resolve("kept.crawl"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertTrue(!text.contains("sesame") && !text.contains("me/2"), file::toString);
      }
    }
  }

  @Test
  void aHostHasItsOwnDelayAndTheOtherDoesNot() throws Exception {
    Duration delay = Duration.ofMillis(200);
    try (TestWeb web = TestWeb.serve(HostSettingsCrawlTest::page)) {
      TestCrawl.of(
          crawlOf(web).hostTable(table("delay: 200ms")).directory(temporary.resolve("kept.crawl")));
      assertEquals(6, of(web, "localhost").size());
      long last = Long.MIN_VALUE;
      for (LoggedRequest request : of(web, "localhost")) {
        assertTrue(last == Long.MIN_VALUE || request.nanos() - last >= delay.toNanos());
        last = request.nanos();
      }
      List<LoggedRequest> others = of(web, "127.0.0.1");
      assertEquals(6, others.size());
      assertTrue(others.getLast().nanos() < last - delay.toNanos(), "it has waited as well");
    }
    assertNoViolations();
  }

  @Test
  void aHostHasAShorterDelayThanAllOthersAndTheAuditKnowsIt() throws Exception {
    try (TestWeb web = TestWeb.serve(HostSettingsCrawlTest::page)) {
      TestCrawl.of(
          CrawlOptions.crawlOf(web.url("localhost", "/"))
              .delay(Duration.ofMinutes(1))
              .hostTable(table("delay: 10ms"))
              .directory(temporary.resolve("kept.crawl")));
      assertEquals(6, web.requestCount());
    }
    assertNoViolations();
  }

  @Test
  void aHostHasItsOwnBoundOnFetchesAtATime() throws Exception {
    try (TestWeb web = TestWeb.serve(HostSettingsCrawlTest::page)) {
      TestCrawl.of(
          CrawlOptions.crawlOf(web.url("localhost", "/"))
              .tasks(4)
              .hostTable(table("per-host: 1"))
              .directory(temporary.resolve("kept.crawl")));
      assertEquals(1, web.peakRequests());
    }
    assertNoViolations();
  }

  @Test
  void aHostIsAskedThroughItsOwnProxyAndTheOtherIsNot() throws Exception {
    try (TestWeb web = TestWeb.serve(HostSettingsCrawlTest::page);
        TestWeb proxy = TestWeb.serve(request -> html(request.target()))) {
      var crawl =
          TestCrawl.of(
              crawlOf(web).hostTable(table("proxy: 'http://127.0.0.1:" + proxy.port() + "'")));
      assertEquals(List.of(), of(web, "localhost"));
      assertEquals(
          List.of(web.url("localhost", "/robots.txt"), web.url("localhost", "/")), proxy.targets());
      assertEquals(6, of(web, "127.0.0.1").size());
      assertEquals(6, crawl.verdicts.size());
    }
  }

  @Test
  void aHostIsReceivedFromNoFasterThanItsRate() throws Exception {
    byte[] body = new byte[60 << 10];
    TestSite large =
        request ->
            request.path().equals("/robots.txt")
                ? status(404)
                : status(200).header("Content-Type", "application/octet-stream").body(body);
    try (TestWeb web = TestWeb.serve(large)) {
      long start = System.nanoTime();
      TestCrawl.of(
          CrawlOptions.crawlOf(web.url("localhost", "/")).hostTable(table("limit-rate: 60k")));
      assertTrue(System.nanoTime() - start > Duration.ofMillis(600).toNanos());
    }
  }

  @Test
  void robotsRulesAndALoginAreReceivedNoFasterThanThatEither() throws Exception {
    String much = "<!--" + " ".repeat(60 << 10) + "-->";
    Reply rules = Reply.text("#" + " ".repeat(60 << 10));
    for (String large : List.of("/robots.txt", "/login", "/send")) {
      TestSite site =
          TestSite.of(
              route("/robots.txt", large.equals("/robots.txt") ? rules : status(404)),
              route(
                  "/login",
                  html(
                      "<form action=/send method=post><input name=u></form>"
                          + (large.equals("/login") ? much : ""))),
              route("/send", html("in" + (large.equals("/send") ? much : ""))),
              route("/", html("")));
      try (TestWeb web = TestWeb.serve(site)) {
        String entry =
            "limit-rate: 60k, login: {page: '"
                + web.url("localhost", "/login")
                + "', fields: {u: x}, proves: {text: in}}";
        long start = System.nanoTime();
        var crawl =
            TestCrawl.of(
                CrawlOptions.crawlOf(web.url("localhost", "/"))
                    .hostTable(table(entry))
                    .directory(temporary.resolve("kept" + large)));
        assertEquals(Map.of("/", 200), crawl.answered());
        assertTrue(System.nanoTime() - start > Duration.ofMillis(600).toNanos(), large);
      }
    }
  }

  @Test
  void aMistakeInTheTableIsRefusedBeforeAnythingIsFetched() throws Exception {
    try (TestWeb web = TestWeb.serve(HostSettingsCrawlTest::page)) {
      var crawl =
          new Crawl(
              crawlOf(web)
                  .hostTable(table("delay: soon"))
                  .directory(temporary.resolve("kept.crawl"))
                  .build());
      UsageException refused = assertThrows(UsageException.class, crawl::run);
      assertEquals(
          temporary.resolve("hosts.yaml")
              + ":2: localhost, delay: 'soon' is not a time; use seconds as in 1.5, or 500ms, 2s,"
              + " 1m",
          refused.getMessage());
      assertEquals(0, web.requestCount());
      assertTrue(Files.notExists(temporary.resolve("kept.crawl")));
    }
  }

  private void assertNoViolations() throws Exception {
    var violations = new ArrayList<Violation>();
    CrawlAudit.of(temporary.resolve("kept.crawl"), violations::add);
    assertEquals(List.of(), violations);
  }
}
