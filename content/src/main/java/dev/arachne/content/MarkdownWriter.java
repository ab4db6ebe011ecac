package dev.arachne.content;

import dev.arachne.content.MarkdownText.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes parts as CommonMark with the tables of GitHub Flavored Markdown. Headings have the form
 * {@code # text}, code is fenced and names its language, links and images are absolute. Confined to
 * one thread.
 */
final class MarkdownWriter {
  /**
   * The maximum depth of nested lists and quotations; deeper ones are written without their markup.
   */
  private static final int DEPTH = 8;

  /** A list's number has nine digits at most (CommonMark 5.2). */
  private static final int MOST = 999_999_999;

  private static final int LONGEST_LANGUAGE = 20;

  private static final int LONGEST_HEADING = 1000;

  private final StringBuilder out = new StringBuilder();
  private final List<Heading> headings = new ArrayList<>();
  private final References references;

  /** The prefix of each line: the signs of quotations, the space of lists. */
  private String prefix = "";

  /** The start of the next line: the prefix, or a list's sign in place of it. */
  private String lineStart = "";

  /** Whether an empty line is due before the next block. */
  private boolean gap;

  private boolean isTight;
  private int depth;

  /** The target of a link around whole blocks; empty outside of one. */
  private String link = "";

  /** The sign of the last list; a list directly behind it must have another one. */
  private char lastSign;

  MarkdownWriter(References references) {
    this.references = references;
  }

  /**
   * A page as Markdown, each line ended.
   *
   * @param title for the first heading, unless one of the parts is the title; empty for none
   */
  String write(String title, List<Part> parts) {
    if (!title.isEmpty() && !hasTitle(parts)) {
      var line = new StringBuilder();
      for (int i = 0; i < title.length(); i++) {
        char next = i + 1 < title.length() ? title.charAt(i + 1) : 0;
        MarkdownText.append(line, title.charAt(i), next, Place.HEADING);
      }
      heading(1, line.toString(), title, "");
    }
    parts.forEach(this::block);
    return out.toString();
  }

  /** The headings that were written. */
  List<Heading> headings() {
    return headings;
  }

  private static boolean hasTitle(List<Part> parts) {
    for (Part part : parts) {
      if (!part.isDropped && (part.isTitle || part.is("h1") || hasTitle(part.children))) {
        return true;
      }
    }
    return false;
  }

  private void heading(int level, String line, String text, String anchor) {
    separate();
    headings.add(new Heading(level, text, anchor, out.length()));
    lines("#".repeat(level) + " " + line);
  }

  /** The fragment of a heading: its own, or that of a section which it begins. */
  private static String anchor(Part heading) {
    String own = ownAnchor(heading, 0);
    Part part = heading;
    for (int i = 0; i < 2 && own.isEmpty() && part.parent != null; i++) {
      for (Part sibling : part.parent.children) {
        if (sibling == part || sibling.isBlock) {
          if (sibling != part) {
            return "";
          }
          break;
        }
      }
      part = part.parent;
      own = part.attr("id");
    }
    return own;
  }

  private static String ownAnchor(Part part, int depth) {
    String own = part.attr("id");
    if (own.isEmpty() && part.is("a")) {
      own = part.attr("name");
    }
    if (own.isEmpty() && depth < 3) {
      for (Part child : part.children) {
        String its = ownAnchor(child, depth + 1);
        if (!its.isEmpty()) {
          return its;
        }
      }
    }
    return own;
  }

  private void block(Part part) {
    if (part.isDropped) {
      return;
    }
    int level = part.headingLevel();
    if (level > 0) {
      String text = line(part, Place.HEADING);
      if (!text.isEmpty()) {
        heading(level, text, withoutPermalink(part.string(LONGEST_HEADING)), anchor(part));
      }
      return;
    }
    switch (part.tag) {
      case "pre" -> code(part);
      case "ul", "ol", "dir", "menu" -> list(part);
      case "dl" -> definitions(part);
      case "blockquote" -> quotation(part);
      case "table" -> table(part);
      case "hr" -> lines("---");
      default -> {
        if (part.isParagraph() || !part.isBlock) {
          paragraph(part);
        } else {
          blocks(part);
        }
      }
    }
  }

  private static String withoutPermalink(String heading) {
    int to = heading.length();
    while (to > 0
        && (MarkdownLine.PERMALINKS.indexOf(heading.charAt(to - 1)) >= 0
            || heading.charAt(to - 1) == ' ')) {
      to--;
    }
    return to == 0 ? heading : heading.substring(0, to);
  }

  private void blocks(Part part) {
    String was = link;
    if (part.is("a") && link.isEmpty()) {
      link = references.absolute(part.attr("href"));
    }
    part.children.forEach(this::block);
    link = was;
  }

  private void paragraph(Part part) {
    String text = part.isBlock ? line(part, Place.PARAGRAPH) : single(part);
    if (!text.isEmpty()) {
      lines(text);
    }
  }

  /** An inline part that is a child of a part with blocks. */
  private String single(Part part) {
    Part run = Part.run();
    run.children = List.of(part);
    return line(run, Place.PARAGRAPH);
  }

  private String line(Part part, Place place) {
    return new MarkdownLine(references, place).of(part, link);
  }

  private void code(Part part) {
    var text = new StringBuilder();
    verbatim(part, text);
    int to = text.length();
    while (to > 0 && text.charAt(to - 1) <= ' ') {
      to--;
    }
    int from = 0;
    for (int i = 0; i < to && text.charAt(i) <= ' '; i++) {
      if (text.charAt(i) == '\n') {
        from = i + 1;
      }
    }
    if (from >= to) {
      return;
    }
    String code = text.substring(from, to);
    String fence = "`".repeat(Math.max(3, MarkdownText.longestRun(code, '`') + 1));
    lines(fence + language(part) + "\n" + code + "\n" + fence);
  }

  private static void verbatim(Part part, StringBuilder to) {
    if (part.isDropped) {
      return;
    }
    if (part.isText()) {
      to.append(part.text.replace("\r\n", "\n").replace('\r', '\n'));
    } else if (part.is("br")) {
      to.append('\n');
    } else {
      for (Part child : part.children) {
        boolean breaks = child.isBlock && !to.isEmpty() && to.charAt(to.length() - 1) != '\n';
        if (breaks) {
          to.append('\n');
        }
        verbatim(child, to);
      }
    }
  }

  /** The language for a highlighter, from a class of the code or of an element around it. */
  private static String language(Part pre) {
    String own = language(pre.attr("class") + " " + pre.attr("data-lang") + " ");
    for (Part child : pre.children) {
      if (own.isEmpty() && child.is("code")) {
        own = language(child.attr("class"));
      }
    }
    Part up = pre.parent;
    for (int i = 0; i < 2 && own.isEmpty() && up != null; i++) {
      own = language(up.attr("class"));
      up = up.parent;
    }
    return own;
  }

  private static String language(String classes) {
    String lower = classes.toLowerCase(Locale.ROOT);
    for (String prefix :
        new String[] {
          "language-", "lang-", "highlight-source-", "highlight-", "brush: ", "brush:"
        }) {
      int at = lower.indexOf(prefix);
      if (at >= 0 && (at == 0 || lower.charAt(at - 1) == ' ')) {
        int from = at + prefix.length();
        int to = from;
        while (to < lower.length()
            && to - from < LONGEST_LANGUAGE
            && (Character.isLetterOrDigit(lower.charAt(to))
                || "+#-_".indexOf(lower.charAt(to)) >= 0)) {
          to++;
        }
        String name = lower.substring(from, to);
        return name.equals("none") || name.equals("default") ? "" : name;
      }
    }
    return "";
  }

  private void quotation(Part part) {
    if (depth >= DEPTH) {
      blocks(part);
      return;
    }
    separate();
    String was = prefix;
    lineStart = lineStart + "> ";
    prefix = was + "> ";
    int before = out.length();
    boolean tight = isTight;
    isTight = false;
    gap = false;
    depth++;
    blocks(part);
    depth--;
    isTight = tight;
    leave(was, before);
  }

  private void list(Part part) {
    char sign = part.is("ol") ? '.' : '-';
    if (lastSign == sign) {
      sign = sign == '.' ? ')' : '*';
    }
    int step = part.hasAttr("reversed") ? -1 : 1;
    int number = number(part, step);
    int next = number;
    boolean tight = isTight;
    boolean items = true;
    for (Part item : part.children) {
      items &= item.isDropped || isTightItem(item);
    }
    isTight = items;
    boolean first = true;
    for (Part item : part.children) {
      if (item.isDropped) {
        continue;
      }
      int own = part.is("ol") ? Spaces.number(item.attr("value")) : -1;
      number = own < 0 ? number : own;
      if (!first && part.is("ol") && number != next) {
        sign = sign == '.' ? ')' : '.'; // Readers continue the numbers, but not in another list.
      }
      String marker = part.is("ol") ? number + "" + sign + " " : sign + " ";
      if (first) {
        isTight = tight && depth > 0;
      }
      if (item(item, marker)) {
        first = false;
        next = Math.min(number + 1, MOST);
        number = Math.clamp(number + step, 0, MOST);
      }
      isTight = items;
    }
    isTight = tight;
    gap = true;
    lastSign = first ? lastSign : sign;
  }

  private static int number(Part list, int step) {
    int start = Spaces.number(list.attr("start"));
    if (start >= 0) {
      return start;
    }
    return step > 0 ? 1 : (int) list.children.stream().filter(item -> item.is("li")).count();
  }

  /** Whether an item is a paragraph, with lists behind it at most. */
  private static boolean isTightItem(Part item) {
    if (item.isParagraph()) {
      return true;
    }
    boolean first = true;
    for (Part child : item.children) {
      if (child.isDropped) {
        continue;
      }
      boolean list = child.is("ul") || child.is("ol");
      if (first ? !(child.isParagraph() && !child.is("p") || list) : !list) {
        return false;
      }
      first = false;
    }
    return true;
  }

  /** Writes an item of a list; returns whether it had text. */
  private boolean item(Part part, String marker) {
    if (depth >= DEPTH) {
      int before = out.length();
      block(part);
      return out.length() > before;
    }
    boolean nested = part.is("ul") || part.is("ol");
    if (nested) {
      int before = out.length();
      depth++;
      list(part);
      depth--;
      return out.length() > before;
    }
    separate();
    String was = prefix;
    lineStart = lineStart + marker;
    prefix = was + " ".repeat(marker.length());
    int before = out.length();
    gap = false;
    depth++;
    lastSign = 0;
    if (part.isParagraph()) {
      paragraph(part);
    } else {
      boolean tight = isTight;
      isTight = isTightItem(part);
      blocks(part);
      isTight = tight;
    }
    depth--;
    lastSign = 0;
    return leave(was, before);
  }

  /** Goes back to a prefix; returns whether anything was written under the other. */
  private boolean leave(String was, int before) {
    prefix = was;
    boolean wrote = out.length() > before;
    if (wrote) {
      lineStart = was;
      gap = true;
    } else {
      // The separating line stays; the next block must not be separated again.
      lineStart = lineStart.substring(0, Math.min(lineStart.length(), was.length()));
      gap = false;
    }
    return wrote;
  }

  /** Writes terms as paragraphs, their definitions as lists. */
  private void definitions(Part part) {
    for (Part child : part.children) {
      if (child.isDropped) {
        continue;
      }
      switch (child.tag) {
        case "dd" -> {
          boolean tight = isTight;
          isTight = false;
          item(child, "- ");
          isTight = tight;
          lastSign = '-';
        }
        case "div" -> definitions(child);
        default -> {
          block(child);
          lastSign = 0;
        }
      }
    }
  }

  private void table(Part part) {
    MarkdownTable table = MarkdownTable.of(part);
    switch (table.form()) {
      case LAYOUT -> table.rows().forEach(row -> row.forEach(this::blocks));
      case GRID -> lines(table.write(cell -> line(cell, Place.CELL)));
      case MARKUP -> markup(table);
    }
  }

  /**
   * Writes a table that GFM cannot express, with cells of several blocks or columns, as HTML with
   * Markdown inside.
   */
  private void markup(MarkdownTable table) {
    boolean tight = isTight;
    isTight = false;
    if (table.caption() != null) {
      blocks(table.caption());
    }
    lines("<table>");
    for (List<Part> row : table.rows()) {
      gap = false;
      lines("<tr>");
      for (Part cell : row) {
        gap = false;
        lines("<" + cell.tag + MarkdownTable.spans(cell) + ">");
        blocks(cell);
        lines("</" + cell.tag + ">");
      }
      gap = false;
      lines("</tr>");
    }
    gap = false;
    lines("</table>");
    isTight = tight;
  }

  /** Writes an empty line if one is due, never behind a list's sign. */
  private void separate() {
    if (gap && !isTight && !out.isEmpty()) {
      out.append(prefix.stripTrailing()).append('\n');
    }
    gap = false;
  }

  private void lines(String text) {
    separate();
    int from = 0;
    while (from <= text.length()) {
      int to = text.indexOf('\n', from);
      to = to < 0 ? text.length() : to;
      if (to > from) {
        out.append(lineStart).append(text, from, to);
      } else {
        out.append(lineStart.stripTrailing());
      }
      out.append('\n');
      lineStart = prefix;
      from = to + 1;
    }
    gap = true;
    lastSign = 0;
  }
}
