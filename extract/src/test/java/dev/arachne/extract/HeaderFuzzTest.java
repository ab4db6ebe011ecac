package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.arachne.text.MediaType;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;

/** What must hold of any field value; {@code .ci/fuzz} searches for one of which it does not. */
final class HeaderFuzzTest {

  private static final CrawlUrl URL = CrawlUrl.of("http://site.test/dir/page.html");

  @FuzzTest
  void anyFieldValueIsReadInTime(byte[] bytes) {
    String value = new String(bytes, ISO_8859_1);
    assertTimeout(
        Duration.ofSeconds(5),
        () -> {
          HeaderLinks.links(value, URL);
          HeaderLinks.refresh(value, URL);
          HeaderLinks.location(value, URL);
          MediaType.parse(value)
              .ifPresent(type -> assertEquals(type, MediaType.parse(type.toString()).get()));
        });
  }
}
