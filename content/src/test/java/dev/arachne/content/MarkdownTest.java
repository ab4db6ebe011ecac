package dev.arachne.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Entities;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Markdown of documentation, of which all is kept. */
class MarkdownTest {
  private static String markdown(String body) {
    String all = RenderedMarkdown.page("<main>" + body + "<pre>end</pre></main>").markdown();
    assertTrue(all.endsWith("```\nend\n```\n"), all);
    return all.substring(0, all.length() - "```\nend\n```\n".length()).strip();
  }

  private static Document rendered(String body) {
    return RenderedMarkdown.of(markdown(body));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# no heading",
        "#",
        "1. no item",
        "12) no item",
        "1986. A year",
        "- no item",
        "+ no item",
        "* no item",
        "> no quote",
        "---",
        "===",
        "***",
        "___",
        "a *b* _c_ **d** __e__ ~~f~~",
        "`code` ``code``",
        "[text](url)",
        "![alt](url)",
        "[ref]: http://a/",
        "<b>bold</b>",
        "<!-- comment -->",
        "http://a/?a=b&copy=c &amp; &#35; &nosuch;",
        "\\* \\\\ \\a",
        "a_b_c __d",
        "| a | b |",
        ":--",
        "```",
        "~~~",
        "    indented",
        "!",
        "a\\",
        "<http://a/>",
        "&",
        "snake_case_",
        "[x] done",
        "[^1]: note",
        "$x^2$",
        "trailing #",
        "\\",
        "a|b",
        "-",
        "+",
        "1.",
        "a&"
      })
  void textThatLooksLikeMarkdownStaysText(String text) {
    for (String form :
        List.of(
            "<p>%s</p>",
            "<ul><li>%s</li></ul>",
            "<p>x<br>%s</p>",
            "<blockquote>%s</blockquote>",
            "<h3>%s</h3>",
            "<p>x <a href=/u>y</a>!<a href=/v>z</a> %s</p>",
            "<table><tr><th>h</th></tr><tr><td>%s</td></tr></table>",
            "<p><b>%s</b>a</p>")) {
      String html = form.formatted(Entities.escape(text));
      Document rendered = rendered(html);
      Element wanted = org.jsoup.Jsoup.parse(html).body();
      assertEquals(
          RenderedMarkdown.plain(wanted.text()),
          RenderedMarkdown.plain(rendered.body().text()),
          () -> markdown(html));
      assertEquals(
          wanted.select("a, code, img, h1, h2, h3, li, blockquote, hr, td").eachText().stream()
              .map(RenderedMarkdown::plain)
              .toList(),
          rendered
              .body()
              .select("a, code, img, h1, h2, h3, li, blockquote, hr, td")
              .eachText()
              .stream()
              .map(RenderedMarkdown::plain)
              .toList(),
          () -> markdown(html));
    }
  }

  @Test
  void aListWithinAListIsIndented() {
    assertEquals(
        "- a\n  - b\n    1. c\n    2. d\n- e",
        markdown("<ul><li>a<ul><li>b<ol><li>c<li>d</ol></ul><li>e</ul>"));
    assertEquals("3. a\n4. b", markdown("<ol start=3><li>a<li>b</ol>"));
    assertEquals("- a\n\n* b", markdown("<ul><li>a</ul><ul><li>b</ul>"));
  }

  @Test
  void anItemKeepsItsNumber() {
    assertEquals("3. a\n2) b\n1. c", markdown("<ol reversed><li>a<li>b<li>c</ol>"));
    assertEquals("1. a\n7) b\n8) c", markdown("<ol><li>a<li value=7>b<li>c</ol>"));
    Document rendered = rendered("<ol start=4><li>a<li value=2><p>b<ul><li>x</ul><li>c</ol>");
    assertEquals(List.of("4", "2"), rendered.select("ol").eachAttr("start"));
    assertEquals(List.of("a", "b x", "x", "c"), rendered.select("li").eachText());
  }

  @Test
  void superscriptSubscriptStrikeAndQuotesAreMarked() {
    assertEquals(
        "10<sup>6</sup> H<sub>2</sub>O <s>old</s> \u201Csaid\u201D",
        markdown("<p>10<sup>6</sup> H<sub>2</sub>O <del>old</del> <q>said</q>"));
    Document rendered =
        rendered(
            "<p><sup><a href=/n>[1]</a></sup><b>a</b><sub><i>b</i></sub><p><s></s>c"
                + "<table><tr><th>h</th></tr><tr><td>x<sup>2</sup></td></tr></table>");
    assertEquals("[1]", rendered.select("sup a").first().text());
    assertEquals("a", rendered.select("strong").text());
    assertEquals("b", rendered.select("sub em").text());
    assertEquals("2", rendered.select("td sup").text());
    assertEquals(0, rendered.select("s").size());
  }

  @Test
  void aLinkThatSaysNothingLeavesTheTextBeforeIt() {
    assertEquals("No! yes", markdown("<p>No!<a href=/x></a> yes"));
  }

  @Test
  void codeKeepsItsLinesAndNamesItsLanguage() {
    assertEquals(
        "```java\nint a;\n\n  int b;\n```",
        markdown("<pre><code class='hljs language-java'>int a;\n\n  int b;\n</code></pre>"));
    assertEquals(
        "```python\nx\n```",
        markdown("<div class='highlight-python'><div><pre>x</pre></div></div>"));
    assertEquals("````\n```\n````", markdown("<pre>```</pre>"));
    assertEquals("- a\n\n  ```\n  b\n\n  c\n  ```", markdown("<ul><li>a<pre>b\n\nc</pre></ul>"));
    assertEquals("`` ` `` and ``a`b``", markdown("<p><code>`</code> and <code>a`b</code>"));
  }

  @Test
  void linksAndImagesAreAbsolute() {
    assertEquals(
        "[a](http://site.test/x) [b](<http://site.test/dir/page.html#m(int)>) c"
            + " ![d \\[e\\]](http://site.test/dir/i.png)",
        markdown(
            "<p><a href='/x'>a</a> <a href='#m(int)'>b</a> <a href='javascript:x()'>c</a>"
                + " <img src=i.png alt='d [e]'>"));
    assertEquals(
        "[![](http://site.test/i.png)](http://site.test/x)",
        markdown("<a href=/x><img data-src=/i.png src=data:image/gif;base64,R0></a>"));
    assertEquals(
        "## [h](http://site.test/x)\n\n[p](http://site.test/x)",
        markdown("<a href=/x><h2>h</h2><p>p</p></a>"));
  }

  @Test
  void quotationsAndBreaksAreKept() {
    assertEquals(
        "> a\n>\n> > b\n\nc\\\nd",
        markdown("<blockquote>a<blockquote>b</blockquote></blockquote>c<br>d"));
  }

  @Test
  void emphasisIsAroundWords() {
    assertEquals(
        "**a** b*c* **Note**: d", markdown("<p><b> a </b>b<i>c</i> <strong>Note:</strong> d"));
  }

  @Test
  void aTableIsATable() {
    assertEquals(
        "c\n\n| a | b |\n| --- | --- |\n| 1\\|2 | x<br>y |\n| `p\\|q` | |",
        markdown(
            "<table><caption>c</caption><tr><th>a<th>b<tr><td>1|2<td><p>x<p>y"
                + "<tr><td><code>p|q</code></table>"));
  }

  @Test
  void aTableWithBlocksOrSpansIsHtmlWithMarkdownInside() {
    Document rendered =
        rendered(
            "<table><tr><th colspan=2>a<tr><td><ul><li>b<li>c</ul><td><pre>d\n\ne</pre></table>");
    assertEquals("2", rendered.select("th").attr("colspan"));
    assertEquals(List.of("b", "c"), rendered.select("td li").eachText());
    assertEquals("d\n\ne\n", rendered.select("td pre").first().wholeText());
  }

  @Test
  void aTableThatLaysOutAPageIsNotATable() {
    assertEquals("a\n\nb", markdown("<table role=presentation><tr><td>a<td>b</table>"));
  }

  @Test
  void headingsHaveAnchorsAndTheTitleIsTheFirst() {
    PageContent page =
        RenderedMarkdown.page(
            "<title>T - Site</title><meta property=og:title content=T><main><p>a<pre>b</pre>"
                + "<section id=s><h2>One <a href=#s>¶</a></h2></section>"
                + "<h3 id=t>Two</h3><h3><a name=u></a>Three</h3></main>");
    assertEquals(
        List.of("1 T ", "2 One s", "3 Two t", "3 Three u"),
        page.headings().stream()
            .map(heading -> heading.level() + " " + heading.text() + " " + heading.anchor())
            .toList());
    for (Heading heading : page.headings()) {
      String line = "#".repeat(heading.level()) + " " + heading.text() + "\n";
      assertTrue(page.markdown().startsWith(line, heading.offset()), page.markdown());
    }
  }
}
