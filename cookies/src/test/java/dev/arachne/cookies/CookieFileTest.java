package dev.arachne.cookies;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.url.CrawlUrl;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CookieFileTest {
  private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");

  /** As curl 8 writes it, but for its head. */
  private static final String OF_CURL =
      """
      # Netscape HTTP Cookie File

      #HttpOnly_.example.com	TRUE	/	FALSE	0	session	abc
      www.example.com	FALSE	/docs	TRUE	1800000000	theme	dark mode
      127.0.0.1	FALSE	/	FALSE	0	empty\t
      """;

  @Test
  void aFileOfCurlIsReadAndWrittenAsItIs() {
    assertEquals(OF_CURL, text(file(OF_CURL)));
    var jar = new CookieJar();
    assertEquals(3, jar.load(file(OF_CURL), NOW).size());
    assertEquals(OF_CURL, text(jar.file(NOW)));
    assertEquals("session=abc", jar.cookieFor(CrawlUrl.of("http://a.example.com/"), NOW).get());
    assertEquals(
        "theme=dark mode; session=abc",
        jar.cookieFor(CrawlUrl.of("https://www.example.com/docs/x"), NOW).get());
    assertEquals("empty=", jar.cookieFor(CrawlUrl.of("http://127.0.0.1:81/"), NOW).get());
  }

  @Test
  void commentsEmptyLinesAndExpiredCookiesDoNotCount() {
    String text = "# a comment\r\n\r\na.example\tFALSE\t/\tFALSE\t1\told\tx\r\n";
    assertEquals(0, file(text).size());
    assertEquals(1, file(text + "a.example\tFALSE\t/\tFALSE\t0\tnew\tx\r\n").size());
  }

  @Test
  void aLineForAPublicSuffixIsForThatHostAlone() {
    var jar = new CookieJar();
    jar.load(file(".com\tTRUE\t/\tFALSE\t0\ta\tb\n"), NOW);
    assertEquals(true, jar.cookieFor(CrawlUrl.of("http://example.com/"), NOW).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "secret",
        "a.example\tFALSE\t/\tFALSE\tsoon\tsecret\tb",
        "a.example FALSE / FALSE 0 secret b",
        "\tFALSE\t/\tFALSE\t0\tsecret\tb"
      })
  void aLineThatIsNotACookieIsNamedByItsNumberAlone(String line) {
    var e = assertThrows(IllegalArgumentException.class, () -> file("# head\n" + line + "\n"));
    assertEquals(true, e.getMessage().startsWith("line 2 "), e.getMessage());
    assertEquals(false, e.getMessage().contains("secret"), e.getMessage());
  }

  @Test
  void aJarIsRestoredFromItsLatestChanges() {
    var jar = new CookieJar(4_000);
    var rows = new TreeMap<String, CookieChange>();
    for (int i = 0; i < 40; i++) {
      String host = "http://host" + i % 9 + ".com/";
      keep(rows, jar.store(CrawlUrl.of(host), List.of("a" + i % 4 + "=" + i, "b=1"), NOW));
    }
    keep(
        rows,
        jar.store(CrawlUrl.of("http://host3.com/"), List.of("b=; Max-Age=0", "c=\u00E4"), NOW));
    var restored = new CookieJar();
    rows.values().forEach(change -> restored.restore(change, NOW));
    assertEquals(sorted(jar), sorted(restored));
    assertEquals(rows.size(), restored.file(NOW).size(), "no row is left of a cookie that went");
  }

  /** Directories of crawls outlive the program that made them. */
  @Test
  void aCookieIsKeptAsItWas() {
    var jar = new CookieJar();
    CookieChange kept =
        jar.store(
                CrawlUrl.of("https://www.example.com/a/b"),
                List.of("n=v; Domain=example.com; Secure; HttpOnly; Max-Age=60"),
                NOW)
            .getFirst();
    assertEquals(
        "example.com|/a|n|DOMAIN",
        new String(kept.key(), StandardCharsets.ISO_8859_1).replace('\n', '|'));
    assertEquals(
        "n|v|example.com|DOMAIN|/a|SECURE_ONLY|HTTP_ONLY|0|PERSISTENT|1795219260",
        new String(Objects.requireNonNull(kept.value()), StandardCharsets.ISO_8859_1)
            .replace('\n', '|'));
  }

  /** As a store does it, by bytes. */
  private static void keep(Map<String, CookieChange> rows, List<CookieChange> changes) {
    for (CookieChange change : changes) {
      String key = new String(change.key(), StandardCharsets.ISO_8859_1);
      byte[] value = change.value();
      if (value == null) {
        rows.remove(key);
      } else {
        rows.put(key, CookieChange.read(change.key(), value));
      }
    }
  }

  private static List<String> sorted(CookieJar jar) {
    return text(jar.file(NOW)).lines().sorted().toList();
  }

  private static CookieFile file(String text) {
    return CookieFile.parse(text.getBytes(StandardCharsets.ISO_8859_1), NOW);
  }

  private static String text(CookieFile file) {
    return new String(file.bytes(), StandardCharsets.ISO_8859_1);
  }
}
