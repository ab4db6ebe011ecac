package dev.arachne.sitemap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whatever the bytes are, the reader does not fail. {@code -Darachne.fuzz.seed=N} asks for other
 * bytes than the ordinary run has.
 */
class AnyBytesTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://site.test/dir/sitemap.xml");
  private static final int ROUNDS = 30_000;
  private static final int MAX_PIECES = 10;

  private static final List<String> PIECES =
      List.of(
          "<",
          "</",
          "<!--",
          "-->",
          ">",
          "=",
          "\"",
          "/",
          "&",
          "&#x",
          "&amp",
          ";",
          "<![CDATA[",
          "]]>",
          "<?xml ",
          "encoding=",
          "euc-jp",
          "<urlset>",
          "<urlset xmlns=",
          "<sitemapindex>",
          "<url><loc>",
          "<sitemap><loc>",
          "</loc>",
          "</url>",
          "<lastmod>2026-02-",
          "</lastmod>",
          "<priority>",
          "<changefreq>",
          "<rss><channel><item><link>",
          "<feed><entry><link href=",
          "http://site.test/",
          "\u001f\u008b\b",
          "\u00ef\u00bb\u00bf",
          "\u00ff\u00fe",
          "\u00e4",
          "\u001b$B",
          "\u0000",
          "\r\n",
          "\t");

  private final Random random = new Random(Long.getLong("arachne.fuzz.seed", 7));

  @Test
  void aSitemapIsReadWithoutFailure() throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      new SitemapReader()
          .read(new ByteArrayInputStream(bytes()), URL, (form, entry) -> entry.url().surt());
    }
  }

  @Test
  void aDateIsReadWithoutFailure() {
    for (int round = 0; round < ROUNDS; round++) {
      SitemapDates.parse(new String(bytes(), ISO_8859_1));
    }
  }

  private byte[] bytes() {
    StringBuilder text = new StringBuilder();
    int count = random.nextInt(MAX_PIECES);
    for (int i = 0; i < count; i++) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
      if (random.nextInt(4) == 0) {
        text.append((char) random.nextInt(256));
      }
    }
    return text.toString().getBytes(ISO_8859_1);
  }
}
