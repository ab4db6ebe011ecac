package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.UrlResolver;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeenUrlsTest {
  /** Made on purpose, in some seconds: MurmurHash3 can be run backwards. */
  static final CrawlUrl VICTIM = CrawlUrl.of("http://victim.example/a-page-that-nobody-may-hid");

  static final CrawlUrl ITS_DOUBLE =
      CrawlUrl.of("http://evil.example/00000023idsuiIB(DURg3]J72pLe");

  @Test
  void itHoldsWhatWasAddedAndNothingElse() {
    var random = new Random(7);
    var seen = new SeenUrls(Long.MAX_VALUE);
    var resolver = new UrlResolver();
    var expected = new HashSet<CrawlUrl>();
    for (int i = 0; i < 40_000; i++) {
      CrawlUrl url = url(random.nextInt(300), random.nextInt(100));
      byte[] text = url.toString().getBytes(StandardCharsets.US_ASCII);
      resolver.resolve(text, 0, text.length);
      assertEquals(expected.contains(url), seen.countIfSeen(url), url::toString);
      assertEquals(expected.contains(url), seen.countIfSeen(resolver), url::toString);
      expected.add(url);
      seen.add(url);
    }
    assertTrue(seen.isWhole());
  }

  @Test
  void itCountsHowOftenAUrlIsSeenAgainWhileItIsSeenNowAndThen() {
    var seen = new SeenUrls(1 << 20);
    seen.add(url(0, 0));
    assertEquals(0, seen.sightings(url(0, 0)));
    assertEquals(0, seen.sightings(url(0, 1)));
    for (int page = 1; page < 100_000; page++) {
      seen.add(url(page % 10, page));
      if (page % 1_000 == 0) {
        assertTrue(seen.countIfSeen(url(0, 0)));
      }
    }
    assertEquals(99, seen.sightings(url(0, 0)));
    assertEquals(0, seen.sightings(url(9, 99_999)));
  }

  @Test
  void aUrlThatIsSeenMoreThanFourMillionTimesIsCountedNoMore() {
    var seen = new SeenUrls(1 << 20);
    seen.add(url(0, 0));
    seen.add(url(0, 1));
    for (int time = 0; time < 4_200_000; time++) {
      assertTrue(seen.countIfSeen(url(0, 0)));
    }
    assertEquals((1 << 22) - 1, seen.sightings(url(0, 0)));
    assertEquals(0, seen.sightings(url(0, 1)));
    assertFalse(seen.contains(url(1, 0)));
  }

  @Test
  void itIsWholeUntilAUrlHasThirtyBytes() {
    var seen = new SeenUrls(1 << 22);
    for (int page = 0; page < (1 << 22) / 30; page++) {
      seen.add(url(page % 10, page));
    }
    assertTrue(seen.isWhole());
    assertTrue(seen.bytesSoon() <= 1 << 22);
    for (int page = 0; page < (1 << 22) / 30; page++) {
      assertTrue(seen.contains(url(page % 10, page)));
      assertFalse(seen.contains(url(page % 10 + 1, page)));
    }
  }

  @Test
  void aSiteCannotHideAnothersPageBehindTheSameFingerprint() {
    assertEquals(VICTIM.fingerprint(), ITS_DOUBLE.fingerprint());
    var seen = new SeenUrls(1 << 20);
    seen.add(ITS_DOUBLE);
    assertFalse(seen.countIfSeen(VICTIM));
    seen.add(VICTIM);
    assertTrue(seen.countIfSeen(VICTIM) && seen.countIfSeen(ITS_DOUBLE));
  }

  @Test
  void beyondItsBoundItForgetsWhatWasNotAskedForLatelyAndSaysSo() {
    var seen = new SeenUrls(1 << 20);
    CrawlUrl favourite = CrawlUrl.of("http://favourite/");
    seen.add(favourite);
    seen.add(url(0, 0));
    for (int page = 1; page < 100_000; page++) {
      seen.add(url(page % 10, page));
      assertTrue(seen.countIfSeen(url(page % 10, page)));
      assertTrue(seen.countIfSeen(favourite));
    }
    assertFalse(seen.isWhole());
    assertFalse(seen.countIfSeen(url(0, 0)));
  }

  @Test
  void whenItsOriginsAreTooManyItForgetsAllAndSaysSo() {
    var seen = new SeenUrls(1 << 16);
    for (int host = 0; host < 5_000; host++) {
      seen.add(url(host, 1));
      assertTrue(seen.countIfSeen(url(host, 1)));
    }
    assertFalse(seen.isWhole());
    assertFalse(seen.countIfSeen(url(0, 1)));
  }

  @Test
  void ofOriginsThatAllHashAlikeSomeAreLeftToTheStore() {
    var seen = new SeenUrls(Long.MAX_VALUE);
    // "an" and "c0" have the same polynomial hash, and so has whatever is made of them.
    for (int i = 0; i < 1 << 10; i++) {
      var host = new StringBuilder();
      for (int bit = 0; bit < 10; bit++) {
        host.append((i >> bit & 1) == 0 ? "an" : "c0");
      }
      seen.add(CrawlUrl.of("http://" + host + "/"));
    }
    assertFalse(seen.isWhole());
  }

  private static CrawlUrl url(int host, int page) {
    return CrawlUrl.of("http://host-" + host + ".example/page-" + page);
  }
}
