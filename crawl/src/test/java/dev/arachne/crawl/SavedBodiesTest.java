package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.url.CrawlUrl;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavedBodiesTest {
  @TempDir Path directory;
  private SavedBodies bodies;

  @BeforeEach
  void open() throws Exception {
    bodies = SavedBodies.in(directory, text -> text);
  }

  private String take(String url) {
    CrawlUrl parsed = CrawlUrl.of(url);
    return bodies.take(parsed.toString(), parsed.fingerprint().toString());
  }

  @Test
  void aPlainUrlKeepsItsName() {
    assertEquals("a.example/x/y.html", take("http://a.example/x/y.html"));
    assertEquals("a.example/x/index.html", take("http://a.example/x/"));
    assertEquals("a.example/list?page=2", take("http://a.example/list?page=2"));
    assertEquals("a.example_8080/index.html", take("http://a.example:8080/"));
  }

  @Test
  void whatWantsANameThatIsTakenGetsAnother() {
    String page = take("http://a/x");
    String below = take("http://a/x/y");
    String slash = take("http://a/x/");
    String index = take("http://a/x/index.html");
    String secure = take("https://a/x");
    String upper = take("http://a/X");
    var names = new HashSet<String>();
    for (String name : new String[] {page, below, slash, index, secure, upper}) {
      assertTrue(names.add(name.toLowerCase(Locale.ROOT)), name);
    }
    assertEquals("a/x", page);
    assertFalse(below.startsWith("a/x/"), "x is a file: " + below);
  }

  @Test
  void nothingLeadsOutOfTheDirectoryAndNoNameIsTooLong() {
    var random = new Random(3);
    String[] parts = {
      "..", "%2e%2e", "%2F", "/", "\\", "a", "?", "//", ".", ":", "~", "x".repeat(300), "%00"
    };
    var taken = new HashSet<String>();
    var folders = new HashSet<Path>();
    for (int i = 0; i < 3_000; i++) {
      var url = new StringBuilder("http://a/");
      for (int n = random.nextInt(12); n >= 0; n--) {
        url.append(parts[random.nextInt(parts.length)]);
      }
      String name = take(url + "&" + i);
      assertTrue(taken.add(name), name);
      Path path = directory.resolve(name).normalize();
      assertTrue(path.startsWith(directory) && !path.equals(directory), name);
      assertEquals(directory.resolve(name), path, "nothing to normalise in " + name);
      for (Path part : Path.of(name)) {
        assertTrue(part.toString().length() <= 255, name);
      }
      for (Path up = path.getParent(); !up.equals(directory); up = up.getParent()) {
        folders.add(up);
      }
    }
    taken.forEach(name -> assertFalse(folders.contains(directory.resolve(name)), name));
  }
}
