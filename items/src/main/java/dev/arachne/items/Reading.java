package dev.arachne.items;

import java.util.List;
import org.jsoup.nodes.Element;

/** The way to read an element as a text where an expression names only the element. */
enum Reading {
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
  };

  private static final List<String> LINKS = List.of("href", "src", "data");

  abstract String of(Element element);

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
