package dev.arachne.content;

import java.util.List;
import java.util.Locale;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Determines the language of a page: its own statement, else its header, else the language
 * recognised in its text. Templates state English by default, so a text that is clearly in another
 * language takes precedence over it.
 */
final class Languages {
  private static final int LONG_TEXT = 300;

  private Languages() {}

  static String of(
      Document page, PageElements elements, String header, List<Fact> facts, String text) {
    String stated = stated(page, elements, header, facts);
    if (!stated.isEmpty() && !stated.equals("en") && !stated.startsWith("en-")) {
      return stated;
    }
    if (!stated.isEmpty() && text.length() < LONG_TEXT) {
      return stated;
    }
    String recognised = PageLanguage.of(text);
    return recognised.isEmpty() || recognised.equals("en") && !stated.isEmpty()
        ? stated
        : recognised;
  }

  private static String stated(
      Document page, PageElements elements, String header, List<Fact> facts) {
    Element root = elements.root;
    String tag = root == null ? "" : tag(root.attr("lang"));
    if (tag.isEmpty() && root != null) {
      tag = tag(root.attr("xml:lang"));
    }
    if (tag.isEmpty()) {
      tag = tag(page.body().attr("lang"));
    }
    if (tag.isEmpty()) {
      Element meta = elements.language;
      tag = meta == null ? "" : tag(meta.attr("content"));
    }
    if (tag.isEmpty()) {
      tag = tag(header);
    }
    return tag.isEmpty()
        ? tag(
            PageFacts.first(facts, "og:locale", "dc.language", "language", ".inLanguage")
                .orElse(""))
        : tag;
  }

  /** A tag in its canonical form; empty if it is not one, or there are several. */
  private static String tag(String stated) {
    String tag = Locale.forLanguageTag(stated.strip().replace('_', '-')).toLanguageTag();
    return tag.equals("und") || tag.startsWith("x-") ? "" : tag;
  }
}
