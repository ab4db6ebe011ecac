package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Large pages are read in slices, and say the same as if they were read at once. */
class SlicedPagesTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://site.test/");
  private static final int SIZE = 8 * LinkExtractor.SLICE_BYTES;

  /** Each is one long way through the page for a part of the extractor. */
  @TestFactory
  Stream<DynamicTest> aLargePageGivesWayMoreThanOnceForEachOfItsSlices() {
    return Stream.of(
            List.of("text/html;charset=utf-8", "", "<a href=/x>y</a> "),
            List.of("text/html;charset=utf-8", "<!--x", ">"),
            List.of("text/html;charset=utf-8", "<script>", "<"),
            List.of("text/html;charset=utf-8", "<script><!--<script>", "--"),
            List.of("text/html;charset=utf-8", "<title>", "</titl"),
            List.of("text/html;charset=utf-8", "<svg><![CDATA[", "]]x>"),
            List.of("text/html;charset=utf-8", "<a ", "x "),
            List.of("text/html;charset=utf-8", "<a ", " "),
            List.of("text/html;charset=utf-8", "<a ", "x"),
            List.of("text/html;charset=utf-8", "<a x=", "y"),
            List.of("text/html;charset=utf-8", "<", "a"),
            List.of("text/html;charset=utf-8", "</", "a "),
            List.of("text/html;charset=utf-8", "<style>", "p{}/* */"),
            List.of("text/css", "", "@import 'x';"),
            List.of("text/css", "/*", "/"),
            List.of("text/css", "'", "x"),
            List.of("text/css", "", "\r\n"),
            List.of("text/xml;charset=utf-8", "<rss>", "<item><link>x"),
            List.of("text/html;charset=gbk", "", "\u00B0\u00A1"),
            List.of("text/html;charset=koi8-r", "", "\u00C1"))
        .map(page -> dynamicTest(String.join(" ", page), () -> check(page)));
  }

  private static void check(List<String> parts) {
    byte[] page = HostilePagesTest.page(parts, SIZE);
    int[] pauses = {0};
    List<String> links = new ArrayList<>();
    PageMetadata sliced =
        new LinkExtractor()
            .extract(
                page,
                0,
                SIZE,
                parts.get(0),
                URL,
                (kind, target, note) -> links.add(kind + " " + target.url()),
                () -> pauses[0]++);
    assertTrue(pauses[0] >= 7, () -> pauses[0] + " pauses");
    List<String> atOnce = new ArrayList<>();
    PageMetadata whole =
        new LinkExtractor()
            .extract(
                page,
                parts.get(0),
                URL,
                (kind, target, note) -> atOnce.add(kind + " " + target.url()));
    assertEquals(atOnce, links);
    assertEquals(whole, sliced);
  }

  @Test
  void aSmallPageIsReadWithoutAPause() {
    byte[] page = Arrays.copyOf("<a href=x>".getBytes(ISO_8859_1), LinkExtractor.SLICE_BYTES);
    new LinkExtractor()
        .extract(
            page,
            0,
            page.length,
            "text/html",
            URL,
            (kind, target, note) -> {},
            () -> {
              throw new AssertionError("paused");
            });
  }

  @Test
  void anotherPageIsRefusedUntilTheFirstIsRead() {
    LinkExtractor extractor = new LinkExtractor();
    byte[] large = HostilePagesTest.page(List.of("", "", "<a href=/large>"), SIZE);
    byte[] small = "<a href=/small>".getBytes(ISO_8859_1);
    int[] refused = {0};
    extractor.extract(
        large,
        0,
        SIZE,
        "text/html",
        URL,
        (kind, target, note) -> assertEquals("/large", target.url().path()),
        () -> {
          assertThrows(
              IllegalStateException.class, () -> extractor.outlinks(small, "text/html", URL));
          refused[0]++;
        });
    assertTrue(refused[0] > 0);
    assertThrows(
        IllegalStateException.class,
        () ->
            extractor.extract(
                large,
                0,
                SIZE,
                "text/html",
                URL,
                (kind, target, note) -> {},
                () -> {
                  throw new IllegalStateException("cancelled");
                }));
    assertEquals("/small", extractor.outlinks(small, "text/html", URL).getFirst().url().path());
  }
}
