package dev.arachne.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlResolverTest {
  private final UrlResolver resolver = new UrlResolver();

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      value = {
        "windows-1252 → ?é → ?%E9",
        "windows-1252 → ?a=€&b='x' → ?a=%80&b=%27x%27",
        "windows-1252 → ?é中é → ?%E9%26%2320013%3B%E9",
        "windows-1252 → ?\uD83D\uDE00 → ?%26%23128512%3B",
        "Shift_JIS → ?日本 → ?%93%FA%96{",
        "GBK → ?中文/é → ?%D6%D0%CE%C4/%A8%A6",
        "ISO-2022-JP → ?日a本 → ?%1B$BF|%1B(Ba%1B$BK\\%1B(B",
        "ISO-2022-JP → ?日é本 → ?%1B$BF|%1B(B%26%23233%3B%1B$BK\\%1B(B",
        "UTF-16LE → ?é → ?%C3%A9",
        "UTF-8 → ?é → ?%C3%A9",
      })
  void aQueryIsEncodedAsItsDocumentIs(String charset, String reference, String query) {
    resolver.base(CrawlUrl.of("http://a/b"));
    resolver.queryCharset(Charset.forName(charset));
    assertEquals("http://a/b" + query, resolve(reference));
  }

  @Test
  void aPathIsInUtf8WhateverItsDocumentIs() {
    resolver.queryCharset(StandardCharsets.ISO_8859_1);
    assertEquals("http://a/%C3%A9?%E9", resolve("http://a/é?é"));
  }

  @Test
  void aPageInUtf8FollowsOneThatIsNot() {
    resolver.queryCharset(StandardCharsets.ISO_8859_1);
    resolver.queryCharset(StandardCharsets.UTF_8);
    assertEquals("http://a/?%C3%A9", resolve("http://a/?é"));
  }

  @ParameterizedTest
  @CsvSource({
    "80, %EF%BF%BD",
    "C3, %EF%BF%BD",
    "C328, %EF%BF%BD(",
    "E282, %EF%BF%BD",
    "E28228, %EF%BF%BD(",
    "F09F98, %EF%BF%BD",
    "EDA080, %EF%BF%BD%EF%BF%BD%EF%BF%BD",
    "C0AF, %EF%BF%BD%EF%BF%BD",
    "F4908080, %EF%BF%BD%EF%BF%BD%EF%BF%BD%EF%BF%BD",
    "F09F9880, %F0%9F%98%80",
  })
  void invalidUtf8IsReplacedAsADecoderWould(String hex, String encoded) {
    byte[] bad = HexFormat.of().parseHex(hex);
    byte[] url = new byte[9 + bad.length];
    System.arraycopy("http://a/".getBytes(StandardCharsets.US_ASCII), 0, url, 0, 9);
    System.arraycopy(bad, 0, url, 9, bad.length);
    assertTrue(resolver.resolve(url, 0, url.length));
    assertEquals("http://a/" + encoded, text());
  }

  @ParameterizedTest
  @CsvSource({
    "../x, http://a/b/x",
    "../../x, http://a/x",
    "../../../../x, http://a/x",
    "..//../x, http://a/b/x",
    "../..x, http://a/b/..x",
    "..\\x, http://a/b/x",
    "%2E./x, http://a/b/x",
    ".%2e, http://a/b/",
    "..., http://a/b/c/...",
    "./, http://a/b/c/",
    "x/./y/., http://a/b/c/x/y/",
    "x/.y/%2f, http://a/b/c/x/.y/%2f",
    "x/%2, http://a/b/c/x/%2",
    "/.., http://a/",
    "/x\\..\\y, http://a/y",
    "/x?../y, http://a/x?../y",
  })
  void dotsLeadToTheSameDirectoriesInEverySpelling(String reference, String url) {
    resolver.base(CrawlUrl.of("http://a/b/c/d?e"));
    assertEquals(url, resolve(reference));
  }

  @Test
  void aDeepBaseHasAllItsDirectories() {
    resolver.base(CrawlUrl.of("http://a/" + "d/".repeat(100)));
    assertEquals("http://a/" + "d/".repeat(37) + "x", resolve("../".repeat(63) + "x"));
    resolver.base(CrawlUrl.of("http://a/1/2/"));
    assertEquals("http://a/1/x", resolve("../x"));
  }

  @Test
  void theScratchHoldsWhatTheValueHolds() {
    resolver.base(CrawlUrl.of("http://me@a/b/"));
    resolve("../c?d#e");
    CrawlUrl url = resolver.url();
    assertEquals(text(), url.toString());
    assertEquals(new Fingerprint(resolver.high(), resolver.low()), url.fingerprint());
    assertEquals("http://me@a/c?d", url.href());
  }

  @Test
  void aRejectedReferenceHasNoUrlAndAResolvedOneNoReason() {
    assertThrows(IllegalStateException.class, resolver::url);
    resolve("http://a/");
    assertThrows(IllegalStateException.class, resolver::rejection);
    byte[] mail = "mailto:a@b".getBytes(StandardCharsets.US_ASCII);
    assertFalse(resolver.resolve(mail, 0, mail.length));
    assertThrows(IllegalStateException.class, resolver::url);
  }

  @Test
  void onlyTheGivenRangeIsRead() {
    byte[] page = "<a href=http://a/b>".getBytes(StandardCharsets.US_ASCII);
    assertTrue(resolver.resolve(page, 8, 18));
    assertEquals("http://a/b", text());
  }

  @Test
  void aLinkCostsNoGarbage() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    CrawlUrl base = CrawlUrl.of("https://docs.example.com/api/java.base/java/lang/String.html");
    byte[][] links =
        Stream.of(
                "../util/List.html#of(E...)",
                "Object.html",
                "#top",
                "?q=a b",
                "/index.html",
                "//127.1/x",
                "https://Example.COM:8443/a/../b\\%2e\t",
                "javascript:void(0)",
                "é/ü")
            .map(link -> link.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    resolveAll(base, links, 2);
    long before = threads.getCurrentThreadAllocatedBytes();
    resolveAll(base, links, 100);
    long after = threads.getCurrentThreadAllocatedBytes();
    assertEquals(0, after - before);
  }

  private void resolveAll(CrawlUrl base, byte[][] links, int times) {
    for (int i = 0; i < times; i++) {
      resolver.base(base);
      for (byte[] link : links) {
        resolver.resolve(link, 0, link.length);
      }
    }
  }

  private String resolve(String reference) {
    byte[] bytes = reference.getBytes(StandardCharsets.UTF_8);
    assertTrue(resolver.resolve(bytes, 0, bytes.length));
    return text();
  }

  private String text() {
    return new String(resolver.bytes(), 0, resolver.length(), StandardCharsets.US_ASCII);
  }
}
