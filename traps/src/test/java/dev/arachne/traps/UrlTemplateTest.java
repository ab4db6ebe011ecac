package dev.arachne.traps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.arachne.url.CrawlUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlTemplateTest {
  private static UrlTemplate of(String place) {
    return UrlTemplate.of(CrawlUrl.of("http://a" + place));
  }

  @ParameterizedTest
  @CsvSource({
    "/, /",
    "/about, /*",
    "/about/, /*",
    "/item-5, /#",
    "/calendar/2026/05, /calendar/#/#",
    "/news/2025/01/01, /news/#/#/#",
    "/s/0f3c/article/x.HTML, /s/#/article/*.html",
    "/java.base/java/lang/String.html, /java.base/java/lang/*.html",
    "/shop?b=1&a&b=2, /*?a&b",
    "/x/y;jsessionid=12?q=1, /x/*?;jsessionid&q",
    "/loop/a/b/c, /loop/a/b/*",
    "/loop/a/b/a, /loop/.../*",
    "/loop/a/b/a/b/b/, /loop/.../*",
    "/docs/guide/docs/guide/p-1.html, /docs/.../#.html"
  })
  void urlsHaveTemplates(String place, String template) {
    assertEquals(template, of(place).toString());
    assertEquals(UrlTemplate.key(template), of(place).key());
  }

  @ParameterizedTest
  @CsvSource({"/a/x, /b/x", "/x.html, /x.php", "/x, /x?y", "/x?y, /x?z", "/x, /x1"})
  void othersAreOthers(String one, String other) {
    assertNotEquals(of(one), of(other));
    assertNotEquals(of(one).key(), of(other).key());
  }

  @Test
  void deepPathsAreCut() {
    var deep = new StringBuilder("/");
    for (int i = 0; i < 500; i++) {
      deep.append((char) ('a' + i % 26)).append((char) ('a' + i / 26)).append("x/");
    }
    assertEquals(24 * "/abx".length() + "/.../*".length(), of(deep.toString()).toString().length());
  }
}
