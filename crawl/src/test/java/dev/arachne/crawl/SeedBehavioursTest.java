package dev.arachne.crawl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.extract.LinkExtractor;
import dev.arachne.ledger.DropReason;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.Seed;
import dev.arachne.options.SeedScope;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Suites;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The behaviours that the tests of the crawler in "500 Lines or Less" ask for, as a table. */
class SeedBehavioursTest {
  /** What the Encoding standard makes of a label that the seed keeps as it is. */
  private static final Map<String, String> WHATWG = Map.of("ascii", "windows-1252");

  @TestFactory
  Stream<DynamicTest> theSeedsOwnTestsHold() {
    Optional<Path> file = Suites.file("crawl/500lines.behaviours.json");
    assumeTrue(file.isPresent(), Suites.MISSING);
    JsonNode cases = new ObjectMapper().readTree(Suites.read(file.get())).get("cases");
    assertEquals(18, cases.size());
    return cases
        .valueStream()
        .map(node -> DynamicTest.dynamicTest(node.get("name").asString(), () -> check(node)));
  }

  private static void check(JsonNode node) throws Exception {
    JsonNode expect = node.get("expect");
    if (expect.has("in_scope")) {
      checkScope(node.get("seeds"), expect);
      return;
    }
    try (TestWeb web = TestWeb.serve(site(node.get("routes")))) {
      List<String> roots = new ArrayList<>();
      node.get("seeds").forEach(seed -> roots.add(web.url(seed.asString())));
      if (expect.has("fetched")) {
        checkFetched(web, roots, expect);
      }
      if (expect.has("max_concurrency")) {
        assertEquals(expect.get("max_concurrency").asInt(), web.peakRequests());
      }
      if (expect.has("variant_max_tries_1")) {
        checkOneTry(node.get("routes"));
      }
      if (expect.has("encoding")) {
        checkEncodings(web, expect.get("encoding"));
      }
      if (expect.has("content_type")) {
        checkContentType(roots, expect.get("content_type").asString());
      }
      if (expect.has("xml_links")) {
        assertEquals(expect.get("xml_links").asInt(), linksOf(web, "/xml"));
        assertEquals(expect.get("image_links").asInt(), linksOf(web, "/image"));
      }
    }
  }

  private static void checkScope(JsonNode seeds, JsonNode expect) throws Exception {
    List<CrawlUrl> roots = new ArrayList<>();
    for (JsonNode seed : seeds) {
      roots.add(((Seed.Page) Seed.of(seed.asString())).url());
    }
    boolean lenient = expect.get("in_scope").toString().contains("foo.example.com");
    var options =
        CrawlOptions.crawlOf("http://a/").scope(lenient ? SeedScope.DOMAIN : SeedScope.HOST);
    if (expect.has("exclude")) {
      options.exclude(List.of(Pattern.compile(expect.get("exclude").asString())));
    }
    Scope scope = Scope.of(options.build(), roots);
    for (JsonNode url : expect.get("in_scope")) {
      assertEquals(Optional.empty(), scope.rejection(CrawlUrl.of(url.asString()), 1));
    }
    expect
        .path("out_of_scope")
        .forEach(url -> assertTrue(scope.rejection(CrawlUrl.of(url.asString()), 1).isPresent()));
  }

  private static void checkFetched(TestWeb web, List<String> roots, JsonNode expect)
      throws Exception {
    var options = CrawlOptions.crawlOf(roots);
    if (expect.has("max_redirect")) {
      options.maxRedirects(expect.get("max_redirect").asInt());
    }
    if (expect.has("max_concurrency")) {
      options.tasks(expect.get("max_concurrency").asInt());
    }
    Map<String, Integer> expected = new TreeMap<>();
    expect
        .get("fetched")
        .forEach(pair -> expected.put(pair.get(0).asString(), pair.get(1).asInt()));
    var crawl = TestCrawl.of(options);
    assertEquals(expected, crawl.answered());
    List<String> asked = new ArrayList<>(web.targets());
    asked.remove("/robots.txt");
    if (!expect.has("variant_max_tries_1")) {
      assertEquals(List.copyOf(expected.keySet()), asked.stream().sorted().toList(), "each once");
    }
    expect
        .path("not_fetched")
        .forEach(path -> assertFalse(crawl.answered().containsKey(path.asString())));
    assertTrue(
        web.requests().stream()
            .allMatch(request -> request.header("Host").orElse("").startsWith("127.0.0.1")),
        "no other host was asked");
  }

  private static void checkOneTry(JsonNode routes) throws Exception {
    try (TestWeb web = TestWeb.serve(site(routes))) {
      var crawl = TestCrawl.of(CrawlOptions.crawlOf(web.url("/")).maxTries(1));
      assertEquals(Map.of(), crawl.answered());
      assertEquals(1, crawl.dropped(DropReason.FETCH).size());
      assertEquals(List.of(web.url("/")), crawl.report.failedRoots());
    }
  }

  private static void checkEncodings(TestWeb web, JsonNode expected) throws Exception {
    Map<String, String> found = new HashMap<>();
    var extractor = new LinkExtractor();
    var options = CrawlOptions.crawlOf(web.url("/"), web.url("/utf-8"), web.url("/ascii"));
    var crawl = new Crawl(options.tasks(1).build());
    crawl.process(page ->
        found.put(
            page.url().path(),
            extractor
                .extract(
                    page.response().body(),
                    page.contentType().orElse(""),
                    page.url(),
                    (_, _, _) -> {})
                .encoding()
                .standardName()
                .toLowerCase(Locale.ROOT)));
    crawl.run();
    expected.forEachEntry((path, name) ->
        assertEquals(WHATWG.getOrDefault(name.asString(), name.asString()), found.get(path)));
    assertEquals(3, found.size());
  }

  private static void checkContentType(List<String> roots, String expected) throws Exception {
    List<String> found = new ArrayList<>();
    new Crawl(CrawlOptions.crawlOf(roots).build())
        .process(page -> found.add(page.contentType().orElse("")))
        .run();
    assertEquals(List.of(expected), found);
  }

  /** How many links the document at {@code path} gives a crawl. */
  private static long linksOf(TestWeb web, String path) throws Exception {
    var crawl = TestCrawl.of(CrawlOptions.crawlOf(web.url(path)));
    return crawl.verdicts.stream().filter(verdict -> verdict.discovery().depth() == 1).count();
  }

  private static TestSite site(JsonNode routes) {
    return request -> {
      for (JsonNode route : routes) {
        if (route.get("path").asString().equals(request.path())) {
          return reply(route, request);
        }
      }
      return Reply.status(404);
    };
  }

  private static Reply reply(JsonNode route, TestRequest request) {
    if (request.ask() <= route.path("close_connection_first_n").asInt(0)) {
      return Reply.close();
    }
    HttpReply reply = HttpReply.of(route.get("status").asInt());
    for (JsonNode header : route.get("headers")) {
      reply = reply.header(header.get(0).asString(), inPlace(header.get(1).asString(), request));
    }
    byte[] body = Base64.getDecoder().decode(route.get("body_b64").asString());
    reply = reply.body(inPlace(new String(body, UTF_8), request).getBytes(UTF_8));
    Duration delay = Duration.ofMillis(route.path("delay_ms").asInt(0));
    return delay.isZero() ? reply : reply.after(delay);
  }

  private static String inPlace(String text, TestRequest request) {
    return text.replace("{HOST}", request.host());
  }
}
