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
    boolean resolved = resolver.resolve(reference, 0, reference.length);
    switch (BASE.resolve(new String(reference, UTF_8))) {
      case CrawlUrl url -> {
        assertEquals(url, resolver.url());
        assertEquals(url, CrawlUrl.parse(url.toString()));
        assertEquals(url.fingerprint(), CrawlUrl.of(url.toString()).fingerprint());
        url.surt();
        url.origin();
      }
      case RejectedUrl _ -> assertEquals(false, resolved);
    }
  }
}
