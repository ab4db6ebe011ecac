package dev.arachne.content;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a page by their kind, found in one traversal: selectors would need a traversal
 * each. Confined to one thread.
 */
final class PageElements {
  private static final Pattern CANONICAL = Pattern.compile("(?i)\\bcanonical\\b");

  /** The first {@code base} with a URL. */
  @Nullable Element base;

  /** The first {@code html}. */
  @Nullable Element root;

  /** The first {@code h1}. */
  @Nullable Element heading;

  /** The first {@code link} to the page's canonical URL. */
  @Nullable Element canonical;

  /** The first {@code meta} in place of a {@code Content-Language} header. */
  @Nullable Element language;

  /** The first element that is marked as the page's author. */
  @Nullable Element byline;

  /** Each {@code link} with a language and a URL. */
  final List<Element> alternates = new ArrayList<>();

  /** Each {@code a}. */
  final List<Element> anchors = new ArrayList<>();

  private PageElements() {}

  static PageElements of(Document page) {
    var elements = new PageElements();
    elements.walk(page);
    return elements;
  }

  private void walk(Element element) {
    look(element);
    int size = element.childNodeSize();
    for (int i = 0; i < size; i++) {
      Node child = element.childNode(i);
      if (child instanceof Element its) {
        walk(its);
      }
    }
  }

  private void look(Element element) {
    boolean isBare = element.attributesSize() == 0;
    switch (element.normalName()) {
      case "a" -> anchors.add(element);
      case "html" -> root = root == null ? element : root;
      case "h1" -> heading = heading == null ? element : heading;
      case "base" -> base = base == null && element.hasAttr("href") ? element : base;
      case "link" -> link(element);
      case "meta" -> {
        if (language == null
            && element.attr("http-equiv").trim().equalsIgnoreCase("content-language")) {
          language = element;
        }
      }
      default -> {}
    }
    if (!isBare && byline == null && isByline(element)) {
      byline = element;
    }
  }

  private void link(Element link) {
    if (!link.hasAttr("href")) {
      return;
    }
    if (canonical == null && CANONICAL.matcher(link.attr("rel")).find()) {
      canonical = link;
    }
    if (link.hasAttr("hreflang")) {
      alternates.add(link);
    }
  }

  private static boolean isByline(Element element) {
    return element.attr("rel").trim().equalsIgnoreCase("author")
        || element.attr("itemprop").contains("author")
        || element.hasClass("byline")
        || element.hasClass("author-name")
        || element.hasClass("author");
  }
}
