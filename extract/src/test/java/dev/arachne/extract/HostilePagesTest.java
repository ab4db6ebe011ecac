package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.arachne.url.CrawlUrl;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Pages made to be slow. The time is this thread's own, the best of a few rounds, so other work on
 * the machine does not count; the allowed cost is some fifty times the usual one, while a quadratic
 * step anywhere would miss it by orders of magnitude.
 */
class HostilePagesTest {
  private static final int MEGABYTE = 1 << 20;
  private static final long ALLOWED_NANOS_PER_MEGABYTE = 250_000_000;
  private static final CrawlUrl URL = CrawlUrl.of("http://site.test/");

  @TestFactory
  Stream<DynamicTest> aPageCostsTimeInProportionToItsSize() {
    return Stream.of(
            List.of("text/html", "", "<"),
            List.of("text/html", "", "</"),
            List.of("text/html", "", "<!"),
            List.of("text/html", "", "<!--"),
            List.of("text/html", "<!--", "--!"),
            List.of("text/html", "<!--", ">"),
            List.of("text/html", "", "<a "),
            List.of("text/html", "", "<a href="),
            List.of("text/html", "", "<a href=\"'>"),
            List.of("text/html", "<a ", "href=x "),
            List.of("text/html", "<a href='", "&"),
            List.of("text/html", "", "<a href='&CounterClockwiseContourIntegra'>"),
            List.of("text/html", "", "<a href=&#99999999999>"),
            List.of("text/html", "<title>", "</titl"),
            List.of("text/html", "<title>", "</title "),
            List.of("text/html", "<script>", "<!--<script "),
            List.of("text/html", "<script><!--<script>", "--"),
            List.of("text/html", "", "<svg>"),
            List.of("text/html", "<svg>", "<g></x>"),
            List.of("text/html", "", "<svg><g></h>"),
            List.of("text/html", "<svg>", "<![CDATA[ ]>"),
            List.of("text/html", "<svg><![CDATA[", "]]"),
            List.of("text/html", "", "<template>"),
            List.of("text/html", "", "<a href=x>y"),
            List.of("text/html", "", "<img srcset='"),
            List.of("text/html", "<img srcset='", "a 1x,"),
            List.of("text/html", "<img srcset='", "a (,"),
            List.of("text/html", "", "<meta http-equiv=refresh content='1;url=x'>"),
            List.of("text/html", "", "<base href=x>"),
            List.of("text/html", "", "<meta name=robots content=none>"),
            List.of("text/html", "<style>", "url(\""),
            List.of("text/html", "<style>", "/*"),
            List.of("text/html", "<style>", "\\"),
            List.of("text/html", "<p style='", "@import url("),
            List.of("text/css", "", "@import 'a';"),
            List.of("text/css", "", "url('"),
            List.of("application/ld+json", "", "{\"url\":["),
            List.of("application/ld+json", "", "\"/\\"),
            List.of("application/feed+json", "", "{\"content_html\":\"<a href=x><iframe srcdoc="),
            List.of("application/rss+xml", "<rss>", "<description>&lt;iframe srcdoc='"),
            List.of("text/html", "", "<iframe srcdoc=\"<iframe srcdoc='<a href=x>'>\">"),
            List.of("text/xml", "<rss>", "<item><link>x"),
            List.of("text/xml", "", "<?xml-stylesheet "),
            List.of("text/xml", "", "<x xlink:href='y'>"),
            List.of("text/html;charset=shift_jis", "", "\u0081<a href=\u0081>"),
            List.of("text/html;charset=iso-2022-jp", "", "\u001B$B<a href=x>\u001B(B"),
            List.of("text/html;charset=windows-1252", "", "\u00E4"))
        .map(page -> dynamicTest(String.join(" ", page), () -> check(page)));
  }

  @Test
  void aLargePageLeavesNoLargeArraysBehind() {
    LinkExtractor extractor = new LinkExtractor();
    byte[] small = "<a href=x>".getBytes(ISO_8859_1);
    extractor.extract(small, "text/html", URL, (kind, target, note) -> {});
    long before = usedHeap();
    for (String type : List.of("text/html;charset=gbk", "text/css", "text/html;charset=latin1")) {
      byte[] page =
          page(List.of(type, "", "@import '\u00B0\u00A1<a href=\u00B0\u00A1>';"), 1 << 24);
      extractor.extract(page, type, URL, (kind, target, note) -> {});
    }
    extractor.extract(small, "text/html", URL, (kind, target, note) -> {});
    long left = usedHeap() - before;
    assertTrue(left < 2 * MEGABYTE, () -> left + " bytes are kept");
    assertEquals(1, extractor.outlinks(small, "text/html", URL).size());
  }

  private static long usedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static void check(List<String> page) {
    byte[] one = page(page, MEGABYTE);
    byte[] two = page(page, 2 * MEGABYTE);
    long oneNanos = cost(one, page.get(0));
    long twoNanos = cost(two, page.get(0));
    assertTrue(oneNanos < ALLOWED_NANOS_PER_MEGABYTE, () -> oneNanos + " ns a megabyte");
    assertTrue(
        twoNanos < 3 * oneNanos + ALLOWED_NANOS_PER_MEGABYTE / 10,
        () -> oneNanos + " ns for one megabyte, " + twoNanos + " ns for two");
  }

  static byte[] page(List<String> page, int size) {
    byte[] start = page.get(1).getBytes(ISO_8859_1);
    byte[] repeated = page.get(2).getBytes(ISO_8859_1);
    byte[] bytes = Arrays.copyOf(start, size);
    for (int i = start.length; i < size; i++) {
      bytes[i] = repeated[(i - start.length) % repeated.length];
    }
    return bytes;
  }

  private static long cost(byte[] page, String contentType) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    LinkExtractor extractor = new LinkExtractor(LinkOptions.defaults().anchorText(AnchorText.KEPT));
    long best = Long.MAX_VALUE;
    for (int round = 0; round < 4; round++) {
      long before = threads.getCurrentThreadCpuTime();
      extractor.extract(page, contentType, URL, (kind, target, note) -> note.text());
      best = Math.min(best, threads.getCurrentThreadCpuTime() - before);
    }
    return best;
  }
}
