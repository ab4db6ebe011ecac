package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code arachne status} of a crawl that renders its pages. */
final class StatusCommandTest {
  @TempDir Path temporary;

  @Test
  void theMemoryOfTheBrowserIsThatOfAllItsProcesses() {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: no chromium on this machine");
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "SKIPPED: no /proc on this machine");
    String kept = temporary.resolve("kept").toString();
    List<CapturedOutput> told = new CopyOnWriteArrayList<>();
    // The last script is requested while its page is in a tab.
    try (TestWeb web =
        TestWeb.serve(request -> {
          if (request.path().equals("/last.js")) {
            told.add(CapturedOutput.by("status", "--json", kept));
            told.add(CapturedOutput.by("status", kept));
          }
          return html("<script src=/last.js></script>");
        })) {
      CapturedOutput crawl =
          CapturedOutput.by(
              Chromium.rendering("crawl", "--render", "always", "--dir", kept, "-q", web.url("/")));
      assertEquals(ExitCode.DONE, crawl.code(), crawl.err());
    }
    assertEquals(2, told.size(), told::toString);
    JsonNode json = new ObjectMapper().readTree(told.getFirst().out());
    long bytes = json.get("browserBytes").asLong();
    assertTrue(bytes > 100L << 20 && bytes < 4L << 30, json::toString);
    assertTrue(told.getLast().out().contains("\nbrowser: "), told.getLast().out());
    CapturedOutput after = CapturedOutput.by("status", "--json", kept);
    assertFalse(after.out().contains("browserBytes"), after.out());
  }
}
