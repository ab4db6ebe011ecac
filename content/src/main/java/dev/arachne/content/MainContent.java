package dev.arachne.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the main content of a page: the parts of it that hold its text, without the boilerplate
 * around and between them.
 *
 * <p>Usual boilerplate around the text is dropped first, by tags, roles and class words. Then the
 * part with the best paragraphs is found ({@link Candidates}), related siblings are added, and
 * boilerplate between them is dropped ({@link Pruning}). If little remains, a rule may have dropped
 * the text itself: it is tried again with fewer rules. Two kinds of pages have no best part. The
 * content of documentation is all of its frame, with its code and tables; that of a page of many
 * short texts is all of them.
 *
 * <p>A try costs time in proportion to the page, and there are at most {@value #TRIES}. Confined to
 * one thread.
 */
final class MainContent {
  /** The number of characters of main content with which no further try is made. */
  private static final int ENOUGH = 500;

  private static final int TRIES = 3;

  /**
   * The number of pieces of code that make a page documentation, if a part is marked as its main.
   */
  private static final int CODES_OF_DOCUMENTATION = 1;

  /** Characters of prose for each piece of code, at most, in documentation. */
  private static final int PROSE_FOR_CODE = 1000;

  /** The share of the prose of a page that its best part has, at least, if it is an article. */
  private static final double SHARE_OF_ARTICLE = 0.4;

  private static final double SHARE_OF_SIBLING = 0.2;
  private static final int LEAST_OF_SIBLING = 10;
  private static final int LONG_SIBLING = 80;
  private static final double LINKS_OF_SIBLING = 0.25;

  private static final Set<String> ROLES =
      Set.of(
          "menu",
          "menubar",
          "complementary",
          "navigation",
          "alert",
          "alertdialog",
          "dialog",
          "banner",
          "contentinfo",
          "search");

  private static final Set<String> AROUND =
      Set.of("nav", "footer", "aside", "menu", "dialog", "search");

  private final Part root;
  private final String title;

  private MainContent(Part root, String title) {
    this.root = root;
    this.title = title;
  }

  /**
   * The parts of the page that are its main content, in its order.
   *
   * @param root the page's body
   * @param title as the page states it, for headings that repeat it
   */
  static List<Part> of(Part root, String title) {
    return new MainContent(root, title).find();
  }

  private List<Part> find() {
    dropAround();
    Part documentation = documentation(root);
    if (documentation != null) {
      restore(documentation);
      dropTagsAround(documentation);
      Measurer.measure(documentation);
      new Pruning(title, TRIES).prune(documentation);
      return List.of(documentation);
    }
    List<Part> best = List.of();
    int most = -1;
    int choice = 0;
    for (int leniency = 0; leniency < TRIES; leniency++) {
      List<Part> found = find(leniency);
      int chars = chars(found);
      if (chars >= ENOUGH) {
        return found;
      }
      if (chars > most) {
        most = chars;
        best = found;
        choice = leniency;
      }
    }
    if (prose(best) < SHARE_OF_ARTICLE * root.measures.proseChars && !isArticle(best.getFirst())) {
      return all();
    }
    return choice == TRIES - 1 ? best : find(choice);
  }

  private List<Part> find(int leniency) {
    if (leniency < 1) {
      dropAround();
    } else {
      restore(root);
      Measurer.measure(root);
    }
    var candidates = new Candidates(leniency < 2);
    Part best = candidates.best(root);
    if (best == null) {
      return all();
    }
    List<Part> found = withSiblings(best, candidates);
    for (Part part : found) {
      new Pruning(title, leniency).prune(part);
    }
    return found;
  }

  /** All of the page except the boilerplate around its text. */
  private List<Part> all() {
    dropAround();
    if (root.measures.chars == 0) {
      restore(root);
      Measurer.measure(root);
    }
    new Pruning(title, 1).prune(root);
    return List.of(root);
  }

  private static int chars(List<Part> parts) {
    return parts.stream().mapToInt(part -> part.measures.chars).sum();
  }

  private static int prose(List<Part> parts) {
    return parts.stream().mapToInt(part -> part.measures.proseChars).sum();
  }

  private static boolean isArticle(Part part) {
    for (Part up = part; up != null; up = up.parent) {
      if (up.marks.isBody() || up.is("article")) {
        return true;
      }
    }
    return false;
  }

  private static void restore(Part part) {
    part.isDropped = false;
    part.isTitle = false;
    part.children.forEach(MainContent::restore);
  }

  private void dropAround() {
    restore(root);
    dropAround(root, false);
    Measurer.measure(root);
  }

  private static void dropAround(Part part, boolean inside) {
    boolean keeps = inside || part.is("table") || part.is("pre") || part.is("code");
    for (Part child : part.children) {
      if (child.isText()) {
        continue;
      }
      child.isDropped = isAround(child, keeps);
      if (!child.isDropped) {
        dropAround(child, keeps);
      }
    }
  }

  private static void dropTagsAround(Part part) {
    for (Part child : part.children) {
      child.isDropped = isTaggedAround(child);
      dropTagsAround(child);
    }
  }

  private static boolean isTaggedAround(Part part) {
    return AROUND.contains(part.tag) || ROLES.contains(part.attr("role"));
  }

  private static boolean isAround(Part part, boolean inside) {
    if (isTaggedAround(part)) {
      return true;
    }
    return part.marks.isBoilerplate()
        && !part.marks.isContent()
        && !inside
        && !part.is("body")
        && !part.is("main")
        && !part.is("a")
        && part.headingLevel() == 0;
  }

  /** The part with all of a page of documentation, or null if it is another page. */
  private static @Nullable Part documentation(Part part) {
    if (part.isDropped || part.measures.codes < CODES_OF_DOCUMENTATION) {
      return null;
    }
    if (part.is("main") || part.attr("role").equals("main")) {
      return part.measures.proseChars < PROSE_FOR_CODE * part.measures.codes ? part : null;
    }
    for (Part child : part.children) {
      Part found = documentation(child);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static List<Part> withSiblings(Part best, Candidates candidates) {
    Part parent = best.parent;
    if (parent == null) {
      return List.of(best);
    }
    double threshold = Math.max(LEAST_OF_SIBLING, candidates.score(best) * SHARE_OF_SIBLING);
    List<Part> found = new ArrayList<>();
    for (Part sibling : parent.children) {
      if (sibling == best || !sibling.isDropped && belongs(sibling, best, threshold, candidates)) {
        found.add(sibling);
      }
    }
    return found;
  }

  private static boolean belongs(Part part, Part best, double threshold, Candidates candidates) {
    String name = part.attr("class");
    double bonus = !name.isEmpty() && name.equals(best.attr("class")) ? threshold : 0;
    double score = candidates.score(part);
    if (score > 0 && score + bonus >= threshold) {
      return true;
    }
    Measures its = part.measures;
    return part.isParagraph()
        && part.headingLevel() == 0
        && its.chars > LONG_SIBLING
        && its.linkDensity() < LINKS_OF_SIBLING;
  }
}
