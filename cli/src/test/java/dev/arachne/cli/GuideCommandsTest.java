package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the commands of README.md and of the guides, each document from its first command to its
 * last in one directory, as they stand there but for the site. {@link ScrapingPageTest} does so for
 * docs/scraping.md.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class GuideCommandsTest {
  /** Verbs that run until ^C, or need a crawl that runs; they have tests of their own. */
  private static final Set<String> RUNNING =
      Set.of("serve", "replay", "watch", "dashboard", "mcp", "tell");

  /** Verbs whose exit code 1 is an answer: findings, a difference, no page found. */
  private static final Set<String> ANSWERING = Set.of("check", "diff", "search");

  @TempDir Path directory;

  private static TestSite site() {
    String words = "<p>" + "Words that make a paragraph of some length. ".repeat(9);
    String films =
        "<ul><li class=film><i class=rank>1</i><b class=title>One</b></ul><a class=next href=/top?2>";
    return TestSite.of(
        route("/robots.txt", status(404)),
        route("/", html("<title>A</title><h1>A</h1>" + words + "<a href=/guide><a href=/missing>")),
        route("/guide", html("<title>Guide</title><h1>Guide</h1><p>Virtual threads." + words)),
        route("/top", html(films)),
        route("/top?2", html(films)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "docs/export.md",
        "docs/report.md",
        "docs/recrawl.md",
        "docs/sitemaps.md",
        "docs/archive.md",
        "docs/search.md"
      })
  void eachCommandOfADocumentDoesWhatItSays(String document) throws Exception {
    prepare();
    try (TestWeb web = TestWeb.serve(site());
        TestWeb other = TestWeb.serve(site())) {
      List<String> commands = DocumentedCommandsTest.commands(Path.of("..", document));
      assertTrue(commands.size() >= 3, commands::toString);
      for (String command : commands) {
        List<String> words = DocumentedCommandsTest.words(here(command, web, other));
        if (RUNNING.contains(words.getFirst()) || command.contains("--embedding")) {
          continue;
        }
        if (Set.of("crawl", "scrape").contains(words.getFirst())) {
          words.add("--fresh"); // A later one with other options would be refused.
        }
        run(words, command);
        copyArchive();
      }
    }
  }

  /** The command for the site of the test. */
  private static String here(String command, TestWeb web, TestWeb other) {
    String host = web.url("").substring("http://".length());
    return command
        .replace("example.com.crawl", host.replace(':', '_') + ".crawl")
        .replace("https://example.com/", web.url("/"))
        .replace("https://example.org/", other.url("/"))
        .replaceAll("\\bexample\\.com\\b", host);
  }

  private void run(List<String> words, String command) throws Exception {
    ArachneProcess arachne = ArachneProcess.start(directory, Map.of(), words);
    int code = arachne.await();
    boolean isAnswer = ANSWERING.contains(words.getFirst()) || words.contains("--fail-on");
    String told = command + ": " + arachne.out() + arachne.err();
    assertTrue(code == ExitCode.DONE || isAnswer && code == ExitCode.FAILED, told);
  }

  /** The files that documents name. */
  private void prepare() throws IOException {
    Files.writeString(Files.createDirectory(directory.resolve("public")).resolve("index.html"), "");
    Files.writeString(directory.resolve("sitemap.xml"), "https://example.com/\n");
    Files.writeString(directory.resolve("films.yaml"), "fields:\n  title: h1\n");
  }

  /** Once there is an archive, the documents name its file in other places. */
  private void copyArchive() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> archives = files.filter(it -> it.toString().endsWith(".warc.gz")).toList();
      if (archives.size() == 1) {
        for (String name : List.of("archive/a", "example", "wget", "site", "more/b")) {
          Path copy = directory.resolve(name + ".warc.gz");
          Files.createDirectories(copy.getParent());
          Files.copy(archives.getFirst(), copy);
        }
      }
    }
  }

  @Test
  void theFilesOfAnExportHaveWhatItsGuideSays() throws Exception {
    String text = "<h1>A page</h1><p>" + "Words that make a paragraph of some length. ".repeat(9);
    try (TestWeb web =
        TestWeb.serve(
            request -> html("<title>A</title>" + text + "<a href=/guide/start.html>S</a>"))) {
      for (String command : DocumentedCommandsTest.commands(Path.of("../docs/export.md"))) {
        List<String> words =
            new ArrayList<>(
                List.of(command.replace("https://example.com/", web.url("/")).split(" ")));
        if (words.getFirst().equals("crawl")) {
          words.addAll(List.of("--dir", "example.com.crawl"));
        }
        ArachneProcess arachne = ArachneProcess.start(directory, Map.of(), words);
        assertEquals(0, arachne.await(), command + ": " + arachne.err());
      }
      try (Stream<Path> files = Files.walk(directory.resolve("pages"))) {
        assertEquals(
            List.of("index.html.md", "start.html.md"),
            files
                .map(file -> file.getFileName().toString())
                .filter(name -> name.endsWith(".md"))
                .sorted()
                .toList());
      }
      assertEquals(2, Files.readAllLines(directory.resolve("pages.jsonl")).size());
      assertTrue(Files.readString(directory.resolve("llms.txt")).startsWith("# A"));
      assertFalse(
          Files.exists(directory.resolve("example.com.crawl/index")), "nobody asked for it");
    }
  }
}
