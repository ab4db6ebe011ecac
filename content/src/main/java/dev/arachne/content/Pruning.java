package dev.arachne.content;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Drops parts that do not belong to the main content. */
final class Pruning {
  private static final Set<String> GONE =
      Set.of(
          "input",
          "select",
          "textarea",
          "button",
          "iframe",
          "object",
          "embed",
          "footer",
          "aside",
          "nav");

  private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{Nd}]+");
  private static final double TITLE_SHARE = 0.75;

  /** The leniency that keeps everything except controls. */
  private static final int ALL = 3;

  private final String title;
  private final int leniency;
  private boolean seenProse;

  Pruning(String title, int leniency) {
    this.title = title.toLowerCase(Locale.ROOT);
    this.leniency = leniency;
  }

  void prune(Part top) {
    for (Part child : top.children) {
      visit(child, top, false);
    }
    Measurer.sum(top);
    if (leniency < ALL && top.measures.proseChars > top.measures.chars / 2) {
      dropAsides(top);
      Measurer.measure(top);
    }
  }

  private void dropAsides(Part part) {
    for (Part child : part.children) {
      if (child.isDropped || !child.isBlock) {
        continue;
      }
      seenProse |= child.measures.proseChars > 0 && child.isParagraph();
      switch (child.tag) {
        case "ul", "ol", "table", "pre", "dl", "figure" -> {}
        default -> {
          if (child.isParagraph()) {
            child.isDropped =
                !child.isTitle && (Asides.isAside(child) || !seenProse && Asides.isDateline(child));
          } else {
            dropAsides(child);
          }
        }
      }
    }
    dropBareHeadings(part.children);
  }

  /** Drops each heading whose text was dropped. */
  private static void dropBareHeadings(List<Part> parts) {
    boolean dropped = false;
    boolean kept = false;
    int below = 7;
    for (int i = parts.size() - 1; i >= 0; i--) {
      Part part = parts.get(i);
      int level = part.headingLevel();
      if (part.isDropped) {
        dropped |= part.measures.chars > 0 || part.isBlock;
      } else if (level > 0) {
        part.isDropped =
            !part.isTitle && !kept && dropped && below > level - 1 && part.measures.chars > 0;
        if (!part.isDropped) {
          kept = false;
          dropped = false;
          below = level;
        }
      } else if (part.measures.chars > 0 || part.measures.images > 0) {
        kept = true;
        below = 7;
      }
    }
  }

  private void visit(Part part, Part top, boolean verbatim) {
    if (part.isDropped || part.isText()) {
      return;
    }
    boolean inside =
        verbatim
            || part.is("pre")
            || part.is("code")
            || part.is("table") && part.measures.hasDataTable;
    for (Part child : part.children) {
      visit(child, top, inside);
    }
    Measurer.sum(part);
    part.isTitle = isTitle(part);
    part.isDropped =
        GONE.contains(part.tag) || !inside && !part.isTitle && isBoilerplate(part, top);
  }

  private boolean isTitle(Part part) {
    if (!part.is("h1") && !part.is("h2")) {
      return false;
    }
    String heading = part.string(300).toLowerCase(Locale.ROOT);
    return !heading.isEmpty()
        && (title.contains(heading) || shareWords(heading, title) >= TITLE_SHARE);
  }

  /** The share of a heading's words that a title has, 0 to 1. */
  private static double shareWords(String heading, String title) {
    Set<String> words = new HashSet<>(List.of(NO_WORD.split(title)));
    String[] its = NO_WORD.split(heading);
    int shared = 0;
    for (String word : its) {
      shared += words.contains(word) ? 1 : 0;
    }
    return (double) shared / its.length;
  }

  private boolean isBoilerplate(Part part, Part top) {
    Measures its = part.measures;
    if (leniency == ALL) {
      return false;
    }
    if (part.marks.isWidget()
        && its.chars < Math.max(500, top.measures.chars / 5)
        && !part.marks.isBody()) {
      return true;
    }
    if (leniency > 1) {
      return false;
    }
    return switch (part.tag) {
      case "form", "fieldset", "table", "ul", "ol", "div", "section" -> isPoor(part);
      default -> false;
    };
  }

  private static boolean isPoor(Part part) {
    Measures its = part.measures;
    if (its.hasDataTable || its.codes > 0) {
      return false;
    }
    boolean list = part.is("ul") || part.is("ol") || its.listChars > its.chars * 9 / 10;
    if (its.commas >= 10) {
      return false;
    }
    double links = its.linkDensity();
    boolean figure = part.parent != null && part.parent.is("figure");
    if (!figure && its.images > 1 && its.paragraphs * 2 < its.images) {
      return true;
    }
    if (!list && its.items - 100 > its.paragraphs) {
      return true;
    }
    if (its.inputs > its.paragraphs / 3) {
      return true;
    }
    if (!list
        && !figure
        && its.headingChars < its.chars * 9 / 10
        && its.chars < 25
        && (its.images == 0 || its.images > 2)
        && links > 0) {
      return true;
    }
    boolean content = part.marks.isContent();
    if (!content && links > 0.2 && !list) {
      return true;
    }
    return links > (list ? 0.75 : 0.5);
  }
}
