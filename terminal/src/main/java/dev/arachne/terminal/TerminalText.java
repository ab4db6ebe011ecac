package dev.arachne.terminal;

/**
 * Text from anywhere, made safe for a terminal: it does not move the cursor, change colours or the
 * direction of writing, break the line or hide.
 */
public final class TerminalText {
  private TerminalText() {}

  /**
   * {@code text} with every character that is not plainly visible written as <code>\\u{HEX}</code>:
   * controls (C0, DEL, C1), format characters (bidirectional overrides, zero-width characters),
   * line and paragraph separators, lone surrogates, private and unassigned code points. Spaces
   * stay, others than the ASCII one become it.
   */
  public static String escaped(String text) {
    if (text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      return text;
    }
    var escaped = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(c -> append(c, escaped));
    return escaped.toString();
  }

  private static void append(int codePoint, StringBuilder to) {
    if (!isPlain(codePoint)) {
      to.append("\\u{").append(Integer.toHexString(codePoint)).append('}');
    } else if (Character.getType(codePoint) == Character.SPACE_SEPARATOR) {
      to.append(' ');
    } else {
      to.appendCodePoint(codePoint);
    }
  }

  /** Whether {@code codePoint} is a space or plainly visible. */
  static boolean isPlain(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /**
   * The beginning of {@code text} that fits into {@code columns} columns, its last one an ellipsis
   * if something was cut off.
   *
   * @param text escaped
   * @param columns 0 or more
   */
  static String cut(String text, int columns) {
    int used = 0;
    int fits = 0; // the end of the text that leaves a column for the ellipsis
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int codePoint = text.codePointAt(i);
      if (used < columns) {
        fits = used + columns(codePoint) <= columns - 1 ? i + Character.charCount(codePoint) : fits;
      }
      used += columns(codePoint);
    }
    if (used <= columns) {
      return text;
    }
    return columns == 0 ? "" : text.substring(0, fits) + "…";
  }

  /** Columns of a terminal that {@code text} takes, which is escaped. */
  static int columnsOf(String text) {
    return text.codePoints().map(TerminalText::columns).sum();
  }

  /**
   * Columns of a terminal that {@code codePoint} takes: 0 for marks, 2 for East Asian wide ones and
   * emoji.
   */
  private static int columns(int codePoint) {
    if (codePoint < 0x300) {
      return 1;
    }
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK -> 0;
      default -> isWide(codePoint) ? 2 : 1;
    };
  }

  private static boolean isWide(int codePoint) {
    return switch (Character.UnicodeScript.of(codePoint)) {
      case HAN, HANGUL, HIRAGANA, KATAKANA, BOPOMOFO, YI -> true;
      default ->
          (codePoint >= 0x3000 && codePoint <= 0x303F)
              || (codePoint >= 0xFF00 && codePoint <= 0xFF60)
              || Character.isEmojiPresentation(codePoint);
    };
  }
}
