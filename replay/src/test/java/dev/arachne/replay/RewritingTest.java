package dev.arachne.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.url.CrawlUrl;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RewritingTest {
  private static final CrawlUrl PAGE = CrawlUrl.of("http://a.test/dir/page?x=1");

  private static Rewriting rewriting() {
    return new Rewriting("/2026/", PAGE, 0);
  }

  private static String page(String html) {
    byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
    byte[] after = PageRewriter.rewritten(bytes, rewriting()).orElseThrow();
    return new String(after, StandardCharsets.UTF_8);
  }

  @Test
  void referencesAreResolvedAndKeepTheirFragments() {
    assertEquals("/2026/http://a.test/dir/b.html#c", rewriting().reference("b.html#c"));
    assertEquals("/2026/http://a.test/b", rewriting().reference(" ../../b\n"));
    assertEquals("/2026/https://b.test/", rewriting().reference("https://b.test"));
    assertEquals("/2026/http://b.test/x", rewriting().reference("//b.test/x"));
    for (String same :
        new String[] {"#top", "", "data:,x", "javascript:void(0)", "mailto:a@b.test"}) {
      assertEquals(same, rewriting().reference(same));
    }
  }

  @Test
  void listsOfImagesAreRewrittenOneByOne() {
    assertEquals(
        "/2026/http://a.test/dir/a.png 1x, /2026/http://a.test/b,c.png 2x",
        rewriting().references("a.png 1x,\n /b,c.png 2x"));
    assertEquals(
        "data:image/png;base64,AA== 1x", rewriting().references("data:image/png;base64,AA== 1x"));
  }

  @Test
  void styleSheetsAreRewrittenButForCommentsAndStrings() {
    assertEquals(
        "@import \"/2026/http://a.test/dir/a.css\"; b { background: url(/2026/http://a.test/c.png) }",
        rewriting().css("@import \"a.css\"; b { background: url(/c.png) }"));
    assertEquals(
        "@import url('/2026/http://a.test/dir/a%28b%29.css') screen;",
        rewriting().css("@import url('a(b).css') screen;"));
    assertEquals("url( /2026/http://a.test/dir/a%20b )", rewriting().css("url( a\\ b )"));
    String same = "/* url(x) */ a::after { content: 'url(x)' } url(data:,x) url(#mask)";
    assertEquals(same, rewriting().css(same));
    String large = "url(data:," + "a\\b".repeat(1_000_000) + ")";
    assertEquals(large, rewriting().css(large));
  }

  @Test
  void outputIsBounded() {
    String base = "<base href=\"http://b.test/" + "x".repeat(16_000) + "/\">";
    byte[] page = (base + "<a href=y>".repeat(100_000)).getBytes(StandardCharsets.UTF_8);
    var rewriting = new Rewriting("/2026/", PAGE, page.length);
    assertTrue(PageRewriter.rewritten(page, rewriting).isEmpty());
    var sheet = new Rewriting("/2026/", CrawlUrl.of("http://a.test/" + "x".repeat(16_000)), 0);
    assertTrue(sheet.css("url(?)".repeat(100_000)).length() < 4 << 20);
    assertTrue(sheet.isSpent());
    String quotes = "<iframe srcdoc='<a href=x>" + "\"".repeat(1_000_000) + "'>";
    byte[] nested = quotes.getBytes(StandardCharsets.UTF_8);
    assertTrue(PageRewriter.rewritten(nested, new Rewriting("/2026/", PAGE, 0)).isEmpty());
  }

  @Test
  void longTextIsReadOnce() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    for (String text :
        List.of(" ", "\\\"", "\"", "url(\"", "@import '", "/*", "'\n", ",", "1; ", "' ", "url(")) {
      String large = text.repeat((1 << 20) / text.length());
      rewriting().references("a" + large + "b");
      rewriting().refresh("0; url=a" + large + "b");
      rewriting().refresh(large);
      assertTrue(rewriting().css(large).length() >= large.length(), text);
    }
    long seconds = (threads.getCurrentThreadCpuTime() - before) / 1_000_000_000;
    assertTrue(seconds < 20, seconds + " s");
  }

  @Test
  void aStringThatIsNotClosedEndsWithItsLine() {
    assertEquals(
        "a { content: \"x\n} b { background: url(/2026/http://a.test/c) } c: \"url(x)",
        rewriting().css("a { content: \"x\n} b { background: url(/c) } c: \"url(x)"));
  }

  @Test
  void aRefreshEndsWithItsQuote() {
    assertEquals("0;url='/2026/http://a.test/dir/n' x", rewriting().refresh("0;url='n' x"));
    assertEquals("0; /2026/http://a.test/dir/n", rewriting().refresh("0; n"));
    assertEquals("5", rewriting().refresh("5"));
  }

  @Test
  void onlyTheFirstBaseOfAPageCounts() {
    assertEquals(
        "<base href=\"/2026/http://a.test/dir/sub/\"><base href=\"/2026/http://a.test/dir/no/\">"
            + "<a href=\"/2026/http://a.test/dir/sub/x\">",
        page("<base href=\"sub/\"><base href=\"no/\"><a href=\"x\">"));
    assertEquals(
        "<iframe srcdoc=\"&lt;base href=&quot;/2026/http://b.test/&quot;&gt;"
            + "&lt;a href=&quot;/2026/http://b.test/x&quot;&gt;\"></iframe>"
            + "<a href=\"/2026/http://a.test/dir/x\">",
        page("<iframe srcdoc=\"<base href=http://b.test><a href=x>\"></iframe><a href=\"x\">"));
  }

  @Test
  void aPageKeepsEveryOtherByte() {
    String same =
        "<!DOCTYPE html>\n<P CLASS=x>&copy; é <a name=\"y\"><!-- <a href=x> --><script>'<a href=\"z\">'</script>"
            + "<textarea><a href=q></textarea><a href='#z'>";
    assertEquals(same, page(same));
    assertEquals(
        "<a  href=\"/2026/http://a.test/dir/x?a=1&amp;b\"  >&amp;</a>",
        page("<a  href=\"x?a=1&amp;b\"  >&amp;</a>"));
    assertEquals("<img src=\"/2026/http://a.test/i.png\">", page("<img src=/i.png>"));
  }

  @Test
  void fieldsThatHinderReplayAreRemoved() {
    assertEquals(
        "<script src=\"/2026/http://a.test/dir/a.js\" integrity=\"\"></script>",
        page("<script src=\"a.js\" integrity=\"sha256-x\"></script>"));
    assertTrue(
        page("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">")
            .startsWith("<meta http-equiv=\"\""));
    assertEquals(
        "<meta http-equiv=refresh content=\"5; url=/2026/http://a.test/dir/n\">",
        page("<meta http-equiv=refresh content=\"5; url=n\">"));
  }

  @Test
  void theBaseOfAPageCountsAndFramesWithinAreRewritten() {
    assertEquals(
        "<base href=\"/2026/http://b.test/x/\"><a href=\"/2026/http://b.test/x/y\">",
        page("<base href=\"http://b.test/x/\"><a href=\"y\">"));
    assertEquals(
        "<iframe srcdoc=\"&lt;img src=&quot;/2026/http://a.test/dir/i&quot;&gt;\">",
        page("<iframe srcdoc=\"<img src=i>\">"));
    assertEquals(
        "<style>a{background:url(/2026/http://a.test/dir/i)}</style>",
        page("<style>a{background:url(i)}</style>"));
    assertEquals(
        "<svg><style>a{fill:url(#b)}</style><image xlink:href=\"/2026/http://a.test/dir/i\"/></svg>",
        page("<svg><style>a{fill:url(#b)}</style><image xlink:href=\"i\"/></svg>"));
  }
}
