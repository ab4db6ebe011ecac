package dev.arachne.cli;

import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.directory.CrawlStatus;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code arachne tell} on a crawl in another process, which is killed and goes on. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a path of a socket there has no owner")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KilledChangeTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int PAGES = 300;
  private static final int TASKS = 4;

  @TempDir Path temporary;

  private String directory() {
    return temporary.resolve("kept").toString();
  }

  /** Half of it is a calendar. */
  private static TestSite site() {
    var links = new StringBuilder();
    for (int i = 0; i < PAGES; i++) {
      links.append("<a href=/calendar/%d><a href=/page/%d>".formatted(i, i));
    }
    return TestSite.of(
        route("/", Reply.html(links.toString())),
        route("/calendar/*", Reply.html("")),
        route("/page/*", Reply.html("").after(Duration.ofMillis(5))));
  }

  private Process crawl(TestWeb web) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.arachne.cli.Main", "crawl", "-q", "--tasks", "" + TASKS));
    command.addAll(List.of("--sitemaps", "ignore", "--ignore-robots", "--dir", directory()));
    command.add(web.url("/"));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static CapturedOutput tell(int code, String... arguments) {
    List<String> all = new ArrayList<>(List.of("tell"));
    all.addAll(List.of(arguments));
    CapturedOutput told = CapturedOutput.by(all.toArray(String[]::new));
    assertEquals(code, told.code(), told.err());
    return told;
  }

  private static long asked(TestWeb web, String prefix) {
    return web.targets().stream().filter(target -> target.startsWith(prefix)).count();
  }

  private static void awaitAsked(TestWeb web, String prefix, long count) throws Exception {
    for (long all = web.requestCount(); asked(web, prefix) < count; all = web.requestCount()) {
      web.awaitRequests((int) all + 1, PATIENCE);
    }
  }

  @Test
  void changesAreInForceAfterAKillUntilTheyAreUndone() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      Process first = crawl(web);
      awaitAsked(web, "/page/", 10);
      CapturedOutput told = tell(ExitCode.DONE, directory(), "exclude=/calendar/", "pause");
      assertEquals(2, told.outLines().size(), told.out());
      assertTrue(told.outLines().getFirst().startsWith("change 1 (exclude=/calendar/ at "));
      assertEquals(told.out(), tell(ExitCode.DONE, directory()).out(), "those in force are listed");
      first.destroyForcibly().waitFor();
      long calendar = asked(web, "/calendar/");
      long pages = asked(web, "/page/");
      assertTrue(calendar < PAGES && pages < PAGES, "the crawl was over before the changes");
      CapturedOutput nobody = tell(ExitCode.USAGE, directory(), "undo");
      assertEquals(
          "arachne tell: %s: no process crawls there; use arachne resume %s first\n"
              .formatted(directory(), directory()),
          nobody.err());
      assertTrue(CapturedOutput.by("status", directory()).out().contains("change 2 (pause at "));

      Process second = crawl(web);
      while (CrawlStatus.holder(Path.of(directory()))
          .filter(holder -> holder.process() == second.pid())
          .isEmpty()) {
        Thread.onSpinWait();
      }
      assertEquals(told.out(), tell(ExitCode.DONE, directory()).out());
      String waiting =
          CapturedOutput.by("why", web.url("/calendar/" + left(web)), directory()).out();
      assertTrue(waiting.contains("  is excluded by change 1 (exclude=/calendar/ at "), waiting);
      tell(ExitCode.DONE, directory(), "resume");
      awaitAsked(web, "/page/", PAGES);
      assertEquals(calendar, asked(web, "/calendar/"), "excluded before and after the kill");
      tell(ExitCode.USAGE, directory(), "resume");

      second.waitFor();
      assertEquals(calendar, asked(web, "/calendar/"), "excluded to the end");
      String skipped =
          CapturedOutput.by("why", web.url("/calendar/" + left(web)), directory()).out();
      assertTrue(
          skipped.contains("excluded by pattern (change 1 (exclude=/calendar/ at "), skipped);
      CapturedOutput audit = CapturedOutput.by("audit", directory());
      assertEquals(ExitCode.DONE, audit.code(), audit.out());
      assertTrue(audit.out().contains("changes while the crawl ran"), audit.out());
      Map<String, Integer> targets = new HashMap<>();
      web.targets().forEach(target -> targets.merge(target, 1, Integer::sum));
      int repeats = targets.values().stream().mapToInt(times -> times - 1).sum();
      assertTrue(repeats <= TASKS, repeats + " asked twice");
    }
  }

  @Test
  void theStatusHasTheNumbersByWhichAScriptUndoesWhatIsInForce() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      Process crawl = crawl(web);
      awaitAsked(web, "/page/", 1);
      tell(ExitCode.DONE, directory(), "pause", "exclude=/calendar/", "delay=127.0.0.1:1500ms");
      tell(ExitCode.DONE, directory(), "max-pages=100000", "undo");
      List<String> seen = new ArrayList<>();
      List<Integer> numbers = new ArrayList<>();
      Instant before = Instant.EPOCH;
      for (JsonNode change : changes()) {
        seen.add(change.get("kind").asString() + " " + change.path("value").asString("-"));
        numbers.add(change.get("number").asInt());
        Instant at = Instant.parse(change.get("at").asString());
        assertTrue(at.isAfter(before), at + " is not after " + before);
        before = at;
      }
      assertEquals(List.of("pause -", "exclude /calendar/", "delay 127.0.0.1:1500ms"), seen);
      assertEquals(List.of(1, 2, 3), numbers);
      for (int number : numbers.reversed()) {
        tell(ExitCode.DONE, directory(), "undo=" + number);
      }
      assertTrue(changes().isEmpty(), "all is undone");
      crawl.waitFor();
      assertTrue(asked(web, "/calendar/") >= PAGES, "what was excluded is asked for");
    }
  }

  private JsonNode changes() {
    CapturedOutput status = CapturedOutput.by("status", "--json", directory());
    assertEquals(ExitCode.DONE, status.code(), status.err());
    return new ObjectMapper().readTree(status.out()).get("changes");
  }

  /** A number that the calendar was not asked for. */
  private static int left(TestWeb web) {
    for (int i = PAGES - 1; ; i--) {
      if (!web.targets().contains("/calendar/" + i)) {
        return i;
      }
    }
  }

  @Test
  void aMistakeIsSaidBeforeTheCrawlIsAsked() {
    CapturedOutput told = tell(ExitCode.USAGE, directory(), "pause", "delay=soon");
    assertEquals(
        "arachne tell: delay: 'soon' is not a time; use seconds as in 1.5, or 500ms, 2s, 1m\n",
        told.err());
    assertTrue(tell(ExitCode.USAGE, directory(), "undo").err().contains(directory()));
  }
}
