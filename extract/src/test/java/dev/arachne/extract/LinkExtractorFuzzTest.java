package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What must hold of any document; {@code .ci/fuzz} searches for one of which it does not. */
final class LinkExtractorFuzzTest {

  private static final CrawlUrl URL = CrawlUrl.of("http://site.test/dir/page.html");
  private static final List<String> TYPES =
      List.of(
          "text/html",
          "text/html;charset=utf-8",
          "text/html;charset=shift_jis",
          "application/xml",
          "application/feed+json",
          "application/manifest+json",
          "application/ld+json",
          "text/css");

  @FuzzTest
  void anyDocumentIsReadInTimeAndWithoutItsSurroundings(byte[] document) {
    byte[] before = "<a href=x>".getBytes(US_ASCII);
    int end = before.length + document.length;
    byte[] surrounded = Arrays.copyOf(before, end + 12);
    System.arraycopy(document, 0, surrounded, before.length, document.length);
    Arrays.fill(surrounded, end, surrounded.length, (byte) '>');
    assertTimeout(
        Duration.ofSeconds(5),
        () -> {
          for (String type : TYPES) {
            assertEquals(
                links(document, 0, document.length, type),
                links(surrounded, before.length, end, type),
                type);
          }
        });
  }

  private static List<String> links(byte[] bytes, int from, int to, String type) {
    var extractor = new LinkExtractor(LinkOptions.defaults().anchorText(AnchorText.KEPT));
    var links = new ArrayList<String>();
    PageMetadata page =
        extractor.extract(
            bytes,
            from,
            to,
            type,
            URL,
            (kind, target, note) ->
                links.add(kind + " " + target.url() + " " + note.rel() + " " + note.text()));
    links.add(page.toString());
    return links;
  }
}
