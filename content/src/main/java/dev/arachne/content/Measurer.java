package dev.arachne.content;

import java.util.Set;

/** Measures parts from the leaves up, each once. */
final class Measurer {
  private static final Set<String> EMBEDS = Set.of("object", "embed", "iframe", "video", "audio");
  private static final int PROSE = 80;
  private static final double PROSE_LINKS = 0.25;

  private Measurer() {}

  /** Measures a part and all in it. */
  static void measure(Part part) {
    for (Part child : part.children) {
      if (!child.isText()) {
        measure(child);
      }
    }
    sum(part);
  }

  /** Measures a part whose children are measured. */
  static void sum(Part part) {
    Measures sum = part.measures;
    if (part.isText()) {
      return; // Measured when it was made.
    }
    sum.clear();
    for (Part child : part.children) {
      if (!child.isDropped) {
        sum.add(child.measures);
        sum.hasBlocks |= child.isBlock;
      }
    }
    switch (part.tag) {
      case "a" -> sum.linkChars = part.attr("href").startsWith("#") ? sum.chars / 3 : sum.chars;
      case "p", Part.RUN -> sum.paragraphs += part.is("p") || sum.chars > 0 ? 1 : 0;
      case "img", "picture" -> sum.images = 1;
      case "li" -> sum.items++;
      case "input", "select", "textarea", "button" -> sum.inputs++;
      case "h1", "h2", "h3", "h4", "h5", "h6" -> sum.headingChars = sum.chars;
      case "ul", "ol" -> sum.listChars = sum.chars;
      case "pre", "code", "dl" -> sum.codes++;
      case "table" -> {
        sum.tables++;
        sum.hasDataTable |= DataTables.isData(part);
      }
      default -> {
        if (EMBEDS.contains(part.tag)) {
          sum.embeds++;
        }
      }
    }
    if (part.isBlock
        && !sum.hasBlocks
        && sum.chars >= PROSE
        && sum.linkDensity() < PROSE_LINKS
        && !part.tag.startsWith("h")) {
      sum.proseChars = sum.chars;
    }
  }

  /** Measures a text. */
  static void text(Part part) {
    String text = part.text;
    Measures sum = part.measures;
    int chars = 0;
    int commas = 0;
    boolean space = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Spaces.isSpace(c)) {
        chars++;
        space = false;
        if (isComma(c)) {
          commas++;
        }
      } else if (!space) {
        chars++;
        space = true;
      }
    }
    sum.chars = space && chars > 0 ? chars - 1 : chars;
    sum.commas = commas;
  }

  private static boolean isComma(char c) {
    return c == ',' || c == '\u3001' || c == '\uFF0C' || c == '\u060C';
  }
}
