package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

final class PlanCommandTest {
  private static final int PAGES = 200;

  @TempDir Path temporary;

  /** A list of pages, all of which are in the sitemap; robots.txt asks for some patience. */
  private static TestWeb site() {
    String links =
        IntStream.range(0, PAGES)
            .mapToObj("<a href=/page/%d>x</a>"::formatted)
            .reduce("", String::concat);
    String listed =
        IntStream.range(0, PAGES)
            .mapToObj("<url><loc>/page/%d</loc></url>"::formatted)
            .reduce("", String::concat);
    return TestWeb.serve(
        TestSite.of(
            route("/robots.txt", text("User-agent: *\nCrawl-delay: 0.01\nSitemap: /map.xml\n")),
            route(
                "/map.xml",
                ok("application/xml", ("<urlset>" + listed + "</urlset>").getBytes(UTF_8))),
            route("/page/*", html("<p>text<a href=/tag/x>tag</a>")),
            route("/tag/*", html("<p>tag")),
            route("/", html(links + "<a href=http://other.example/>x</a>"))));
  }

  @Test
  void aPlanTellsPagesBytesAndTimeAndWritesNothing() throws Exception {
    try (var web = site()) {
      Path directory = temporary.resolve("x.crawl");
      CapturedOutput told =
          CapturedOutput.by(
              "plan",
              "--dir",
              directory.toString(),
              "-o",
              temporary.resolve("pages.jsonl").toString(),
              web.url("/"));
      assertEquals(ExitCode.DONE, told.code(), told.err());
      assertTrue(told.out().startsWith("pages       about 202 (202 were seen, "), told.out());
      assertTrue(
          told.out().contains("by          30 pages that were fetched, 200 in sitemaps\n"),
          told.out());
      assertTrue(told.out().contains("  202 pages, about 2.0 s, one in 10 ms\n"), told.out());
      assertEquals(32, web.targets().size(), web.targets()::toString);
      try (Stream<Path> files = Files.list(temporary)) {
        assertEquals(List.of(), files.toList());
      }
    }
  }

  @Test
  void rulesThatMatchNothingAndRootsThatLeadOutOfTheCrawlAreNamed() {
    try (var web =
            TestWeb.serve(TestSite.of(route("/", redirect(301, "http://other.example/start"))));
        var good = site()) {
      JsonNode plan =
          json(
              CapturedOutput.by(
                  "plan",
                  "--json",
                  "--sample",
                  "5",
                  "--exclude",
                  "/tag/",
                  "--exclude",
                  "/tga/",
                  web.url("/").replace("127.0.0.1", "localhost"),
                  good.url("/")));
      assertEquals("[\"--exclude /tga/\"]", plan.get("idleRules").toString());
      assertEquals(1, plan.get("straySeeds").size(), plan::toString);
      assertEquals(
          "leads to http://other.example/start alone, which is outside the hosts of the crawl",
          plan.get("straySeeds").get(0).get("reason").asString());
      assertEquals(5, plan.get("fetched").asInt());
      assertEquals(200, plan.get("inSitemaps").asInt());
    }
  }

  @Test
  void aBoundOnTheDepthIsThatOfTheCrawl() {
    try (var web = site()) {
      JsonNode plan = json(CapturedOutput.by("plan", "--json", "--depth", "1", web.url("/")));
      assertEquals(30, plan.get("fetched").asInt());
      assertEquals(1 + PAGES, plan.get("pages").asInt(), "without the tag");
      assertEquals(0, plan.get("inSitemaps").asInt());
      JsonNode root = json(CapturedOutput.by("plan", "--json", "--depth", "0", web.url("/")));
      assertEquals(1, root.get("pages").asInt());
      JsonNode few = json(CapturedOutput.by("plan", "--json", "--limit", "50", web.url("/")));
      assertEquals(50, few.get("pages").asInt());
    }
  }

  @Test
  void budgetsAndTrapsLeaveNothingOutOfTheSample() {
    try (var web = site()) {
      JsonNode plan =
          json(
              CapturedOutput.by(
                  "plan", "--json", "--budget", "/=3", "--traps", "close", web.url("/")));
      assertEquals(30, plan.get("fetched").asInt());
      assertEquals(2 + PAGES, plan.get("pages").asInt());
    }
  }

  @Test
  void disallowedUrlsAreSubtracted() {
    String links =
        IntStream.range(0, 40)
            .mapToObj(i -> "<a href=/%s/%d>x</a>".formatted(i % 2 == 0 ? "open" : "shut", i))
            .reduce("", String::concat);
    try (var web =
        TestWeb.serve(
            TestSite.of(
                route("/robots.txt", text("User-agent: *\nDisallow: /shut/\n")),
                route("/open/*", html("<p>text")),
                route("/", html(links))))) {
      JsonNode plan = json(CapturedOutput.by("plan", "--json", "--sample", "100", web.url("/")));
      assertEquals(20, plan.get("disallowed").asInt());
      assertEquals(21, plan.get("pages").asInt());
      assertTrue(web.targets().stream().noneMatch(it -> it.startsWith("/shut/")));
    }
  }

  @Test
  void aRootThatIsNotThereIsSaidToBeSo() {
    try (var web = TestWeb.serve(TestSite.of(route("/", html("<p>text"))))) {
      CapturedOutput told = CapturedOutput.by("plan", web.url("/nowhere"));
      assertTrue(
          told.out().contains("/nowhere is answered by status 404\n"), told.out() + told.err());
    }
  }

  @Test
  void optionsThatDoNotGoTogetherAreTheCrawlsMistakes() {
    CapturedOutput told =
        CapturedOutput.by("plan", "--dedup", temporary.toString(), "http://127.0.0.1:1/");
    assertEquals(ExitCode.USAGE, told.code());
    assertEquals("arachne plan: --dedup: is about an archive; use --warc too\n", told.err());
  }

  @Test
  void aSiteThatIsNotThereHasNoPlan() {
    CapturedOutput told = CapturedOutput.by("plan", "--max-tries", "1", "http://127.0.0.1:1/");
    assertEquals(ExitCode.FAILED, told.code());
    assertEquals(
        "arachne plan: no page could be fetched; use arachne fetch URL to see why\n", told.err());
    assertEquals("", told.out());
  }

  private static JsonNode json(CapturedOutput told) {
    assertEquals(ExitCode.DONE, told.code(), told.err());
    return new ObjectMapper().readTree(told.body());
  }
}
