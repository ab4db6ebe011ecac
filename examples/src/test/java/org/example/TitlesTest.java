package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The titles of a site on a loopback port. */
class TitlesTest {
  @Test
  void everyPageHasItsLine(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("titles.jsonl");
    try (TestWeb web = TestWeb.serve(new LinkedPages(30, 1_000, 4, 1))) {
      Titles.collect(web.url("/"), file);
      List<String> lines = Files.readAllLines(file);
      assertEquals(30, lines.size());
      for (int page = 0; page < 30; page++) {
        String url = "\"url\":\"" + web.url(LinkedPages.path(page)) + "\"";
        String title = "\"title\":\"Page " + page + "\"";
        assertTrue(
            lines.stream().anyMatch(line -> line.contains(url) && line.contains(title)), title);
      }
    }
  }
}
