package dev.arachne.cli;

import static dev.arachne.testkit.Reply.close;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A crawl with something of everything, and what can be had of it afterwards. */
class ListCommandTest {
  @TempDir Path temporary;
  private String crawl;
  private String site;

  @BeforeEach
  void crawl() {
    crawl = temporary.resolve("kept").toString();
    TestSite pages =
        TestSite.of(
            route(
                "/", html("<a href=/a><a href=/gone><a href=/moved><a href=/broken><a href=/no>")),
            route("/a", html("<a href=/a.txt><a href=/gone>")),
            route("/a.txt", text("plain")),
            route("/moved", redirect(302, "/a")),
            route("/broken", close()));
    try (TestWeb web = TestWeb.serve(pages)) {
      site = web.url("");
      CapturedOutput told =
          CapturedOutput.by(
              "crawl",
              "-q",
              "--dir",
              crawl,
              "--max-tries",
              "1",
              "--sitemaps",
              "ignore",
              "--exclude",
              "/no$",
              web.url("/"));
      assertEquals(ExitCode.DONE, told.code(), told.err());
    }
  }

  private List<String> list(String... arguments) {
    List<String> all = new ArrayList<>(List.of("list", crawl));
    all.addAll(List.of(arguments));
    CapturedOutput told = CapturedOutput.by(all.toArray(new String[0]));
    assertEquals(ExitCode.DONE, told.code(), told.err());
    assertEquals("", told.err());
    return (told.out() + told.body()).lines().sorted().toList();
  }

  @Test
  void eachDecidedUrlIsALine() {
    assertEquals(
        List.of(
            "failed\t-\t-\t" + site + "/broken",
            "fetched\t200\ttext/html\t" + site + "/",
            "fetched\t200\ttext/html\t" + site + "/a",
            "fetched\t200\ttext/plain\t" + site + "/a.txt",
            "fetched\t404\ttext/html\t" + site + "/gone",
            "redirected\t302\t-\t" + site + "/moved",
            "skipped\t-\t-\t" + site + "/no"),
        list().stream()
            .map(line -> line.replaceFirst("(?:\\d+|-)\t(?=http:)", ""))
            .sorted()
            .toList());
  }

  @Test
  void requestedFieldsAreReported() {
    assertEquals(
        List.of(site + "/gone\t" + site + "/"), list("--status", "404", "--columns", "url,via"));
    assertEquals(
        List.of(site + "/gone", site + "/moved"), list("--status", "3xx,404", "--columns", "url"));
    assertEquals(
        List.of(site + "/broken", site + "/no"),
        list("--verdict", "failed,skipped", "--columns", "url"));
    assertEquals(
        List.of(site + "/a.txt"),
        list("--type", "text/*", "--status", "200", "--url", "txt$", "--columns", "url"));
    assertEquals(
        List.of(site + "/\t0", site + "/a\t1"),
        list("--type", "text/html", "--status", "2xx", "--columns", "url,depth"));
    assertEquals(
        List.of("excluded by pattern\t1"),
        list("--verdict", "skipped", "--columns", "reason,depth"));
    assertEquals(List.of(site + "/a"), list("--verdict", "redirected", "--columns", "location"));
    assertEquals(List.of(), list("--status", "500"));
  }

  @Test
  void aTableAndJsonHaveAllColumns() {
    List<String> table = list("--csv", "--url", "/(a|gone)$", "--columns", "url,status");
    assertEquals(List.of(site + "/a,200", site + "/gone,404", "url,status"), table);
    for (String line : list("--json")) {
      JsonNode url = JsonMapper.shared().readTree(line);
      assertTrue(url.get("url").asString().startsWith(site), line);
      assertTrue(url.get("time").asString().startsWith("20"), line);
      assertEquals(url.has("status"), url.has("digest"), line);
    }
    assertEquals(7, list("--json").size());
  }

  @Test
  void urlsAreCountedByAnyColumn() {
    assertEquals(
        List.of("1\tfailed", "1\tredirected", "1\tskipped", "4\tfetched"),
        list("--count-by", "verdict"));
    assertEquals(List.of("1\t302", "1\t404", "2\t-", "3\t200"), list("--count-by", "status"));
    assertEquals(
        List.of("{\"type\":\"text/html\",\"count\":3}"),
        list("--count-by", "type", "--json", "--type", "text/html"));
  }

  @Test
  void pagesOfAFolderAreReportedAsItsFiles() throws Exception {
    Path folder = Files.createDirectories(temporary.resolve("folder"));
    Files.writeString(folder.resolve("index.html"), "<a href=other.html>");
    crawl = temporary.resolve("folder.crawl").toString();
    CapturedOutput told = CapturedOutput.by("crawl", "-q", "--dir", crawl, folder.toString());
    assertEquals(ExitCode.DONE, told.code(), told.err());
    String its = folder.toUri().toString();
    assertEquals(
        List.of(its + "\t-", its + "other.html\t" + its),
        list("--url", "^file:", "--columns", "url,via"));
  }

  @Test
  void aMistakeIsOneLine() {
    for (String[] mistake :
        List.of(
            new String[] {"list", crawl, "--status", "4040"},
            new String[] {"list", crawl, "--columns", "colour"},
            new String[] {"list", crawl, "--verdict", "lost"},
            new String[] {"list", crawl, "--url", "("},
            new String[] {"list", crawl, "--csv", "--json"},
            new String[] {"list", temporary.resolve("none").toString()})) {
      CapturedOutput told = CapturedOutput.by(mistake);
      assertEquals(ExitCode.USAGE, told.code(), String.join(" ", mistake));
      assertEquals(1, told.err().lines().count(), told.err());
    }
  }
}
