package dev.arachne.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RemadeUrlTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a/",
        "https://example.com/a/b.html?c=d@e&f=%20",
        "http://127.0.0.1:8081/index.html",
        "https://[2001:db8::1]:8443/?q",
        "http://xn--bcher-kva.example/%C3%BC/@me",
        "https://user:pass%20word@example.com:81/a?b"
      })
  void aUrlIsTheSameThatItWas(String literal) {
    CrawlUrl parsed = CrawlUrl.of(literal);
    CrawlUrl remade = remade(parsed.href());
    assertEquals(parsed, remade);
    assertEquals(literal, remade.href());
    assertEquals(parsed.fingerprint(), remade.fingerprint());
    assertEquals(parsed.origin(), remade.origin());
    assertEquals(parsed.pathAndQuery(), remade.pathAndQuery());
    assertEquals(parsed.userInfo(), remade.userInfo());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "http",
        "http:",
        "http://",
        "http:///a",
        "http://a",
        "https://",
        "https://a",
        "ftp://a/",
        "httpx://a/",
        "http:/a//b",
        "Http://a/",
        "http://a/b c",
        "http://a/\u0000",
        "http://a/\u00FC",
        "http://a/\n",
        "\u0000ttp://a/"
      })
  void aTextThatIsNotAUrlIsRefused(String damaged) {
    assertThrows(IllegalArgumentException.class, () -> remade(damaged));
  }

  @Test
  void itsOriginIsKnownWithoutBeingMade() {
    CrawlUrl url = CrawlUrl.of("http://example.com:8080/a");
    assertTrue(url.isAt(CrawlUrl.of("http://example.com:8080/").origin()));
    for (String other :
        new String[] {
          "https://example.com:8080/",
          "http://example.com/",
          "http://example.co:8080/",
          "http://example.com.:8080/",
          "http://www.example.com:8080/"
        }) {
      assertFalse(url.isAt(CrawlUrl.of(other).origin()), other);
    }
    assertTrue(CrawlUrl.of("https://[::1]/a:1").isAt(CrawlUrl.of("https://[::1]:443/").origin()));
  }

  private static CrawlUrl remade(String href) {
    return CrawlUrl.ofCanonical(href.getBytes(StandardCharsets.ISO_8859_1));
  }
}
