package dev.arachne.sitemap;

import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.time.Duration;

/** What must hold of any sitemap; {@code .ci/fuzz} searches for one of which it does not. */
final class SitemapFuzzTest {

  private static final CrawlUrl URL = CrawlUrl.of("http://site.test/sitemap.xml");

  @FuzzTest
  void anySitemapIsReadInTime(byte[] sitemap) {
    assertTimeout(
        Duration.ofSeconds(5),
        () ->
            new SitemapReader()
                .read(new ByteArrayInputStream(sitemap), URL, (form, entry) -> entry.url().surt()));
  }
}
