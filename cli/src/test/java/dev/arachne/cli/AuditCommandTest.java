package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {
  @TempDir Path temporary;

  private static String arachne(int code, String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    assertEquals(
        code,
        Arachne.run(arguments, new PrintWriter(out), new PrintWriter(err, true)),
        () -> out + "" + err);
    return out + "" + err;
  }

  @Test
  void aCrawlThatKeptToItsRulesIsSaidToHaveDoneSo() {
    String directory = temporary.resolve("kept").toString();
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(
                route("/", html("<a href=/1><a href=/denied>")),
                route("/1", html("<a href=/>")),
                route("/robots.txt", text("User-agent: *\nDisallow: /denied\n"))))) {
      arachne(
          ExitCode.DONE,
          "crawl",
          "-q",
          "--dir",
          directory,
          "--delay",
          "0.05",
          "--sitemaps",
          "ignore",
          web.url("/"));
    }
    String audit = arachne(ExitCode.DONE, "audit", directory);
    assertTrue(audit.contains("3 discovered = 2 fetched + 1 skipped"), audit);
    assertTrue(audit.contains("3 requests"), audit);
    assertTrue(audit.contains("kept    robots rules                        2 of 2"), audit);
    assertTrue(!audit.contains("BROKEN"), audit);
    String json = arachne(ExitCode.DONE, "audit", "--json", directory);
    assertTrue(json.startsWith("{\"clean\":true,"), json);
    assertTrue(json.contains("\"robots rules\":{\"checks\":2,\"violations\":0}"), json);
  }

  @Test
  void whereNoCrawlIsKeptThereIsNothingToAudit() {
    String refusal = arachne(ExitCode.USAGE, "audit", temporary.resolve("nothing").toString());
    assertTrue(refusal.contains("no crawl found in this directory"), refusal);
  }
}
