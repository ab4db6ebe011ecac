package dev.arachne.index;

import java.util.Locale;

/** How texts are cut into words before an analyzer sees them. Pure. */
final class Words {
  private static final int LONGEST_KEY = 100;

  private Words() {}

  /**
   * The text with a space in place of the characters that join names to longer ones ({@code
   * java.util}, {@code snake_case}, {@code a:b}), which analyzers take for one word. Each other
   * character keeps its place.
   */
  static String split(String text) {
    char[] changed = null;
    for (int i = 1; i < text.length() - 1; i++) {
      char c = text.charAt(i);
      if ((c == '.' || c == '_' || c == ':')
          && isOfName(text.charAt(i - 1))
          && Character.isLetter(text.charAt(i + 1))) {
        changed = changed == null ? text.toCharArray() : changed;
        changed[i] = ' ';
      }
    }
    return changed == null ? text : new String(changed);
  }

  private static boolean isOfName(char c) {
    return Character.isLetterOrDigit(c);
  }

  /**
   * A short text as {@link #split}, and behind it the parts of those of its names that are written
   * together ({@code HashMap}: hash, map).
   */
  static String withParts(String text) {
    String split = split(text);
    var parts = new StringBuilder(split);
    int from = 0;
    while (from < split.length()) {
      int to = from;
      while (to < split.length() && Character.isLetterOrDigit(split.charAt(to))) {
        to++;
      }
      addParts(split, from, to, parts);
      from = to + 1;
    }
    return parts.toString();
  }

  private static void addParts(String text, int from, int to, StringBuilder parts) {
    int begin = from;
    for (int i = from + 1; i <= to; i++) {
      if (i == to ? begin > from : beginsPart(text, i, to)) {
        parts.append(' ').append(text, begin, i);
        begin = i;
      }
    }
  }

  /** Whether a part begins here: at the U of {@code aUrl}, and at the S of {@code URLStream}. */
  private static boolean beginsPart(String text, int i, int to) {
    char before = text.charAt(i - 1);
    char c = text.charAt(i);
    return Character.isUpperCase(c)
        && (Character.isLowerCase(before)
            || Character.isUpperCase(before)
                && i + 1 < to
                && Character.isLowerCase(text.charAt(i + 1)));
  }

  /** Letters and digits of a name in lower case, by which it is the same however it is written. */
  static String key(String name) {
    var key = new StringBuilder();
    for (int i = 0; i < name.length() && key.length() <= LONGEST_KEY; i++) {
      if (Character.isLetterOrDigit(name.charAt(i))) {
        key.append(name.charAt(i));
      }
    }
    return key.length() > LONGEST_KEY ? "" : key.toString().toLowerCase(Locale.ROOT);
  }
}
