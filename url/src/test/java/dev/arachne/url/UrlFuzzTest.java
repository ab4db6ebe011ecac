package dev.arachne.url;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** What must hold of any reference; {@code .ci/fuzz} searches for one of which it does not. */
final class UrlFuzzTest {

  private static final CrawlUrl BASE = CrawlUrl.of("http://site.test/dir/page?query");

  @FuzzTest
  void anyReferenceIsResolvedAlikeAsBytesAndAsTextAndItsUrlStaysWhatItIs(byte[] reference) {
    var resolver = new UrlResolver();
    resolver.base(BASE);
    if (resolver.resolve(reference, 0, reference.length)) {
      assertStays(resolver.url());
    }
    // The JDK may count the replacements of bytes that are not UTF-8 otherwise than WHATWG does.
    String text = new String(reference, UTF_8);
    byte[] bytes = text.getBytes(UTF_8);
    boolean resolved = resolver.resolve(bytes, 0, bytes.length);
    switch (BASE.resolve(text)) {
      case CrawlUrl url -> assertEquals(url, resolver.url());
      case RejectedUrl _ -> assertEquals(false, resolved);
    }
  }

  private static void assertStays(CrawlUrl url) {
    assertEquals(url, CrawlUrl.parse(url.toString()));
    assertEquals(url.fingerprint(), CrawlUrl.of(url.toString()).fingerprint());
    url.surt();
    url.origin();
  }
}
