package dev.arachne.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.url.CrawlUrl;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;

/** Pages that were made to hurt: reading them costs a small multiple of parsing them. */
class HostilePagesTest {
  private static final int SIZE = 300_000;
  private static final int PAGES = 50;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** How much more of the processor's time than its parse a page may take to be read. */
  private static final int RATIO = 12;

  private static final long GRACE_NANOS = 200_000_000;

  /** Characters of Markdown and text for each of the page: images and links become absolute. */
  private static final int GROWTH = 30;

  private static String fill(String part) {
    return part.repeat(SIZE / part.length() + 1);
  }

  private static Map<String, String> pages() {
    Map<String, String> pages = new TreeMap<>();
    for (String tag :
        new String[] {
          "div",
          "b",
          "em",
          "a href=/x",
          "span",
          "ul><li",
          "ol><li",
          "blockquote",
          "table><tr><td",
          "dl><dd",
          "pre",
          "code",
          "h2",
          "section",
          "article",
          "font",
          "form",
          "li",
          "svg",
          "math",
          "template",
          "button",
          "p",
          "main",
          "div itemscope itemprop=a"
        }) {
      pages.put("deep " + tag, fill("<" + tag + ">x, y "));
    }
    for (String part :
        new String[] {
          "<p>a</p>",
          "<br>",
          "<i>a</i>",
          "<li>a",
          "<a href=//b>c</a>",
          "<h1>a</h1>",
          "<td>a",
          "<img src=a>",
          "a, ",
          "*",
          "[",
          "`",
          "&amp;",
          "<hr>",
          "<pre>a</pre>",
          "<!-- -->",
          "\n",
          "<b>*<i>a",
          "<tr><td>a<td>b",
          "<option>a"
        }) {
      pages.put(
          "many " + part.strip(),
          "<main><pre>x</pre><table>" + part.repeat(9) + "</table>" + fill(part));
    }
    pages.put("class", "<div class='" + fill("article-body ") + "'>x</div>");
    pages.put("classes", fill("<p class=a" + "b".repeat(50) + "-share>x"));
    pages.put("style", "<p style='" + fill("display: block; ") + "'>x");
    pages.put("json", "<script type=application/ld+json>" + fill("{\"a\":[") + "</script>");
    pages.put("facts", fill("<meta property=og:title content=x>"));
    return pages;
  }

  @Test
  void readingCostsASmallMultipleOfParsing() {
    Map<String, String> pages = pages();
    assertEquals(PAGES, pages.size());
    pages.forEach((name, page) -> {
      byte[] bytes = page.getBytes(UTF_8);
      long parse = Long.MAX_VALUE;
      long read = Long.MAX_VALUE;
      for (int i = 0; i < 3; i++) {
        long start = THREADS.getCurrentThreadCpuTime();
        Parser.htmlParser().setMaxDepth(256).parseInput(page, "");
        parse = Math.min(parse, THREADS.getCurrentThreadCpuTime() - start);
        start = THREADS.getCurrentThreadCpuTime();
        PageContent content = read(bytes);
        read = Math.min(read, THREADS.getCurrentThreadCpuTime() - start);
        int said = content.markdown().length() + content.text().length();
        assertTrue(said <= GROWTH * page.length(), name + ": " + said + " characters");
      }
      long most = RATIO * parse + GRACE_NANOS;
      assertTrue(read <= most, name + ": read in " + read + " ns, parsed in " + parse);
    });
  }

  @Test
  void bytesBehindTheLimitAreNotRead() {
    PageContent content = read(("<p>begun " + "x ".repeat(PageReader.LIMIT)).getBytes(UTF_8));
    assertTrue(content.isCut());
    assertTrue(content.text().startsWith("begun x x"));
    assertTrue(content.text().length() <= PageReader.LIMIT);
  }

  @Test
  void anyMarkupIsRead() {
    String[] parts = {
      "<li>",
      "</li>",
      "<a href=x>",
      "<a href='",
      "&",
      "&#0;",
      "&#xD800;",
      "<!--",
      "<![CDATA[",
      "\0",
      "<table>",
      "<tr>",
      "<td colspan=x>",
      "<svg>",
      "<script type=application/ld+json>{\"@type\":",
      "</script>",
      "<template>",
      "<p",
      "=\"",
      ">",
      "<pre>",
      "<h2 id=x>",
      "<ol start=-1>",
      "<br/>",
      "<base href=//[>",
      "<meta property=og:title>",
      "\ud83d",
      "<body>",
      "<frameset>",
      "<img src=x>",
      "<link rel=canonical href=:>",
      "<blockquote>",
      "<dl><dt>",
      "</body>",
      "text, text"
    };
    var random = new Random(5);
    for (int i = 0; i < 3000; i++) {
      var page = new StringBuilder("<!doctype html>");
      for (int n = random.nextInt(60); n >= 0; n--) {
        page.append(parts[random.nextInt(parts.length)]);
      }
      PageContent content = read(page.toString().getBytes(UTF_8));
      assertTrue(
          content.headings().stream()
              .allMatch(heading -> content.markdown().indexOf('#', heading.offset()) >= 0));
    }
  }

  private static PageContent read(byte[] page) {
    return PageReader.read(page, "text/html", "", CrawlUrl.of("http://a/")).orElseThrow();
  }
}
