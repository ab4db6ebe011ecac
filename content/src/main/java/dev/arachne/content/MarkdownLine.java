package dev.arachne.content;

import dev.arachne.content.MarkdownText.Place;

/**
 * Writes the text of one paragraph, heading or cell as Markdown: links, images, code and emphasis,
 * with single spaces. Only the outermost emphasis is written, and only around words, since only
 * there its signs are unambiguous (CommonMark 6.2). Confined to one thread.
 */
final class MarkdownLine {
  static final String PERMALINKS = "#¶§🔗";

  private final StringBuilder out = new StringBuilder();
  private final References references;
  private final Place place;
  private boolean spaceDue;
  private boolean breakDue;
  private boolean isInLink;
  private boolean isInEmphasis;
  private boolean isInCode;

  MarkdownLine(References references, Place place) {
    this.references = references;
    this.place = place;
  }

  /** Writes the content of a part; it becomes the text of {@code link} unless that is empty. */
  String of(Part part, String link) {
    if (link.isEmpty()) {
      inside(part);
    } else {
      link(part, link);
    }
    return out.toString();
  }

  private void inside(Part part) {
    for (Part child : part.children) {
      write(child);
    }
  }

  private void write(Part part) {
    if (part.isDropped) {
      return;
    }
    if (part.isText()) {
      if (isInCode) {
        code(part.text);
      } else {
        text(part.text);
      }
      return;
    }
    switch (part.tag) {
      case "br" -> breakDue = true;
      case "img" -> image(part);
      case "a" -> link(part);
      case "b", "strong" -> emphasis(part, "**");
      case "i", "em", "cite", "dfn" -> emphasis(part, "*");
      case "sup", "sub" -> marked(part, "<" + part.tag + ">", "</" + part.tag + ">");
      case "s", "strike", "del" -> marked(part, "<s>", "</s>");
      case "q" -> marked(part, "\u201C", "\u201D");
      case "code", "kbd", "samp", "tt" -> {
        boolean was = isInCode;
        isInCode = true;
        inside(part);
        isInCode = was;
      }
      default -> {
        if (part.isBlock) {
          breakDue |= !out.isEmpty() && place == Place.CELL;
          spaceDue = true;
          inside(part);
          breakDue |= place == Place.CELL;
          spaceDue = true;
        } else {
          inside(part);
        }
      }
    }
  }

  private void text(String text) {
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      int plain = MarkdownText.plainEnd(text, i);
      if (plain > i) {
        space();
        out.append(text, i, plain);
        i = plain;
        continue;
      }
      if (Spaces.isSpace(c)) {
        spaceDue = true;
      } else {
        space();
        MarkdownText.append(out, c, i + 1 < text.length() ? text.charAt(i + 1) : 0, place);
      }
      i++;
    }
  }

  private void code(String text) {
    String single = Spaces.single(text);
    if (single.isEmpty()) {
      spaceDue |= !text.isEmpty();
      return;
    }
    spaceDue |= Spaces.isSpace(text.charAt(0));
    if (!spaceDue && !out.isEmpty() && out.charAt(out.length() - 1) == '`') {
      spaceDue = true;
    }
    space();
    MarkdownText.code(out, single, place);
    spaceDue = Spaces.isSpace(text.charAt(text.length() - 1));
  }

  private void link(Part part) {
    String url = isInLink ? "" : references.absolute(part.attr("href"));
    if (url.isEmpty()) {
      inside(part);
    } else if (place != Place.HEADING || !isPermalink(part)) {
      link(part, url);
    }
  }

  /** Whether a link in a heading is an anchor sign that links to the heading itself. */
  private static boolean isPermalink(Part link) {
    String text = link.string(4);
    return link.attr("href").startsWith("#") && (text.isEmpty() || PERMALINKS.contains(text));
  }

  private void link(Part part, String url) {
    isInLink = true;
    boolean isWritten = enclosed(part, "[", "]");
    isInLink = false;
    if (isWritten) {
      MarkdownText.destination(out, url, place);
    }
  }

  /** Writes markup without a Markdown sign as HTML, which CommonMark accepts within a line. */
  private void marked(Part part, String open, String close) {
    if (isInCode || part.isBlock || part.measures.hasBlocks) {
      inside(part);
    } else {
      enclosed(part, open, close);
    }
  }

  /**
   * Writes the content of a part between two signs. Returns false, without signs, if it is empty.
   */
  private boolean enclosed(Part part, String open, String close) {
    int start = out.length();
    boolean due = spaceDue;
    boolean breaks = breakDue;
    space();
    boolean escapes = open.equals("[") && !out.isEmpty() && out.charAt(out.length() - 1) == '!';
    out.append(open);
    int from = out.length();
    inside(part);
    if (out.length() == from) {
      out.setLength(start);
      spaceDue |= due;
      breakDue |= breaks;
      return false;
    }
    if (escapes) {
      out.insert(from - open.length() - 1, '\\');
    }
    out.append(close);
    return true;
  }

  private void image(Part part) {
    String source = source(part);
    if (source.isEmpty()) {
      return;
    }
    space();
    out.append("![");
    String alt = Spaces.single(part.attr("alt"));
    for (int i = 0; i < Math.min(alt.length(), 1000); i++) {
      MarkdownText.append(out, alt.charAt(i), i + 1 < alt.length() ? alt.charAt(i + 1) : 0, place);
    }
    out.append(']');
    MarkdownText.destination(out, source, place);
  }

  /** The URL of an image, also if a script would load it later. */
  private String source(Part image) {
    for (String name : new String[] {"data-src", "data-original", "data-lazy-src", "src"}) {
      String source = references.absolute(image.attr(name));
      if (!source.isEmpty() && !image.attr(name).isBlank()) {
        return source;
      }
    }
    return "";
  }

  private void emphasis(Part part, String sign) {
    if (isInEmphasis || isInCode || isInLink) {
      inside(part);
      return;
    }
    isInEmphasis = true;
    int from = out.length();
    inside(part);
    isInEmphasis = false;
    int to = out.length();
    while (from < to && !MarkdownText.isWord(out.charAt(from)) && isPlain(from)) {
      from++;
    }
    while (from < to && !MarkdownText.isWord(out.charAt(to - 1)) && isPlain(to - 1)) {
      to--;
    }
    boolean touches = from > 0 && out.charAt(from - 1) == '*';
    if (from < to
        && !touches
        && MarkdownText.isWord(out.charAt(from))
        && MarkdownText.isWord(out.charAt(to - 1))
        && out.indexOf("\n", from) < 0) {
      out.insert(to, sign).insert(from, sign);
    }
  }

  /** Whether a character is plain text, not a sign of a link or of code. */
  private boolean isPlain(int at) {
    return "[]()`<>!\n".indexOf(out.charAt(at)) < 0;
  }

  /** Writes the space or the break that is due before the next text. */
  private void space() {
    boolean begun = !out.isEmpty() && out.charAt(out.length() - 1) != '\n';
    if (begun && breakDue && place != Place.HEADING && !isInLink) {
      out.append(place == Place.CELL ? "<br>" : "\\\n");
    } else if (begun && (spaceDue || breakDue) && !endsWithSpace()) {
      out.append(' ');
    }
    spaceDue = false;
    breakDue = false;
  }

  private boolean endsWithSpace() {
    char last = out.charAt(out.length() - 1);
    return last == ' ' || last == '[' && isInLink && !endsEscaped();
  }

  private boolean endsEscaped() {
    return out.length() > 1 && out.charAt(out.length() - 2) == '\\';
  }
}
