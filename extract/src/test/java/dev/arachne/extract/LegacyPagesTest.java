package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.text.DocumentText;
import dev.arachne.url.CrawlUrl;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
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
    PageMetadata read =
        new LinkExtractor().extract(page, contentType, URL, (kind, target, note) -> {});
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
  void invalidUtf8IsTheSameInALinkAndInTheText() {
    int[] likely = {'a', 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xED, 0xEF};
    int[] others = {0xF0, 0xF4, 0xF5, 0xFF, 0xC3, 0xE3};
    var random = new SplittableRandom(8);
    for (int round = 0; round < 20_000; round++) {
      byte[] path = new byte[1 + random.nextInt(8)];
      for (int i = 0; i < path.length; i++) {
        int[] from = random.nextBoolean() ? likely : others;
        path[i] = (byte) from[random.nextInt(from.length)];
      }
      String type = "text/html;charset=utf-8";
      byte[] text = DocumentText.of(path, type).text().getBytes(UTF_8);
      assertEquals(
          links(anchor(text), type),
          links(anchor(path), type),
          () -> HexFormat.of().formatHex(path));
    }
  }

  private static byte[] anchor(byte[] path) {
    return ("<a href=\"/" + new String(path, ISO_8859_1) + "\">").getBytes(ISO_8859_1);
  }

  private static List<String> links(byte[] page, String contentType) {
    return new LinkExtractor()
        .outlinks(page, contentType, URL).stream().map(link -> link.url().toString()).toList();
  }
}
