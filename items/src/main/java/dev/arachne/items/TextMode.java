package dev.arachne.items;

import dev.arachne.json.JsonNode;
import dev.arachne.json.JsonTree;
import java.util.List;
import org.jsoup.nodes.Element;

/** The way to read an element, or a value of JSON, as a text where an expression names only it. */
enum TextMode {
  /** Its text, as a reader of the page sees it; of a script, the script. */
  TEXT {
    @Override
    String of(Element element) {
      String text = element.text();
      return text.isEmpty() ? element.data() : text;
    }
  },
  /**
   * The target of a link; the text if the element is not a link itself, as {@code link} in a feed.
   */
  LINK {
    @Override
    String of(Element element) {
      for (String attribute : LINKS) {
        if (element.hasAttr(attribute)) {
          return element.attr(attribute);
        }
      }
      return element.is("a, area") ? "" : element.text();
    }
  },
  /** Its text with line breaks where the page has them: at br, paragraphs, list items, rows. */
  LINES {
    @Override
    String of(Element element) {
      String text = element.wholeText();
      return text.isBlank() ? element.data() : PageLines.of(element);
    }

    @Override
    String tidy(String text) {
      return PageLines.tidy(text);
    }
  },
  /** JSON: of an element its script or text, of a value its JSON. */
  JSON {
    @Override
    String of(Element element) {
      return element.data().isEmpty() ? element.text() : element.data();
    }

    @Override
    String of(JsonNode node) {
      return JsonText.of(node.value());
    }

    @Override
    String tidy(String text) {
      return text.strip();
    }
  };

  private static final List<String> LINKS = List.of("href", "src", "data");

  abstract String of(Element element);

  /** A text as it is, a number in its digits; an array or object as JSON; nothing for null. */
  String of(JsonNode node) {
    return switch (node.value()) {
      case String text -> text;
      case JsonTree.Null _ -> "";
      default -> JsonText.of(node.value());
    };
  }

  /** The text that was found, without the white space that means nothing. */
  String tidy(String text) {
    return collapsed(text);
  }

  /** {@code text} with every run of white space, of no-break spaces too, made one space. */
  static String collapsed(String text) {
    var collapsed = new StringBuilder(text.length());
    boolean between = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
        between = !collapsed.isEmpty();
      } else {
        if (between) {
          collapsed.append(' ');
          between = false;
        }
        collapsed.append(c);
      }
    }
    return collapsed.toString();
  }
}
