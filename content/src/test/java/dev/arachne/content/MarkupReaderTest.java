package dev.arachne.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Candidates of images are split as browsers do it, in one pass. */
class MarkupReaderTest {
  private static List<String> links(String page) {
    CrawlUrl url = CrawlUrl.of("http://a.test/");
    List<String> links = new ArrayList<>();
    for (MarkupLink link :
        MarkupReader.read(page.getBytes(UTF_8), "text/html", url).orElseThrow().links()) {
      links.add(link.url().map(CrawlUrl::toString).orElse("none"));
    }
    return links;
  }

  @Test
  void commasAndSpacesEndTheCandidatesOfAnImage() {
    assertEquals(
        List.of("http://a.test/1", "http://a.test/2,3", "http://a.test/4", "http://a.test/5"),
        links("<img srcset=', 1 1x, 2,3 2x,4,, 5'>"));
  }

  /** Looked at again for each of them, these commas would take a day. */
  @Test
  void manyCommasInACandidateTakeNoLonger() {
    assertEquals(List.of("none"), links("<img srcset='x" + ",".repeat(3_000_000) + "x'>"));
  }
}
