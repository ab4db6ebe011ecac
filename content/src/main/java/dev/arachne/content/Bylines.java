package dev.arachne.content;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.nodes.Element;

/** Finds the authors of a page. */
final class Bylines {
  private static final int LONGEST = 120;
  private static final int MOST = 10;

  private static final String[] NAMES = {
    ".author.name",
    ".author",
    "author",
    "article:author",
    "parsely-author",
    "dc.creator",
    "sailthru.author",
    "byl"
  };

  private static final String[] BEFORE = {"by ", "von ", "par ", "por ", "written by "};

  private Bylines() {}

  /** The names of the authors, a comma between; empty if the page does not state them. */
  static String author(PageElements elements, List<Fact> facts) {
    for (String name : NAMES) {
      Set<String> authors = new LinkedHashSet<>();
      for (Fact fact : facts) {
        if (PageFacts.is(fact, name) && isName(fact.value()) && authors.size() < MOST) {
          authors.add(plain(fact.value()));
        }
      }
      if (!authors.isEmpty()) {
        return String.join(", ", authors);
      }
    }
    Element byline = elements.byline;
    String text = byline == null ? "" : Spaces.single(byline.text());
    return isName(text) ? plain(text) : "";
  }

  private static boolean isName(String text) {
    return !text.isEmpty()
        && text.length() <= LONGEST
        && !text.startsWith("http")
        && text.indexOf('{') < 0;
  }

  private static String plain(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    for (String before : BEFORE) {
      if (lower.startsWith(before)) {
        return text.substring(before.length());
      }
    }
    return text;
  }
}
