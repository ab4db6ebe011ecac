package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages in legacy encodings, damaged and rare ones, written in bytes. */
class LegacyPagesTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://site.test/");

  /** Each title ends in the first byte of a character. */
  @ParameterizedTest
  @CsvSource({
    "gbk, \u00C4",
    "big5, \u00A4",
    "euc-jp, \u00C6",
    "euc-kr, \u00B0",
    "shift_jis, \u0093"
  })
  void aTitleThatIsCutInACharacterKeepsItsEndAndTheLinksBehindIt(String charset, String lead) {
    byte[] page = ("<title>x" + lead + "</title><a href=/link>").getBytes(ISO_8859_1);
    String contentType = "text/html;charset=" + charset;
    Page read = new LinkExtractor().extract(page, contentType, URL, (kind, target, note) -> {});
    assertEquals("x\uFFFD", read.title());
    assertEquals(List.of("http://site.test/link"), links(page, contentType));
  }

  @ParameterizedTest
  @CsvSource({
    "euc-jp,      \u00AD\u00A1,         %E2%91%A0", // ①, a row of NEC
    "euc-jp,      \u00F9\u00A1,         %E7%BA%8A", // 纊, a row of IBM
    "shift_jis,   \u0087\u0040,         %E2%91%A0",
    "big5,        \u0088\u0062,         %C3%8A%CC%84", // two code points
    "gb18030,     \u0081\u0030\u0081\u0030, %C2%80",
    "gb18030,     \u0090\u0030\u0081\u0030, %F0%90%80%80"
  })
  void aRareCharacterIsThatOfTheStandard(String charset, String character, String escaped) {
    byte[] page = ("<a href=\"/" + character + "\">").getBytes(ISO_8859_1);
    assertEquals(
        List.of("http://site.test/" + escaped), links(page, "text/html;charset=" + charset));
  }

  @Test
  void aSitemapIsDecodedLikewise() throws IOException {
    byte[] sitemap =
        "<?xml version='1.0' encoding='euc-jp'?><urlset><url><loc>/\u00AD\u00A1</loc></url></urlset>"
            .getBytes(ISO_8859_1);
    List<String> found = new ArrayList<>();
    new SitemapReader()
        .read(
            new ByteArrayInputStream(sitemap),
            URL,
            (form, entry) -> found.add(entry.url().toString()));
    assertEquals(List.of("http://site.test/%E2%91%A0"), found);
  }

  private static List<String> links(byte[] page, String contentType) {
    return new LinkExtractor()
        .outlinks(page, contentType, URL).stream().map(link -> link.url().toString()).toList();
  }
}
