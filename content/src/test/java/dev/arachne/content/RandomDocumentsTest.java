package dev.arachne.content;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Entities;
import org.junit.jupiter.api.Test;

/** Documents of any shape, read as Markdown and rendered back. */
class RandomDocumentsTest {
  private static final int DOCUMENTS = 2000;

  private static final String[] TEXTS = {
    "word",
    "two words",
    "*",
    "_",
    "a_b",
    "`",
    "``",
    "[",
    "]",
    "](",
    "<",
    "<b>",
    "&amp;",
    "&",
    "#",
    "1.",
    "-",
    "+",
    ">",
    "|",
    "\\",
    "!",
    "~~",
    "=",
    "é",
    "中文",
    "\uD83D\uDE00",
    "a.b",
    ":",
    "---",
    "x|y",
    "\"q\"",
    "(p)"
  };

  private final Random random = new Random(11);

  @Test
  void theTextTheHeadingsTheLinksAndTheCodeComeBack() {
    for (int i = 0; i < DOCUMENTS; i++) {
      String html = "<main>" + blocks(3) + "<pre>end</pre></main>";
      PageContent page = RenderedMarkdown.page(html);
      Document wanted = Jsoup.parse(html);
      Document got = RenderedMarkdown.of(page.markdown());
      String both = html + "\n\n" + page.markdown();
      assertEquals(
          RenderedMarkdown.characters(wanted.body()),
          RenderedMarkdown.characters(got.body()),
          both);
      assertEquals(headings(wanted), headings(got), both);
      assertEquals(RenderedMarkdown.blocks(wanted), RenderedMarkdown.blocks(got), both);
      assertEquals(RenderedMarkdown.spans(wanted), RenderedMarkdown.spans(got), both);
      assertEquals(links(wanted), links(got), both);
    }
  }

  @Test
  void tablesComeBackCellByCell() {
    for (int i = 0; i < DOCUMENTS; i++) {
      int columns = 1 + random.nextInt(4);
      var html = new StringBuilder("<main><pre>x</pre><table>");
      for (int row = 0; row <= random.nextInt(5) + 1; row++) {
        html.append("<tr>");
        for (int column = 0; column < columns; column++) {
          html.append(row == 0 ? "<th>h " : "<td>").append(inline(2)).append(row == 0 ? "" : " c");
        }
      }
      html.append("</table></main>");
      PageContent page = RenderedMarkdown.page(html.toString());
      assertEquals(
          cells(Jsoup.parse(html.toString())),
          cells(RenderedMarkdown.of(page.markdown())),
          html + "\n\n" + page.markdown());
    }
  }

  private static List<String> headings(Element page) {
    return page.select("h1, h2, h3, h4, h5, h6").stream()
        .map(heading -> heading.normalName() + " " + heading.text().replaceAll("\\s", ""))
        .filter(heading -> heading.length() > 3)
        .toList();
  }

  private static List<List<String>> cells(Element page) {
    List<List<String>> rows = new ArrayList<>();
    for (Element row : page.select("tr")) {
      List<String> cells = row.select("th, td").eachText();
      boolean empty = cells.stream().allMatch(String::isBlank);
      if (!empty) {
        rows.add(cells.stream().map(text -> text.replaceAll("\\s", "")).toList());
      }
    }
    return rows;
  }

  private static List<String> links(Element page) {
    return page.select("a[href]").stream()
        .map(link -> link.text().replaceAll("\\s", "") + " " + link.attr("href"))
        .filter(link -> !link.startsWith(" "))
        .toList();
  }

  private String blocks(int depth) {
    var html = new StringBuilder();
    for (int n = 1 + random.nextInt(4); n > 0; n--) {
      html.append(block(depth));
    }
    return html.toString();
  }

  private String block(int depth) {
    int kind = random.nextInt(depth > 0 ? 10 : 5);
    return switch (kind) {
      case 0, 1 -> "<p>" + inline(3) + "</p>";
      case 2 -> "<h2>" + inline(2) + "</h2>";
      case 3 -> "<pre>" + Entities.escape("l " + text() + "\n\n  " + text() + " l") + "</pre>";
      case 4 -> inline(3);
      case 5 -> "<ul>" + items(depth - 1) + "</ul>";
      case 6 -> "<ol>" + items(depth - 1) + "</ol>";
      case 7 -> "<blockquote>" + blocks(depth - 1) + "</blockquote>";
      case 8 -> "<div>" + blocks(depth - 1) + "</div>";
      default -> "<dl><dt>" + inline(1) + "</dt><dd>" + blocks(depth - 1) + "</dd></dl>";
    };
  }

  private String items(int depth) {
    var html = new StringBuilder();
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      html.append("<li>").append(random.nextBoolean() ? inline(2) : blocks(depth)).append("</li>");
    }
    return html.toString();
  }

  private String inline(int depth) {
    var html = new StringBuilder();
    for (int n = 1 + random.nextInt(4); n > 0; n--) {
      html.append(
          switch (random.nextInt(depth > 0 ? 12 : 4)) {
            case 0, 1, 2, 3, 4 -> Entities.escape(text());
            case 5 -> "<b>" + inline(depth - 1) + "</b>";
            case 6 -> "<em>" + inline(depth - 1) + "</em>";
            case 7 -> "<a href=\"http://site.test/" + n + "\">" + Entities.escape(text()) + "</a>";
            case 8 -> "<code>" + Entities.escape(text()) + "</code>";
            case 9 -> "<br>";
            case 10 -> " ";
            default -> "<span>" + inline(depth - 1) + "</span>";
          });
    }
    return html.toString();
  }

  private String text() {
    return TEXTS[random.nextInt(TEXTS.length)];
  }
}
