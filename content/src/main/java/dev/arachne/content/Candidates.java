package dev.arachne.content;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the part of a page that holds its text. Each paragraph adds points to the parts around it,
 * fewer to those farther up. A part loses the share of its points that equals the links' share of
 * its text.
 */
final class Candidates {
  private static final int LEVELS = 6;
  private static final int SHORTEST = 25;
  private static final int CHARS_A_POINT = 100;
  private static final int MOST_POINTS_OF_LENGTH = 3;
  private static final int MARK = 25;
  private static final int BODY_MARK = 60;
  private static final Set<String> SCORED =
      Set.of("section", "h2", "h3", "h4", "h5", "h6", "p", "td", "pre", Part.RUN);

  private final Map<Part, Double> points = new IdentityHashMap<>();
  private final List<Part> order = new ArrayList<>();
  private final boolean weighsMarks;

  Candidates(boolean weighsMarks) {
    this.weighsMarks = weighsMarks;
  }

  /** The best part, or null if no text was found. */
  @Nullable Part best(Part root) {
    collect(root);
    Part best = null;
    double most = 0;
    for (Part part : order) {
      double score = score(part);
      if (best == null || score > most) {
        best = part;
        most = score;
      }
    }
    return best == null ? null : up(best);
  }

  /** The score of a part, 0 if it is not a candidate. */
  double score(Part part) {
    return points.getOrDefault(part, 0.0) * (1 - part.measures.linkDensity());
  }

  private void collect(Part part) {
    if (part.isDropped) {
      return;
    }
    if (part.isBlock && (SCORED.contains(part.tag) || part.isParagraph())) {
      give(part);
    }
    for (Part child : part.children) {
      if (child.isBlock) {
        collect(child);
      }
    }
  }

  private void give(Part paragraph) {
    int chars = paragraph.measures.chars;
    if (chars < SHORTEST || !paragraph.isParagraph() && !paragraph.is("td")) {
      return;
    }
    double value =
        1 + paragraph.measures.commas + Math.min(MOST_POINTS_OF_LENGTH, chars / CHARS_A_POINT);
    Part up = paragraph.parent;
    for (int level = 0; up != null && level < LEVELS; level++) {
      Double has = points.get(up);
      if (has == null) {
        has = start(up);
        order.add(up);
      }
      double divisor = level == 0 ? 1 : level == 1 ? 2 : level * 3;
      points.put(up, has + value / divisor);
      up = up.parent;
    }
  }

  private double start(Part part) {
    double start =
        switch (part.tag) {
          case "div", "article", "main" -> 5;
          case "pre", "td", "blockquote" -> 3;
          case "address", "ol", "ul", "dl", "dd", "dt", "li", "form" -> -3;
          case "h1", "h2", "h3", "h4", "h5", "h6", "th" -> -5;
          default -> 0;
        };
    if (weighsMarks) {
      start += part.marks.isBody() ? BODY_MARK : part.marks.isContent() ? MARK : 0;
      start -= part.marks.isBoilerplate() || part.marks.isWidget() ? MARK : 0;
    }
    return start;
  }

  /** The ancestor that is a better choice: it has a higher score, or contains only this part. */
  private Part up(Part best) {
    Part found = best;
    double last = score(best);
    double threshold = last / 3;
    for (Part up = best.parent; up != null && !up.is("body"); up = up.parent) {
      if (!points.containsKey(up)) {
        continue;
      }
      double score = score(up);
      if (score < threshold) {
        break;
      }
      if (score > last) {
        found = up;
        break;
      }
      last = score;
    }
    while (found.parent != null && !found.parent.is("body") && isOnly(found)) {
      found = found.parent;
    }
    return found;
  }

  private static boolean isOnly(Part part) {
    Part parent = part.parent;
    return parent != null && parent.measures.chars == part.measures.chars;
  }
}
