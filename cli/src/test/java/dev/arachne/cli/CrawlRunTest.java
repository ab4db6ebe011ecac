package dev.arachne.cli;

import static dev.arachne.testkit.Reply.hang;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code arachne crawl} as a user meets it. */
final class CrawlRunTest {
  private record Ran(int code, String out, String err) {}

  private static Ran arachne(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Arachne.run(arguments, new PrintWriter(out), new PrintWriter(err, true));
    return new Ran(code, out.toString(), err.toString());
  }

  private static TestWeb web() {
    return TestWeb.serve(
        TestSite.of(
            route("/", html("<a href=/here><a href=/gone>")),
            route("/here", html("")),
            route("/robots.txt", status(404))));
  }

  @Test
  void aCrawlEndsWithItsReportAndSaysNothingElse() {
    try (TestWeb web = web()) {
      Ran ran = arachne("crawl", "--store", "memory", web.url("/"));
      assertEquals(ExitCode.DONE, ran.code);
      assertEquals("", ran.err);
      assertTrue(ran.out.startsWith("Crawled " + web.url("/") + " in "), ran.out);
      assertTrue(ran.out.contains("3 URLs done, 0 to do: nothing left"), ran.out);
      assertTrue(ran.out.contains(web.url("/gone") + "  <- " + web.url("/")), ran.out);
    }
  }

  @Test
  void aFinishedCrawlSaysInItsFirstLineThatItIsOld(@TempDir Path directory) {
    try (TestWeb web = web()) {
      String[] command = {"crawl", "--dir", directory.resolve("c").toString(), web.url("/")};
      assertTrue(arachne(command).out.startsWith("Crawled "));
      Ran again = arachne(command);
      assertTrue(
          again.out.matches(
              "(?s)This crawl ended on [0-9-]+ [0-9:]+; nothing was fetched now."
                  + " To fetch again, use --fresh, or arachne recrawl DIR.\nCrawled .*"),
          again.out);
      Ran quiet = arachne("crawl", "-q", "--dir", command[2], web.url("/"));
      assertTrue(quiet.err.startsWith("arachne crawl: This crawl ended on "), quiet.err);
    }
  }

  @Test
  void quietSaysNothing() {
    try (TestWeb web = web()) {
      assertEquals(
          new Ran(ExitCode.DONE, "", ""),
          arachne("crawl", "--store", "memory", "-q", web.url("/")));
    }
  }

  @Test
  void verboseSaysWhatBecameOfEachUrl() {
    try (TestWeb web = web()) {
      Ran ran = arachne("crawl", "--store", "memory", "-v", "--sitemaps", "ignore", web.url("/"));
      assertEquals(3, ran.err.lines().count());
      assertTrue(ran.err.contains("404"), ran.err);
    }
  }

  @Test
  void aRootThatIsNotThereIsAFailure() {
    try (TestWeb web = web()) {
      assertEquals(ExitCode.FAILED, arachne("crawl", "--store", "memory", web.url("/none")).code);
    }
  }

  @Test
  void quietStillNamesARootThatFailed() {
    try (TestWeb web = web()) {
      String root = web.url("/none");
      assertEquals(
          new Ran(
              ExitCode.FAILED,
              "",
              "arachne crawl: " + root + ": no page was fetched for this seed\n"),
          arachne("crawl", "--store", "memory", "-q", root));
    }
  }

  @Test
  void aBadRootInAFileIsNamedWithItsLine(@TempDir Path directory) throws Exception {
    Path roots = directory.resolve("roots");
    Files.writeString(roots, "# hosts\n\nhttp://a/\nftp://b/\n");
    Ran ran = arachne("crawl", "-i", roots.toString());
    assertEquals(ExitCode.USAGE, ran.code);
    assertTrue(
        ran.err.startsWith("arachne crawl: --input-file: " + roots + ", line 4: ftp://b/: "),
        ran.err);
  }

  @Test
  void rootsComeFromAFileToo(@TempDir Path directory) throws Exception {
    try (TestWeb web = web()) {
      Path roots = directory.resolve("roots");
      Files.writeString(roots, web.url("/here") + "\n\n" + web.url("/") + "\n");
      Ran ran = arachne("crawl", "--store", "memory", "-i", roots.toString());
      assertTrue(ran.out.contains("3 URLs done"), ran.out);
    }
  }

  @Test
  void aRootThatCannotBeOneGetsOneLine() {
    for (String root : List.of("ftp://a/", "./no-such-folder")) {
      Ran ran = arachne("crawl", "--store", "memory", root);
      assertEquals(ExitCode.USAGE, ran.code);
      assertEquals("", ran.out);
      assertEquals(1, ran.err.lines().count(), ran.err);
      assertTrue(ran.err.startsWith("arachne crawl: " + root + ": "), ran.err);
    }
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "kill -INT is not to be had")
  void oneInterruptEndsACrawlAtOnceWithItsReport() throws Exception {
    endsWithItsReport("INT", 130);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "kill -HUP is not to be had")
  void theEndOfItsTerminalEndsACrawlWithItsReportToo() throws Exception {
    endsWithItsReport("HUP", 129);
  }

  private static void endsWithItsReport(String signal, int code) throws Exception {
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(
                route("/", html("<a href=/1><a href=/2><a href=/3>")),
                route("/1", hang()),
                route("/2", hang()),
                route("/3", hang()),
                route("/robots.txt", status(404))))) {
      List<String> command = new ArrayList<>();
      command.add(ProcessHandle.current().info().command().orElseThrow());
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.addAll(List.of("dev.arachne.cli.Main", "crawl", "--store", "memory"));
      command.addAll(List.of("--sitemaps", "ignore", web.url("/")));
      Process process = new ProcessBuilder(command).start();
      web.awaitRequests(5, Duration.ofSeconds(60));
      long interrupted = System.nanoTime();
      assertEquals(
          0, new ProcessBuilder("kill", "-" + signal, "" + process.pid()).start().waitFor());
      assertTrue(process.waitFor(30, TimeUnit.SECONDS));
      long took = System.nanoTime() - interrupted;
      String report = new String(process.getInputStream().readAllBytes());
      assertTrue(report.contains("1 URL done, 3 to do: interrupted"), report);
      assertEquals(code, process.exitValue());
      // Generous, since the machine may be busy; what it must not do is wait for the servers.
      assertTrue(took < 5_000_000_000L, "took " + took + " ns");
    }
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "kill -TERM is not to be had")
  void anErrorStreamThatTakesNothingDoesNotKeepACrawlFromEnding() throws Exception {
    try (TestWeb web = TestWeb.serve(new LinkedPages(3_000, 100, 6, 1))) {
      List<String> command = new ArrayList<>();
      command.add(ProcessHandle.current().info().command().orElseThrow());
      command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.addAll(List.of("dev.arachne.cli.Main", "crawl", "-v", "--no-adapt", "--store"));
      command.addAll(List.of("memory", web.url("/")));
      // Nobody reads its errors, and a pipe has room for 64 KB, a third of the lines.
      Process process =
          new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
      web.awaitRequests(2_500, Duration.ofSeconds(60));
      process.destroy();
      assertTrue(process.waitFor(30, TimeUnit.SECONDS), "it hangs");
      assertEquals(143, process.exitValue());
    }
  }
}
