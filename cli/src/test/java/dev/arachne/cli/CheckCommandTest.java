package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
  @TempDir Path temporary;

  private static TestSite site(String page) {
    return TestSite.of(
        route("/robots.txt", status(404)), route("/", html(page)), route("/good", html("")));
  }

  @Test
  void aSiteWithoutBrokenLinksPasses() {
    try (TestWeb web = TestWeb.serve(site("<a href=/good>"))) {
      CapturedOutput told = CapturedOutput.by("check", web.url("/"));
      assertEquals(ExitCode.DONE, told.code(), told.err());
      assertEquals("2 URLs checked: no findings" + System.lineSeparator(), told.out());
    }
  }

  @Test
  void brokenLinksImagesAndLinksToOtherSitesFailWithTheirPlaces() {
    try (TestWeb other = TestWeb.serve(TestSite.of());
        TestWeb web =
            TestWeb.serve(
                site(
                    "<a href=/gone>x</a><img src=/no.png><a href="
                        + other.url("/far")
                        + ">y</a>"))) {
      CapturedOutput told = CapturedOutput.by("check", "-q", "--allow-private", web.url("/"));
      assertEquals(ExitCode.FAILED, told.code(), told.err());
      List<String> lines = told.out().lines().toList();
      assertEquals(
          List.of("broken-links", "broken-images", "broken-external-links"),
          lines.stream().map(line -> line.substring(0, line.indexOf(':'))).toList());
      assertTrue(lines.getFirst().endsWith("on " + web.url("/") + ":1:1"), lines::toString);
      CapturedOutput inside =
          CapturedOutput.by("check", "-q", "--internal", "--fail-on", "broken-links", web.url("/"));
      assertEquals(1, inside.out().lines().count(), inside.out());
    }
  }

  @Test
  void aBrokenTargetOfARedirectIsNamedWithTheUrlInTheLink() {
    TestSite site =
        TestSite.of(route("/", html("<a href=/moved>")), route("/moved", redirect(301, "/gone")));
    try (TestWeb web = TestWeb.serve(site)) {
      CapturedOutput told = CapturedOutput.by("check", "-q", web.url("/"));
      assertEquals(
          "broken-links: %s  404 Not Found  on %s:1:1, linked as %s%n"
              .formatted(web.url("/gone"), web.url("/"), web.url("/moved")),
          told.out());
    }
  }

  @Test
  void loopsAndMalformedLinksFailACheckToo() {
    TestSite site =
        TestSite.of(
            route("/", html("<a href=/loop>x</a><a href='http://exa mple/'>y</a>")),
            route("/loop", redirect(302, "/back")),
            route("/back", redirect(302, "/loop")));
    try (TestWeb web = TestWeb.serve(site)) {
      CapturedOutput told = CapturedOutput.by("check", "-q", web.url("/"));
      assertEquals(ExitCode.FAILED, told.code(), told.err());
      assertEquals(
          List.of("redirect-loops", "malformed-links"),
          told.outLines().stream().map(line -> line.substring(0, line.indexOf(':'))).toList());
    }
  }

  @Test
  void theTestsOfJunitFailAsTheCheckDoes() throws Exception {
    Path report = temporary.resolve("r.xml");
    try (TestWeb web = TestWeb.serve(site("<a href=/gone>x</a><a href=/good#nowhere>y</a>"))) {
      CapturedOutput.by("check", "-q", "--report", report.toString(), web.url("/"));
      assertTrue(Files.readString(report).contains("failures=\"1\""), "broken-links");
      CapturedOutput.by(
          "check", "-q", "--fail-on", "warnings", "--report", report.toString(), web.url("/"));
      String both = Files.readString(report);
      assertFalse(both.contains("failures=\"1\""), both);
    }
  }

  @Test
  void aMisspelledCheckIsCorrected() {
    CapturedOutput told =
        CapturedOutput.by("check", "--fail-on", "missing-fragment", "http://127.0.0.1/");
    assertEquals(ExitCode.USAGE, told.code());
    assertTrue(told.err().contains("did you mean missing-fragments?"), told.err());
  }

  @Test
  void aFolderIsCheckedAgainEachTimeAndNothingIsKept() throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("site"));
    Files.writeString(folder.resolve("index.html"), "<a href=a.html>");
    assertEquals(ExitCode.FAILED, CapturedOutput.by("check", folder.toString()).code());
    Files.writeString(folder.resolve("a.html"), "<p>");
    assertEquals(ExitCode.DONE, CapturedOutput.by("check", folder.toString()).code());
    assertFalse(Files.exists(Path.of("site.crawl")));
  }

  @Test
  void theCrawlAndTheReportAreKeptIfThatIsAskedFor() {
    Path crawl = temporary.resolve("x.crawl");
    Path report = temporary.resolve("r.json");
    try (TestWeb web = TestWeb.serve(site("<a href=/gone>"))) {
      String[] typed = {
        "check", "--dir", crawl.toString(), "--report", report.toString(), web.url("/")
      };
      assertEquals(ExitCode.FAILED, CapturedOutput.by(typed).code());
      assertTrue(Files.exists(report) && Files.exists(crawl.resolve("options")));
      assertEquals(ExitCode.FAILED, CapturedOutput.by(typed).code(), "it is done again");
    }
  }
}
