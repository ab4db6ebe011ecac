package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Random pages, made of pieces that have tripped up parsers, have the links that jsoup's tree has.
 *
 * <p>Where the two are known to differ, and which of them has it right by the standard, stands in
 * docs/adr/0024; the pieces below keep clear of those. {@code -Darachne.fuzz.pages=N} asks for more
 * pages than the ordinary run has, {@code -Darachne.fuzz.seed=N} for others.
 */
class JsoupDifferenceTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://site.test/dir/page.html");
  private static final int MAX_PIECES = 12;

  private static final List<String> HTML =
      List.of(
          "<a href=%d>",
          "<a href='%d'>",
          "<A HREF=\"%d\">",
          "<a\nclass=x href = %d >",
          "<a href=%d href=other>",
          "<a title='>' href=%d>",
          "<a title=\"<a href=no>\" href=%d/>",
          "<a =x href=%d>",
          "<a '\"=x href=%d>",
          "<a/href=%d>",
          "<a href=?x=%d&amp;y=&lt&copy=1&notit;&#x41;&#66>",
          "<a href=\"%d&AMP;&unknown;&#0;\">",
          "<a href='%d\r\n'>",
          "<a x=y\"z href=%d>",
          "<img src=%d>",
          "<image src=%d>",
          "<link rel=stylesheet href=%d>",
          "<area href=%d>",
          "<script src=%d></script>",
          "<iframe src=%d></iframe>",
          "<base href=/base%d/>",
          "</a>",
          "</a href='x>'>",
          "<p>",
          "</p>",
          "<div>",
          "</div>",
          "<b>",
          "</i>",
          "<ul><li>",
          "<h1>",
          "text",
          "&lt;a href=no>",
          "<",
          "</",
          "< a href=no>",
          "</ a href=no>",
          "<!",
          "<!>",
          "<!-->",
          "<!--->",
          "<!-- <a href=no>",
          "-->",
          "--!>",
          "<!-- -- > --->",
          "<!doctype html>",
          "<?php <a href=no> ?>",
          "<title>",
          "</title>",
          "</TITLE >",
          "<textarea>",
          "</textarea>",
          "</textareax>",
          "<style>",
          "</style>",
          "<script>",
          "</script>",
          "</script x=y>",
          "<!--<script>",
          "<noembed>",
          "</noembed>",
          "<xmp>",
          "</xmp>",
          "<br/>",
          "\u0000",
          "<input value='\"'>",
          "é");

  /** Nothing here reads on as raw text, which jsoup does in SVG too, or leaves HTML unclosed. */
  private static final List<String> FOREIGN =
      List.of(
          "<a href=%d>x</a>",
          "<a href=%d/></a>",
          "<image src=%d>",
          "<link rel=stylesheet href=%d>",
          "<img src=%d>",
          "<div><b>x</b></div>",
          "<br>",
          "<font color=red></font>",
          "text",
          "<!-- <a href=no> -->",
          "<math><annotation-xml>",
          "<math><annotation-xml encoding=text/html>",
          "<svg>",
          "<svg/>",
          "</svg>",
          "<math><mi>",
          "</math>",
          "<svg><g>",
          "<svg><foreignObject>",
          "<svg><desc>",
          "<![CDATA[",
          "<![CDATA[<a href=%d>]]>",
          "]]>");

  @Test
  void randomPagesHaveTheLinksThatJsoupFinds() {
    assertEquals("", differences(HTML));
  }

  @Test
  void randomPagesWithSvgAndMathMlHaveTheLinksThatJsoupFinds() {
    assertEquals("", differences(FOREIGN));
  }

  private static String differences(List<String> pieces) {
    long seed = Long.getLong("arachne.fuzz.seed", 20);
    int pages = Integer.getInteger("arachne.fuzz.pages", 20_000);
    Random random = new Random(seed);
    LinkExtractor extractor = new LinkExtractor();
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < pages && differences.size() < 5; i++) {
      String html = page(random, pieces);
      byte[] bytes = html.getBytes(UTF_8);
      Set<String> expected = JsoupLinks.of(bytes, URL);
      Set<String> actual = JsoupLinks.ours(extractor, bytes, URL);
      if (!expected.equals(actual)) {
        differences.add(html + "\n  jsoup " + expected + "\n  ours  " + actual);
      }
    }
    return String.join("\n", differences);
  }

  private static String page(Random random, List<String> pieces) {
    StringBuilder html = new StringBuilder();
    int count = 1 + random.nextInt(MAX_PIECES);
    for (int i = 0; i < count; i++) {
      html.append(pieces.get(random.nextInt(pieces.size())).replace("%d", String.valueOf(i)));
    }
    return html.toString();
  }
}
