package dev.arachne.crawl;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.extract.LinkExtractor;
import dev.arachne.html.TokenReader;
import dev.arachne.traps.ContentHash;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The content hash and the code of pages, read in the pass that finds links. */
class ContentInPassTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://a/shop/12?page=3");

  private static final List<String> PIECES =
      List.of(
          "<p>",
          "</p>",
          "<nav>",
          "</nav>",
          "<FOOTER>",
          "</footer>",
          "<title>",
          "</title>",
          "<noscript>",
          "</noscript>",
          "<a href=x>",
          "<a href='y?z' title=\"a > b\">",
          "</a>",
          "<script>",
          "<script type=application/json>",
          "<script src=../a1.js>",
          "<p onclick='go(12)'>",
          "<a class=x href=z OnMouseOver=stay()>",
          "run(x, 'y')",
          "</script>",
          "<style>",
          "</style>",
          "<img src=1.jpg alt=x>",
          "<video src=v.mp4>",
          "<svg>",
          "</svg>",
          "<image src=i.png>",
          "<!-- a comment -->",
          "<template>",
          "</template>",
          "one",
          " two ",
          "12",
          "13",
          "99",
          "Ünï",
          "<",
          "&amp;",
          "<base href=/b/>",
          "<br/>",
          "<input type=image src=k.gif>",
          "=\"");

  private final LinkExtractor extractor = new LinkExtractor();

  private String read(String page, TokenReader other) {
    byte[] bytes = page.getBytes(UTF_8);
    List<String> links = new ArrayList<>();
    String type = "text/html; charset=utf-8";
    var read =
        extractor.extract(
            bytes,
            0,
            bytes.length,
            type,
            URL,
            (kind, target, note) -> links.add(kind + " " + target.url() + " " + note.rel()),
            other);
    return read.title() + read.base() + links;
  }

  @Test
  void linksContentAndCodeAreThoseOfSeparatePasses() {
    var random = new Random(26);
    int same = 0;
    for (int i = 0; i < 20_000; i++) {
      var page = new StringBuilder("<!doctype html>");
      for (int pieces = random.nextInt(20); pieces > 0; pieces--) {
        page.append(PIECES.get(random.nextInt(PIECES.size())));
      }
      byte[] bytes = page.toString().getBytes(UTF_8);
      ContentHash content = ContentHash.reading(URL);
      assertEquals(read(page.toString(), TokenReader.NONE), read(page.toString(), content));
      var code = new PageCode.Reader();
      ContentHash again = ContentHash.reading(URL);
      assertEquals(
          read(page.toString(), TokenReader.NONE),
          read(page.toString(), TokenReader.of(again, code)));
      assertEquals(content.content(), again.content());
      // Titles have no tags and scripts of pictures are no scripts, which the pass of the links
      // knows alone.
      boolean isReadAlike = page.indexOf("<title>") < 0 && page.indexOf("<svg>") < 0;
      if (isReadAlike) {
        assertEquals(
            ContentHash.signature(bytes, 0, bytes.length, URL),
            content.signature(),
            page::toString);
        assertEquals(PageCode.of(bytes, 0, bytes.length), code.code(), page::toString);
        same++;
      }
    }
    assertNotEquals(0, same);
  }

  @Test
  void aReaderKnowsWhetherItHasReadAPage() {
    var code = new PageCode.Reader();
    assertFalse(code.hasRead());
    byte[] style = "p { color: red }".getBytes(UTF_8);
    extractor.extract(style, 0, style.length, "text/css", URL, (_, _, _) -> {}, code);
    assertFalse(code.hasRead());
    read("<p onclick='go()'>", code);
    assertTrue(code.hasRead());
    assertTrue(code.code().hasScripts());
    read("", code);
    assertTrue(code.hasRead());
    assertFalse(code.code().hasScripts());
    code.forget();
    assertFalse(code.hasRead());
  }

  @Test
  void pagesInOtherEncodingsHaveContentToo() {
    ContentHash one = ContentHash.reading(URL);
    ContentHash other = ContentHash.reading(URL);
    byte[] wide = "\uFEFF<p>one two".getBytes(UTF_16LE);
    extractor.extract(wide, 0, wide.length, "text/html", URL, (_, _, _) -> {}, one);
    read("<p>one two", other);
    assertEquals(other.content(), one.content());
  }
}
