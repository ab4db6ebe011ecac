package dev.arachne.items;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeVisitor;

/** The text of an element with its line breaks. */
final class PageLines {
  private static final List<String> CELLS = List.of("td", "th");

  private PageLines() {}

  /** The text; a block and br begin a new line, white space of the source does not. */
  static String of(Element element) {
    var text = new StringBuilder();
    element.traverse(
        new NodeVisitor() {
          @Override
          public void head(Node node, int depth) {
            if (node instanceof TextNode its) {
              text.append(isPreformatted(its) ? its.getWholeText() : spaced(its.getWholeText()));
            } else if (node instanceof Element its && (its.isBlock() || its.nameIs("br"))) {
              text.append(CELLS.contains(its.normalName()) ? ' ' : '\n');
            }
          }

          @Override
          public void tail(Node node, int depth) {
            if (node instanceof Element its && its.isBlock()) {
              text.append(CELLS.contains(its.normalName()) ? ' ' : '\n');
            }
          }
        });
    return text.toString();
  }

  private static boolean isPreformatted(TextNode text) {
    return text.parent() instanceof Element element && element.closest("pre, textarea") != null;
  }

  private static String spaced(String text) {
    return text.replace('\n', ' ').replace('\r', ' ').replace('\t', ' ');
  }

  /** Lines without white space around them, and none empty. */
  static String tidy(String text) {
    return Arrays.stream(text.split("\\R"))
        .map(TextMode::collapsed)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }
}
