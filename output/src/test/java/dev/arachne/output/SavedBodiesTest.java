package dev.arachne.output;

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
import java.util.Locale;
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
    bodies = SavedBodies.in(directory, "--save", text -> text, BEGAN);
  }

  /** Saves a page whose content is {@code body}; returns its name. */
  private String save(String url, String body) throws IOException {
    CrawlUrl parsed = CrawlUrl.of(url);
    String fingerprint = parsed.fingerprint().toString();
    Path file = bodies.save(parsed.toString(), fingerprint, body.getBytes(UTF_8), 0);
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
    assertEquals("a.example/list@page=2", save("http://a.example/list?page=2", "3"));
    assertEquals("a.example_8080/index.html", save("http://a.example:8080/", "4"));
  }

  @Test
  void aFileWhoseNameIsTakenGetsAnother() throws Exception {
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
  void aPageDeepBelowAnotherPageIsSaved() throws Exception {
    assertEquals("a/blog", save("http://a/blog", "1"));
    save("http://a/blog/2024/06/post", "2");
    save("http://a/blog/2024/06/", "3");
    assertEquals("1", Files.readString(directory.resolve("a/blog")));
    assertEquals("a/news/2024/post", save("http://a/news/2024/post", "4"));
    save("http://a/news", "5");
    save("http://a/news/2024", "6");
    assertEquals("4", Files.readString(directory.resolve("a/news/2024/post")));
  }

  @Test
  void namesThatSomeSystemRefusesAreChanged() throws Exception {
    assertEquals("a/search@q=x_y", save("http://a/search?q=x:y", "1"));
    assertEquals("a/_con", save("http://a/con", "2"));
    assertEquals("a/_NUL.tar.gz", save("http://a/NUL.tar.gz", "3"));
    assertEquals("a/_com1/x", save("http://a/com1/x", "4"));
    assertEquals("a/console", save("http://a/console", "5"));
    assertEquals("a/etc__", save("http://a/etc..", "6"));
    assertEquals("a/v1.2/_", save("http://a/v1.2/*", "7"));
  }

  @Test
  void aUrlThatLooksLikeAReservedNameTakesNoOtherFile() throws Exception {
    String victim = CrawlUrl.of("http://a/x/y").fingerprint().toString();
    save("http://a/x", "a file where the folder would be");
    var saved = new HashMap<String, String>();
    for (String url :
        List.of(
            "http://a/~" + victim,
            "http://a/~" + victim + ".part",
            "http://a/~" + victim.toUpperCase(Locale.ROOT),
            "http://a/x/y")) {
      saved.put(save(url, url), url);
    }
    for (Map.Entry<String, String> name : saved.entrySet()) {
      assertEquals(name.getValue(), Files.readString(directory.resolve(name.getKey())));
    }
    assertEquals(4, saved.size());
  }

  @Test
  void theRestOfAFailedAttemptIsReplaced() throws Exception {
    Files.createDirectories(directory.resolve("a"));
    String fingerprint = CrawlUrl.of("http://a/x").fingerprint().toString();
    Files.writeString(directory.resolve("a/~" + fingerprint + ".part"), "torn");
    assertEquals("a/x", save("http://a/x", "whole"));
    assertFalse(Files.exists(directory.resolve("a/~" + fingerprint + ".part")));
  }

  @Test
  void aResumedRunKeepsTheFilesOfAnEarlierOne() throws Exception {
    assertEquals("a/x", save("http://a/x", "of the first run"));
    open();
    assertEquals("a/x", save("http://a/x", "of the first run"), "fetched again, the same");
    String other = save("https://a/x", "of the second run");
    assertEquals("of the first run", Files.readString(directory.resolve("a/x")));
    assertEquals(other, save("https://a/x", "of the second run"));
  }

  @Test
  void filesOfAnEarlierCrawlAreReplaced() throws Exception {
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
