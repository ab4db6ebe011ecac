package dev.arachne.content;

import java.util.ArrayList;
import java.util.List;

/**
 * A unit of Markdown that is kept together: a block of code, a table, or one line of other text,
 * with the empty lines behind it. Only for the output of {@link MarkdownWriter}. Immutable.
 *
 * @param from its start, in characters
 * @param to the start of the next one
 * @param beginsBlock whether it is at the margin, behind an empty line, code, or a table
 */
record MarkdownUnit(Kind kind, int from, int to, boolean beginsBlock) {
  enum Kind {
    LINE,
    CODE,
    TABLE,
    /** A table as HTML. */
    MARKUP
  }

  static List<MarkdownUnit> of(String markdown) {
    List<MarkdownUnit> units = new ArrayList<>();
    boolean isApart = true;
    int at = 0;
    while (at < markdown.length()) {
      int inside = inside(markdown, at);
      Kind kind = kind(markdown, inside);
      int to =
          switch (kind) {
            case LINE -> behindLine(markdown, at);
            case CODE -> behindCode(markdown, inside);
            case TABLE -> behindTable(markdown, at);
            case MARKUP -> behindMarkup(markdown, at);
          };
      boolean isAtMargin = markdown.charAt(at) != ' ';
      boolean wasLine = units.isEmpty() || units.getLast().kind == Kind.LINE;
      int next = to;
      while (next < markdown.length() && markdown.charAt(next) == '\n') {
        next++;
      }
      units.add(new MarkdownUnit(kind, at, next, isAtMargin && (isApart || !wasLine)));
      isApart = next > to;
      at = next;
    }
    return units;
  }

  /** The text that begins each part of it, if it is split; may be empty. */
  String head(String markdown) {
    int line = behindLine(markdown, from);
    return switch (kind) {
      case CODE -> markdown.charAt(from) == '`' ? markdown.substring(from, line) : "";
      case TABLE -> markdown.substring(from, Math.min(behindLine(markdown, line), to));
      case LINE, MARKUP -> "";
    };
  }

  /** The text that ends each part of it, if it is split; may be empty. */
  String foot(String markdown) {
    if (kind != Kind.CODE || markdown.charAt(from) != '`') {
      return "";
    }
    int last = to;
    while (last > from && markdown.charAt(last - 1) == '\n') {
      last--;
    }
    return markdown.substring(markdown.lastIndexOf('\n', last - 1) + 1, to);
  }

  private static Kind kind(String markdown, int at) {
    int line = behindLine(markdown, at);
    if (markdown.startsWith("```", at)) {
      int info = at;
      while (info < line && markdown.charAt(info) == '`') {
        info++;
      }
      int other = markdown.indexOf('`', info);
      return other < 0 || other >= line ? Kind.CODE : Kind.LINE;
    }
    if (markdown.startsWith("|", at)) {
      return Kind.TABLE;
    }
    return markdown.startsWith("<table>\n", at) ? Kind.MARKUP : Kind.LINE;
  }

  private static int behindCode(String markdown, int inside) {
    int fence = inside;
    while (fence < markdown.length() && markdown.charAt(fence) == '`') {
      fence++;
    }
    String ticks = markdown.substring(inside, fence);
    int at = behindLine(markdown, inside);
    while (at < markdown.length()) {
      int next = behindLine(markdown, at);
      int begin = margin(markdown, at);
      if (markdown.startsWith(ticks, begin)
          && markdown.substring(begin + ticks.length(), next).isBlank()) {
        return next;
      }
      at = next;
    }
    return at;
  }

  private static int behindTable(String markdown, int from) {
    int at = behindLine(markdown, from);
    while (at < markdown.length() && markdown.startsWith("|", margin(markdown, at))) {
      at = behindLine(markdown, at);
    }
    return at;
  }

  private static int behindMarkup(String markdown, int from) {
    int depth = 0;
    int at = from;
    while (at < markdown.length()) {
      int inside = inside(markdown, at);
      if (kind(markdown, inside) == Kind.CODE) {
        at = behindCode(markdown, inside);
        continue;
      }
      if (markdown.startsWith("<table>\n", inside)) {
        depth++;
      } else if (markdown.startsWith("</table>\n", inside)) {
        depth--;
      }
      at = behindLine(markdown, at);
      if (depth == 0) {
        return at;
      }
    }
    return at;
  }

  private static int behindLine(String markdown, int at) {
    int end = markdown.indexOf('\n', at);
    return end < 0 ? markdown.length() : end + 1;
  }

  /** The index behind the prefix of a line in quotations and lists, item signs not included. */
  private static int margin(String markdown, int from) {
    int at = from;
    while (at < markdown.length() && (markdown.charAt(at) == ' ' || markdown.charAt(at) == '>')) {
      at++;
    }
    return at;
  }

  /** The index behind the whole prefix of a line in quotations and lists. */
  private static int inside(String markdown, int from) {
    int at = margin(markdown, from);
    int sign = at;
    while (sign < markdown.length() && Character.isDigit(markdown.charAt(sign))) {
      sign++;
    }
    boolean isItem =
        sign + 1 < markdown.length()
            && (sign > at ? ".)" : "-*").indexOf(markdown.charAt(sign)) >= 0
            && markdown.charAt(sign + 1) == ' ';
    return isItem ? inside(markdown, sign + 2) : at;
  }
}
