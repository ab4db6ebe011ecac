package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every verb on a directory that another version of Arachne has made. */
class OtherFormatTest {
  @TempDir Path temporary;

  @Test
  void everyVerbThatReadsTheDirectorySaysSoInOneLine() throws Exception {
    String directory = temporary.resolve("kept").toString();
    String items = temporary.resolve("items.jsonl").toString();
    try (TestWeb web = TestWeb.serve(new LinkedPages(10, 500, 3, 1))) {
      String root = web.url("/");
      assertEquals(ExitCode.DONE, CapturedOutput.by("crawl", "--dir", directory, root).code());
      Path options = Path.of(directory, "options");
      List<String> lines = new ArrayList<>(Files.readAllLines(options));
      lines.set(1, "  \"format\": 99,");
      lines.removeIf(line -> line.startsWith("  \"sum\"")); // That version knows nothing of it.
      Files.write(options, lines);
      for (List<String> command :
          List.of(
              List.of("crawl", "--dir", directory, root),
              List.of("scrape", "--dir", directory, "--field", "t=title", "-o", items, root),
              List.of("resume", directory),
              List.of("status", directory),
              List.of("why", root, directory),
              List.of("audit", directory))) {
        CapturedOutput told = CapturedOutput.by(command.toArray(String[]::new));
        assertEquals(ExitCode.USAGE, told.code(), told.err());
        assertTrue(told.err().contains(directory + ": is kept in format 99"), told.err());
        assertEquals(1, told.err().lines().count(), told.err());
      }
      assertEquals(ExitCode.DONE, CapturedOutput.by("stop", directory).code());
      assertEquals(
          ExitCode.DONE, CapturedOutput.by("crawl", "--fresh", "--dir", directory, root).code());
      assertEquals(ExitCode.DONE, CapturedOutput.by("status", directory).code());
    }
  }
}
