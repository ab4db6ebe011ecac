package dev.arachne.content;

/** Escapes text so that Markdown does not parse it as markup (CommonMark 0.31 2.4). */
final class MarkdownText {
  /** The place of a text, which determines the characters that are markup. */
  enum Place {
    PARAGRAPH,
    HEADING,
    CELL
  }

  /** A list's number has no more digits (CommonMark 5.2). */
  private static final int DIGITS_OF_NUMBER = 9;

  private MarkdownText() {}

  /**
   * Appends one character of a text.
   *
   * @param to the text of the paragraph until now
   * @param next the character behind, 0 at the end
   */
  static void append(StringBuilder to, char c, char next, Place place) {
    boolean starts = to.isEmpty() || to.charAt(to.length() - 1) == '\n';
    boolean escapes =
        switch (c) {
          case '\\', '`', '*', '[', ']', '<', '~' -> true;
          case '_' -> starts || !isWord(to.charAt(to.length() - 1)) || !isWord(next);
          case '&' -> next == '#' || isAsciiLetter(next) || next == 0;
          case '|' -> starts || place == Place.CELL;
          case '>', '+', '-', '=', ':' -> starts;
          case '#' -> starts || place == Place.HEADING;
          case '.', ')' -> isNumber(to);
          default -> false;
        };
    if (escapes) {
      to.append('\\');
    }
    to.append(c);
  }

  /** The end of a run of ASCII letters and digits, which are never markup. */
  static int plainEnd(String text, int from) {
    int to = from;
    while (to < text.length() && isAsciiLetterOrDigit(text.charAt(to))) {
      to++;
    }
    return to;
  }

  private static boolean isAsciiLetterOrDigit(char c) {
    return isAsciiLetter(c) || c >= '0' && c <= '9';
  }

  /** Whether the last line is digits only, so that a point would make it an item of a list. */
  private static boolean isNumber(StringBuilder to) {
    int from = to.length();
    while (from > 0 && to.charAt(from - 1) >= '0' && to.charAt(from - 1) <= '9') {
      from--;
      if (to.length() - from > DIGITS_OF_NUMBER) {
        return false;
      }
    }
    return from < to.length() && (from == 0 || to.charAt(from - 1) == '\n');
  }

  /** Appends a code span; its text has single spaces. */
  static void code(StringBuilder to, String text, Place place) {
    int run = longestRun(text, '`');
    boolean pads = text.startsWith("`") || text.endsWith("`");
    to.repeat('`', run + 1);
    if (pads) {
      to.append(' ');
    }
    if (place == Place.CELL) {
      to.append(text.replace("|", "\\|"));
    } else {
      to.append(text);
    }
    if (pads) {
      to.append(' ');
    }
    to.repeat('`', run + 1);
  }

  /** Appends the target of a link, in parentheses. */
  static void destination(StringBuilder to, String url, Place place) {
    boolean brackets = url.isEmpty() || url.indexOf('(') >= 0 || url.indexOf(')') >= 0;
    to.append(brackets ? "(<" : "(");
    for (int i = 0; i < url.length(); i++) {
      char c = url.charAt(i);
      switch (c) {
        case '|' -> to.append(place == Place.CELL ? "%7C" : "|");
        case '<' -> to.append("%3C");
        case '>' -> to.append("%3E");
        case '\\' -> to.append("%5C");
        case '&' -> to.append("\\&");
        default -> to.append(c);
      }
    }
    to.append(brackets ? ">)" : ")");
  }

  /** The length of the longest run of a character. */
  static int longestRun(String text, char wanted) {
    int longest = 0;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == wanted ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }

  static boolean isWord(char c) {
    return Character.isLetterOrDigit(c);
  }

  private static boolean isAsciiLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }
}
