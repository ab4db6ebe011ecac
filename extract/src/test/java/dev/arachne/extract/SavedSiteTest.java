package dev.arachne.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every page of a saved site, whose folder the system property {@code arachne.pages} names. */
class SavedSiteTest {

  @Test
  void everyPageHasTheLinksThatJsoupFinds() throws IOException {
    Path named = Path.of(System.getProperty("arachne.pages", "absent"));
    assumeTrue(
        Files.isDirectory(named),
        "SKIPPED: no saved site at " + named + "; name its folder with -Darachne.pages=FOLDER");
    Path root = named.toRealPath();
    LinkExtractor extractor = new LinkExtractor();
    List<String> differences = new ArrayList<>();
    int pages = 0;
    int links = 0;
    for (Path file : pagesUnder(root)) {
      byte[] page = Files.readAllBytes(file);
      CrawlUrl url = CrawlUrl.of("http://site.test/" + root.relativize(file));
      Set<String> expected = JsoupLinks.of(page, url);
      Set<String> actual = JsoupLinks.ours(extractor, page, url);
      if (!expected.equals(actual)) {
        differences.add(file + "\n  jsoup " + expected + "\n  ours  " + actual);
      }
      pages++;
      links += actual.size();
    }
    System.out.println(
        pages + " pages, " + links + " distinct links, " + differences.size() + " pages differ");
    assertFalse(pages == 0);
    assertEquals("", String.join("\n", differences.subList(0, Math.min(differences.size(), 5))));
  }

  private static List<Path> pagesUnder(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".html")).sorted().toList();
    }
  }
}
