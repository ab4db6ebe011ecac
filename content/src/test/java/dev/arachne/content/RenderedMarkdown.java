package dev.arachne.content;

import dev.arachne.url.CrawlUrl;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Markdown as others understand it: by commonmark-java, with GFM's tables. */
final class RenderedMarkdown {
  private static final List<org.commonmark.Extension> TABLES = List.of(TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(TABLES).build();
  private static final HtmlRenderer RENDERER = HtmlRenderer.builder().extensions(TABLES).build();

  private RenderedMarkdown() {}

  static Document of(String markdown) {
    return Jsoup.parse(RENDERER.render(PARSER.parse(markdown)));
  }

  /** What a page of HTML becomes, and is then understood as. */
  static Document ofPage(String html) {
    return of(page(html).markdown());
  }

  static PageContent page(String html) {
    return PageReader.read(
            html.getBytes(StandardCharsets.UTF_8),
            "text/html;charset=utf-8",
            "",
            CrawlUrl.of("http://site.test/dir/page.html"))
        .orElseThrow();
  }

  static List<String> headings(Element page) {
    return page.select("h1, h2, h3, h4, h5, h6").stream()
        .filter(heading -> heading.closest("table") == null || !heading.text().isBlank())
        .map(heading -> heading.normalName() + " " + plain(heading.text()))
        .toList();
  }

  /** Blocks of code, without the white space at their ends. */
  static List<String> blocks(Element page) {
    return page.select("pre").stream()
        .map(pre -> pre.wholeText().stripTrailing().replaceFirst("^\\s*\n", ""))
        .filter(code -> !code.isBlank())
        .toList();
  }

  /** All the characters of code within texts, but white space. */
  static String spans(Element page) {
    var spans = new StringBuilder();
    for (Element code : page.select("code")) {
      Element around = code.parent();
      if (around != null && around.closest("pre, code") == null) {
        spans.append(plain(code.text()).replace(" ", ""));
      }
    }
    return spans.toString();
  }

  /** All the characters of a page but white space. */
  static String characters(Element page) {
    return plain(page.wholeText()).replace(" ", "");
  }

  static String plain(String text) {
    return text.replaceAll("[\\s\u00A0\u200B\uFEFF\u3000]+", " ").strip();
  }
}
