package dev.arachne.cli;

import static dev.arachne.testkit.Reply.close;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crawl with something of everything, and the story of each of its URLs. */
class WhyCommandTest {
  @TempDir Path temporary;

  private Path directory() {
    return temporary.resolve("kept");
  }

  private static String arachne(int code, String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    assertEquals(
        code,
        Arachne.run(arguments, new PrintWriter(out), new PrintWriter(err, true)),
        err.toString());
    return out.toString();
  }

  private String why(String url) {
    return arachne(ExitCode.DONE, "why", url, directory().toString());
  }

  @Test
  void aFileOfACrawledFolderIsNamedAsSuch() throws Exception {
    Path site = Files.createDirectory(temporary.resolve("site")).toRealPath();
    Files.writeString(site.resolve("index.html"), "<a href=gone.html>");
    String kept = directory().toString();
    arachne(ExitCode.DONE, "crawl", "-q", "--dir", kept, site.toString());
    String told = why(site.resolve("gone.html").toString());
    assertTrue(told.contains(": 404"), told);
    assertTrue(
        told.endsWith(
            "path from the seed\n  %1$s\n  %1$sgone.html\n".formatted(site.toUri().toString())),
        told);
    assertEquals(told, why(site.resolve("gone.html").toUri().toString()));
  }

