package dev.arachne.traps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.url.CrawlUrl;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which pages of a site have one shape, and where nothing of that shape is. */
final class UrlShapeTest {
  private static Optional<UrlShape> of(String path) {
    return UrlShape.of(CrawlUrl.of("http://a.example" + path));
  }

  @ParameterizedTest
  @CsvSource({
    "/a, /, ''",
    "/a.html, /, .html",
    "/docs/, /docs/, ''",
    "/docs/b/c.PHP?d=e.f, /docs/, .php",
    "/docs/v1.2-of-many-things, /docs/, ''"
  })
  void aShapeIsADirectoryAndAnEnding(String path, String directory, String suffix) {
    assertEquals(Optional.of(new UrlShape(directory, suffix)), of(path));
  }

  @ParameterizedTest
  @CsvSource({"/", "/?a=b", "/a.pdf", "/docs/b.css"})
  void startPagesAndFilesHaveNone(String path) {
    assertEquals(Optional.empty(), of(path));
  }

  @Test
  void theAbsentPageOfAShapeIsOneOfIt() {
    UrlShape shape = of("/docs/a.html").orElseThrow();
    CrawlUrl absent = shape.absent(CrawlUrl.of("http://a.example/").origin());
    assertTrue(absent.path().matches("/docs/[a-z]{24}\\.html"), absent::path);
    assertEquals(Optional.of(shape), UrlShape.of(absent));
    assertEquals(absent, shape.absent(absent.origin()));
    assertNotEquals(absent.path(), shape.absent(CrawlUrl.of("http://b.example/").origin()).path());
  }

  @Test
  void aHostIsAskedForFiveShapes() {
    HostAnswers answers = HostAnswers.NONE;
    for (String path : new String[] {"/a", "/b/", "/c/", "/d/", "/e/"}) {
      UrlShape shape = of(path).orElseThrow();
      assertTrue(answers.needs(shape));
      answers = HostAnswers.read(answers.asked(shape).toBytes());
      assertFalse(answers.needs(shape));
    }
    assertFalse(answers.needs(of("/f/").orElseThrow()));
  }
}
