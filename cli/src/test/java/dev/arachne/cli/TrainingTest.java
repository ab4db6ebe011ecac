package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingTest {
  @TempDir Path temporary;

  @Test
  void aFolderIsCrawledInEachWay() throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("site"));
    Files.writeString(folder.resolve("index.html"), "<a href=page.html>a page</a>");
    Files.writeString(folder.resolve("page.html"), "<title>A page</title>");
    var err = new StringWriter();
    int code = Training.run(folder.toString(), new PrintWriter(err), new PrintWriter(err));
    assertEquals(ExitCode.DONE, code, err::toString);
    assertTrue(err.toString().contains("dashboard: http://127.0.0.1:"), err::toString);
    assertTrue(Files.isDirectory(temporary.resolve("site.watched.crawl")));
  }

  @Test
  void theDashboardThatIsPrintedIsLookedAt() throws Exception {
    try (TestWeb web = TestWeb.serve(TestSite.of(route("*", html("a part of the page"))))) {
      var passed = new StringWriter();
      try (var err = new PrintWriter(new DashboardViewer(passed))) {
        err.println("warning: none of these is a dashboard: http://example.com/");
        err.println("dashboard: " + web.url("/") + "#secret");
      }
      web.awaitRequests(4, Duration.ofSeconds(30));
      assertEquals(
          List.of("/", "/dashboard.css", "/dashboard.js", "/events"),
          web.targets().stream().toList());
      assertTrue(passed.toString().endsWith("#secret" + System.lineSeparator()));
    }
  }
}
