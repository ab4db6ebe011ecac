package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/export.md, in their order, each as it stands there but for the site. */
class GuideCommandsTest {
  private static final Path GUIDE = Path.of("../docs/export.md");

  @TempDir Path directory;

  private static List<String> commands() throws Exception {
    try (Stream<String> lines = Files.lines(GUIDE)) {
      return lines.filter(line -> line.startsWith("arachne ")).toList();
    }
  }

  @Test
  void eachCommandOfTheGuideDoesWhatItSays() throws Exception {
    String text = "<h1>A page</h1><p>" + "Words that make a paragraph of some length. ".repeat(9);
    try (TestWeb web =
        TestWeb.serve(
            request -> html("<title>A</title>" + text + "<a href=/guide/start.html>S</a>"))) {
      List<String> commands = commands();
      assertTrue(commands.size() >= 6, commands::toString);
      for (String command : commands) {
        List<String> words =
            new ArrayList<>(
                List.of(command.replace("https://example.com/", web.url("/")).split(" ")));
        words.removeFirst();
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