  @Test
  void theStoryOfAnArchivedUrlSaysWhereItIs() {
    Path archive = temporary.resolve("warc");
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", html("a page"))))) {
      String kept = directory().toString();
      arachne(ExitCode.DONE, "crawl", "--dir", kept, "--warc", archive.toString(), web.url("/"));
      String told = why(web.url("/"));
      assertTrue(
          Pattern.compile(
                  "    archived in arachne-\\d{17}-.*-00001\\.warc\\.gz at \\d+, \\d+ bytes:"
                      + " a response record, payload sha1:[A-Z2-7]{32}\n")
              .matcher(told)
              .find(),
          told);
    }
  }

  @Test
  void subresourcesOfARenderedPageAreReported() {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: no chromium on this machine");
    TestSite site =
        TestSite.of(
            route(
                "/",
                html(
                    "<script src=/s.js></script><script src=/no.js></script>"
                        + "<details ontoggle=\"innerHTML += '<a href=/1>1</a>'\">"
                        + "<summary>Topics</summary></details>")),
            route("/s.js", text("document.title = 1")),
            route("/robots.txt", text("User-agent: *\nDisallow: /no")));
    try (TestWeb web = TestWeb.serve(site)) {
      arachne(
          ExitCode.DONE,
          Chromium.rendering(
              "crawl",
              "--render",
              "always",
              "--render-interact",
              "--render-wait",
              "#never",
              "--dir",
              directory().toString(),
              web.url("/")));
      String told = why(web.url("/"));
      assertTrue(
          told.contains(
              "    shown in a browser; not all of it: no element matches '#never' within 30 s;"
                  + " it brought 1 link and 1 word, and asked for "),
          told);
      assertTrue(told.contains("      actions on it:\n        opened \"Topics\": 1 link\n"), told);
      assertTrue(told.contains("      " + web.url("/s.js") + ": status 200, 18 bytes\n"), told);
      assertTrue(
          told.contains(
              web.url("/no.js") + ": refused: disallowed by robots.txt: line 2: Disallow: /no\n"),
          told);
    }
  }

  @Test
  void jsonThatAScriptHasRequestedIsReportedAsSuch() {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: no chromium on this machine");
    TestSite site =
        TestSite.of(
            route("/", html("<script>fetch('/list.json')</script>")),
            route("/list.json", ok("application/json", "[]".getBytes(UTF_8))));
    try (TestWeb web = TestWeb.serve(site)) {
      String kept = directory().toString();
      String url = web.url("/");
      arachne(
          ExitCode.DONE,
          Chromium.rendering(
              "crawl", "--render", "always", "--follow", "pages,api", "--dir", kept, url));
      String told = why(web.url("/list.json"));
      assertTrue(
          told.contains("found, requested by a script of its page, 1 link from a seed\n"), told);
      assertTrue(told.contains(" B application/json"), told);
      assertTrue(told.endsWith("  " + web.url("/") + "\n  " + web.url("/list.json") + "\n"), told);
    }
  }

  @Test
  void rulesThatHavePagesRenderedAreNamed() throws Exception {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: no chromium on this machine");
    String film = "<h1>served</h1><script>document.querySelector('h1').innerText = 'made'</script>";
    TestSite site =
        TestSite.of(
            route("/", html(film + "<a href=/film/1>a</a><a href=/film/2>a</a>")),
            route("/film/1", html(film)),
            route("/film/2", html(film)));
    Path rules = temporary.resolve("rules.yaml");
    try (TestWeb web = TestWeb.serve(site)) {
      String root = "root".equals(System.getProperty("user.name")) ? "true" : "false";
      Files.writeString(
          rules,
          """
          start: %s
          pages:
            - {url: /film/1, render: always, fields: {title: h1}}
            - {follow: a, fields: {title: h1}}
          options: {browser-no-sandbox: %s}
          """
              .formatted(web.url("/"), root));
      String[] scrape = {"scrape", "--rules", "" + rules, "--dir", "" + directory(), "-O", ""};
      Path records = temporary.resolve("records.jsonl");
      scrape[scrape.length - 1] = records.toString();
      arachne(ExitCode.DONE, scrape);
      assertEquals(
          List.of("{\"title\":\"made\"}", "{\"title\":\"served\"}", "{\"title\":\"served\"}"),
          Files.readAllLines(records).stream().sorted().toList());
      String told = why(web.url("/film/1"));
      assertTrue(
          told.contains(
              "    shown in a browser, since the rules ask for it for pages of kind /film/1; it"),
          told);
      Files.writeString(
          rules,
          "start: %s\nfields: {title: h1}\noptions: {render: always, browser-no-sandbox: %s}"
              .formatted(web.url("/film/2"), root));
      assertEquals(
          "{\"title\":\"made\"}\n",
          CapturedOutput.by("scrape", "--rules", "" + rules, "-q").body());
    }
  }

  @Test
  void aRevisitIsReportedWithItsTarget() {
    HttpReply same = html("<a href=/2>".repeat(200));
    TestSite site =
        TestSite.of(route("/", html("<a href=/1>")), route("/1", same), route("/2", same));
    try (TestWeb web = TestWeb.serve(site)) {
      String kept = directory().toString();
      Path archive = temporary.resolve("warc");
      arachne(ExitCode.DONE, "crawl", "--dir", kept, "--warc", archive.toString(), web.url("/"));
      String told = why(web.url("/2"));
      assertTrue(
          Pattern.compile(
                  ": a revisit record, payload sha1:[A-Z2-7]{32}, the same as that of "
                      + Pattern.quote(web.url("/1"))
                      + " at 20\\S+Z\n")
              .matcher(told)
              .find(),
          told);
    }
  }

  @Test
  void everyUrlOfACrawlHasItsStory() {
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(
                route("/", html("<a href=/one><a href=/denied><a href=http://elsewhere.invalid/>")),
                route("/one", html("<a href=/two><a href=/broken><a href=/moved><a href=/no>")),
                route("/two", html("<a href=/three>")),
                route("/broken", close()),
                route("/moved", redirect(302, "/target")),
                route("/target", html("")),
                route("/robots.txt", text("User-agent: *\nDisallow: /denied\n"))))) {
      String crawled =
          arachne(
              ExitCode.DONE,
              "crawl",
              "--dir",
              directory().toString(),
              "--max-tries",
              "2",
              "--depth",
              "2",
              "--exclude",
              "/no$",
              web.url("/"));
      assertTrue(crawled.contains("0 to do"), crawled);

      assertTrue(why(web.url("/")).contains("found, a seed\n"));
      String two = why(web.url("/two"));
      assertTrue(two.contains("found, 2 links from a seed"), two);
      assertTrue(two.contains("200 "), two);
      assertTrue(two.contains(", asked 127.0.0.1 at "), two);
      assertTrue(two.contains("; sha256:"), two);
      assertTrue(two.contains("robots.txt was fetched: status 200; allows it: "), two);
      String way =
          "path from the seed\n  %s\n  %s\n  %s\n"
              .formatted(web.url("/"), web.url("/one"), web.url("/two"));
      assertTrue(two.endsWith(way), two);
      String broken = why(web.url("/broken"));
      assertTrue(broken.contains("try 1") && broken.contains("; again after"), broken);
      assertTrue(broken.contains("try 2") && broken.contains("could not be fetched"), broken);
      assertTrue(why(web.url("/denied")).contains("Disallow: /denied"), why(web.url("/denied")));
      assertTrue(why(web.url("/moved")).contains("-> " + web.url("/target")));
      assertTrue(why(web.url("/target")).contains("  " + web.url("/moved") + "\n"));
      assertTrue(why(web.url("/no")).contains("skipped: excluded by pattern"));
      assertTrue(why(web.url("/three")).contains("skipped: beyond --depth"));
      assertTrue(why("http://elsewhere.invalid/").contains("outside the hosts"));

      String never = arachne(ExitCode.FAILED, "why", web.url("/never"), directory().toString());
      assertTrue(never.contains("was never found"), never);
    }
  }
}
