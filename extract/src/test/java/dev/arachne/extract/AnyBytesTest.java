package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.text.MediaType;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Whatever the bytes are, no parser fails, and none depends on what lies around them. {@code
 * -Darachne.fuzz.seed=N} asks for other bytes than the ordinary run has.
 */
class AnyBytesTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://site.test/dir/page.html");
  private static final int ROUNDS = 30_000;
  private static final int MAX_PIECES = 10;

  private static final List<String> TYPES =
      List.of(
          "text/html;charset=utf-8",
          "text/html;charset=shift_jis",
          "text/html;charset=iso-2022-jp",
          "text/html;charset=utf-16le",
          "text/html;charset=x-user-defined",
          "text/html",
          "application/xhtml+xml",
          "application/xml",
          "application/feed+json",
          "application/manifest+json",
          "application/ld+json",
          "text/css",
          "");

  private static final List<String> PIECES =
      List.of(
          "<",
          "</",
          "<!",
          "<!-",
          "<!--",
          "--",
          "-->",
          "--!",
          ">",
          "=",
          "\"",
          "'",
          "/",
          "&",
          "&#",
          "&#x",
          "&am",
          "&amp",
          ";",
          "<a href=",
          "<p id=",
          "<p>",
          "</p",
          " x=",
          "<svg>",
          "<math>",
          "<title>",
          "</title",
          "<script>",
          "</script",
          "<style>",
          "<img srcset=",
          "1x",
          "(",
          ")",
          ",",
          "<meta ",
          "charset=",
          "content=",
          "http-equiv=refresh ",
          "url(",
          "@import",
          "\\",
          "/*",
          "*/",
          "<![CDATA[",
          "]]",
          "]]>",
          "<?xml ",
          "encoding=",
          "<rss><item><link>",
          "<urlset><url><loc>",
          "</loc>",
          "</url>",
          "\u001f\u008b\b",
          "\u00ef\u00bb\u00bf",
          "\u00ff\u00fe",
          "\u00e4",
          "\u0081",
          "\u001b$B",
          "\u0000",
          "\r\n",
          "\t",
          "<template>",
          "</template>",
          "<base href=",
          "//[",
          "http://",
          "<plaintext>",
          "<doctype");

  private final Random random = new Random(Long.getLong("arachne.fuzz.seed", 7));

  @Test
  void aDocumentIsReadWithoutFailureAndWithoutItsSurroundings() {
    LinkExtractor extractor = new LinkExtractor(LinkOptions.defaults().anchorText(AnchorText.KEPT));
    for (int round = 0; round < ROUNDS; round++) {
      byte[] document = bytes();
      String type = TYPES.get(random.nextInt(TYPES.size()));
      byte[] inside = "<a href=x>".getBytes(ISO_8859_1);
      int from = inside.length;
      byte[] surrounded = Arrays.copyOf(inside, from + document.length + 12);
      System.arraycopy(document, 0, surrounded, from, document.length);
      Arrays.fill(surrounded, from + document.length, surrounded.length, (byte) '>');
      assertEquals(
          links(extractor, document, 0, document.length, type),
          links(extractor, surrounded, from, from + document.length, type),
          () -> type + " " + new String(document, ISO_8859_1));
    }
  }

  @Test
  void matchesDoNotDependOnOtherExpressions() {
    LinkExtractor everyKind = new LinkExtractor();
    LinkExtractor anchors =
        new LinkExtractor(LinkOptions.defaults().kinds(Set.of(OutlinkKind.ANCHOR)));
    for (int round = 0; round < ROUNDS; round++) {
      byte[] document = bytes();
      for (String type : List.of("text/html", "application/xhtml+xml")) {
        assertEquals(
            anchorsAndTitle(everyKind, document, type),
            anchorsAndTitle(anchors, document, type),
            () -> type + " " + new String(document, ISO_8859_1));
      }
    }
  }

  @Test
  void headerFieldsAreReadWithoutFailure() {
    for (int round = 0; round < ROUNDS; round++) {
      String value = new String(bytes(), ISO_8859_1);
      MediaType.parse(value).ifPresent(type -> assertEquals(type.toString(), reparsed(type)));
      HeaderLinks.links(value, URL);
      HeaderLinks.refresh(value, URL);
      HeaderLinks.location(value, URL);
    }
  }

  private static String reparsed(MediaType type) {
    return MediaType.parse(type.toString()).orElseThrow().toString();
  }

  private static List<String> links(
      LinkExtractor extractor, byte[] bytes, int from, int to, String type) {
    List<String> links = new ArrayList<>();
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

  private static List<String> anchorsAndTitle(
      LinkExtractor extractor, byte[] document, String type) {
    List<String> found = new ArrayList<>();
    PageMetadata page =
        extractor.extract(
            document,
            type,
            URL,
            (kind, target, note) -> {
              if (kind == OutlinkKind.ANCHOR) {
                found.add(target.url().toString());
              }
            });
    found.add(page.title());
    return found;
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
