package dev.arachne.crawl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedBodiesTest {
  private static final Instant BEGAN = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir Path directory;
  private SavedBodies bodies;

  @BeforeEach
  void open() throws Exception {
    bodies = SavedBodies.in(directory, text -> text, BEGAN);
  }

  /** Saves a page whose content is {@code body}; returns its name. */
  private String save(String url, String body) throws IOException {
    CrawlUrl parsed = CrawlUrl.of(url);
    String fingerprint = parsed.fingerprint().toString();
    Path file = bodies.save(parsed.toString(), fingerprint, body.getBytes(UTF_8));
    assertEquals(body, Files.readString(file));
    return bodies(file);
  }

  private String bodies(Path file) throws IOException {
    return directory.toRealPath().relativize(file).toString();
  }

  @Test
  void aPlainUrlKeepsItsName() throws Exception {
    assertEquals("a.example/x/y.html", save("http://a.example/x/y.html", "1"));
    assertEquals("a.example/x/index.html", save("http://a.example/x/", "2"));
    assertEquals("a.example/list?page=2", save("http://a.example/list?page=2", "3"));
    assertEquals("a.example_8080/index.html", save("http://a.example:8080/", "4"));
  }

  @Test
  void whatWantsANameThatIsTakenGetsAnother() throws Exception {
    var saved = new HashMap<String, String>();
    List<String> urls =
        List.of(
            "http://a/x", "http://a/x/y", "http://a/x/", "http://a/x/index.html", "https://a/x");
    for (String url : urls) {
      saved.put(save(url, url), url);
    }
    assertEquals("http://a/x", saved.get("a/x"));
    assertEquals(urls.size(), saved.size(), saved::toString);
    for (Map.Entry<String, String> name : saved.entrySet()) {
      assertEquals(name.getValue(), Files.readString(directory.resolve(name.getKey())));
    }
  }

  @Test
  void aRunThatGoesOnLeavesAloneWhatAnEarlierOneHasSaved() throws Exception {
    assertEquals("a/x", save("http://a/x", "of the first run"));
    open();
    assertEquals("a/x", save("http://a/x", "of the first run"), "fetched again, the same");
    String other = save("https://a/x", "of the second run");
    assertEquals("of the first run", Files.readString(directory.resolve("a/x")));
    assertEquals(other, save("https://a/x", "of the second run"));
  }

  @Test
  void whatAnEarlierCrawlHasSavedIsReplaced() throws Exception {
    Path file = directory.resolve(save("http://a/x", "old"));
    Files.setLastModifiedTime(file, FileTime.from(BEGAN.minusSeconds(1)));
    assertEquals("a/x", save("http://a/x", "new"));
  }

  @Test
  void nothingLeadsOutOfTheDirectoryAndNoNameIsTooLong() throws Exception {
    var random = new Random(3);
    String[] parts = {
      "..", "%2e%2e", "%2F", "/", "\\", "a", "?", "//", ".", ":", "~", "x".repeat(300), "%00"
    };
    var saved = new HashMap<String, String>();
    for (int i = 0; i < 1_000; i++) {
      var url = new StringBuilder("http://a/");
      for (int n = random.nextInt(12); n >= 0; n--) {
        url.append(parts[random.nextInt(parts.length)]);
      }
      String name = save(url + "&" + i, "" + i);
      Path path = directory.resolve(name).normalize();
      assertTrue(path.startsWith(directory) && !path.equals(directory), name);
      assertEquals(directory.resolve(name), path, "nothing to normalise in " + name);
      for (Path part : Path.of(name)) {
        assertTrue(part.toString().length() <= 255, name);
      }
      saved.put(name, "" + i);
    }
    assertEquals(1_000, saved.size());
    try (Stream<Path> files = Files.walk(directory)) {
      assertFalse(files.anyMatch(file -> file.toString().endsWith(".part")));
    }
    for (Map.Entry<String, String> name : saved.entrySet()) {
      assertEquals(name.getValue(), Files.readString(directory.resolve(name.getKey())));
    }
  }
}
