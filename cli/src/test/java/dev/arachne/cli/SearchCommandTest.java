package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The commands of docs/search.md, on a small site. */
class SearchCommandTest {
  @TempDir Path temporary;

  private TestWeb web;

  @BeforeEach
  void serve() {
    web =
        TestWeb.serve(
            TestSite.of(
                route(
                    "/",
                    html(
                        "<html lang=en><title>Home</title><main><p>Welcome to the site of the mill."
                            + " <a href=/docs/guide>the user's guide</a> <a href=/new>news</a>")),
                route(
                    "/docs/guide",
                    html(
                        "<html lang=en><title>Guide \u001B[31m\u202Ered</title><main><p>Virtual"
                            + " threads are cheap to block. A breaking change came.")),
                route(
                    "/new",
                    html(
                        "<html lang=en><title>Release 2</title><meta property=article:published_time"
                            + " content=2026-03-01><main><p>A breaking change in virtual things."))));
  }

  @AfterEach
  void close() {
    web.close();
  }

  private String crawled(String... more) {
    String directory = temporary.resolve("mill.crawl").toString();
    var arguments = new ArrayList<>(List.of("crawl", "-q", "-p", "--dir", directory));
    arguments.add(web.url("/"));
    arguments.addAll(List.of(more));
    CapturedOutput told = CapturedOutput.by(arguments.toArray(String[]::new));
    assertEquals(ExitCode.DONE, told.code(), told.err());
    return directory;
  }

  @Test
  void aCrawlWithAnIndexIsSearchedAtOnce() {
    String crawl = crawled("--index");
    CapturedOutput told = CapturedOutput.by("search", crawl, "virtual", "threads");
    assertEquals(ExitCode.DONE, told.code(), told.err());
    assertTrue(told.out().contains("     " + web.url("/docs/guide") + "\n"), told.out());
    assertTrue(told.out().endsWith("1 page matches\n"), told.out());
    assertTrue(told.out().contains("\\u{202e}red"), told.out());
    assertTrue(told.out().chars().noneMatch(c -> c == 0x1B), told.out());
    CapturedOutput bold = CapturedOutput.toTerminalBy("search", crawl, "virtual threads");
    assertTrue(bold.out().contains("\u001B[1mVirtual\u001B[0m"), bold.out());
    assertEquals(1, CapturedOutput.by("search", crawl, "nowhere").code());
    CapturedOutput choice =
        CapturedOutput.by(
            "search", crawl, "title:release \"breaking change\" since:2026", "--facets");
    assertTrue(choice.out().contains("  1. Release 2\n"), choice.out());
    assertTrue(choice.out().contains("        1  lang:en\n"), choice.out());
    CapturedOutput like = CapturedOutput.by("search", crawl, "--like", web.url("/docs/guide"));
    assertTrue(like.out().contains("Release 2"), like.out());
  }

  @Test
  void pagesWhoseTrapsAreClosedAreIndexedAsOthers() {
    CapturedOutput told =
        CapturedOutput.by("search", crawled("--index", "--traps", "close"), "virtual", "threads");
    assertTrue(told.out().endsWith("1 page matches\n"), told.out() + told.err());
  }

  @Test
  void jsonHasAllOfAResult() {
    CapturedOutput told =
        CapturedOutput.by("search", crawled("--index"), "--json", "--facets", "guide");
    JsonNode results = new ObjectMapper().readTree(told.body());
    JsonNode hit = results.get("hits").get(0);
    assertEquals(web.url("/docs/guide"), hit.get("url").asString());
    assertEquals("en", hit.get("language").asString());
    assertTrue(hit.get("digest").asString().startsWith("sha256:"));
    assertEquals(1, hit.get("linkingPages").asInt());
    assertEquals("text/html", hit.get("type").asString());
    assertTrue(results.get("facets").has("type"));
    assertTrue(results.get("exact").asBoolean());
  }

  @Test
  void anArchivedCrawlIsIndexedAfterwards() {
    String crawl = crawled("--warc");
    CapturedOutput told = CapturedOutput.by("search", crawl, "virtual");
    assertEquals(ExitCode.USAGE, told.code());
    assertEquals(
        "arachne search: %s: has no index; use arachne index %s\n".formatted(crawl, crawl),
        told.err());
    told = CapturedOutput.by("index", crawl);
    assertEquals(ExitCode.DONE, told.code(), told.err());
    assertTrue(told.out().startsWith(crawl + "/index: 3 pages, "), told.out());
    assertEquals(ExitCode.DONE, CapturedOutput.by("search", crawl, "virtual").code());
    assertTrue(CapturedOutput.by("index", crawl).out().endsWith(" 0 verdicts taken in now\n"));
  }

  @Test
  void mistakesGetOneLine() {
    String crawl = crawled();
    for (String[] each :
        new String[][] {
          {"arachne search: no crawl; use arachne search DIR WORD", "search"},
          {
            "arachne search: nothing to search for; use arachne search " + crawl + " WORD",
            "search",
            crawl
          },
          {
            "arachne index: "
                + crawl
                + ": the crawl kept neither what its pages say nor their bodies; crawl again with --index,"
                + " --markdown OUT, --warc or --save DIR",
            "index",
            crawl
          },
          {
            "arachne serve: " + crawl + ": has no index; use arachne index " + crawl, "serve", crawl
          },
          {
            "arachne search: unknown option --nope; use arachne search --help",
            "search",
            crawl,
            "--nope"
          },
        }) {
      String[] arguments = Arrays.copyOfRange(each, 1, each.length);
      CapturedOutput told = CapturedOutput.by(arguments);
      assertEquals(each[0] + "\n", told.err());
      assertEquals(ExitCode.USAGE, told.code());
    }
  }

  @Test
  void soft404sAreNeitherFoundNorExported() throws Exception {
    TestSite shop =
        TestSite.of(
            route("/robots.txt", Reply.status(404)),
            route(
                "/",
                html("<title>Shop</title><main><p>Walnut desks. <a href=/a>1</a><a href=/b>2</a>")),
            route("/a", html("<title>Desk</title><main><p>A desk of walnut, four drawers, brass.")),
            route("/*", html("<title>Sorry</title><main><p>Unfortunately nothing is here.")));
    Path out = temporary.resolve("out");
    String directory = temporary.resolve("shop.crawl").toString();
    try (TestWeb answering = TestWeb.serve(shop)) {
      for (String policy : List.of("ignore", "name")) {
        CapturedOutput told =
            CapturedOutput.by(
                "crawl",
                "-q",
                "--dir",
                directory + policy,
                "--soft-not-found",
                policy,
                "--index",
                "--markdown",
                out + policy,
                answering.url("/"));
        assertEquals(ExitCode.DONE, told.code(), told.err());
        CapturedOutput found =
            CapturedOutput.by("search", directory + policy, "unfortunately", "--json");
        assertEquals(
            policy.equals("ignore"), found.body().contains("/b"), found.body() + found.err());
        try (Stream<Path> files = Files.walk(Path.of(out + policy))) {
          assertEquals(
              policy.equals("ignore") ? 3 : 2,
              files.filter(file -> file.toString().endsWith(".md")).count());
        }
      }
      CapturedOutput why = CapturedOutput.by("why", answering.url("/b"), directory + "name");
      assertTrue(why.out().contains("where nothing is"), why.out());
    }
  }
}
