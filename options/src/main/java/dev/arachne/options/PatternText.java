package dev.arachne.options;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Regular expressions as texts that have their flags in them. */
final class PatternText {
  private static final Map<Integer, String> LETTERS =
      new TreeMap<>(
          Map.of(
              Pattern.UNIX_LINES, "d",
              Pattern.CASE_INSENSITIVE, "i",
              Pattern.COMMENTS, "x",
              Pattern.MULTILINE, "m",
              Pattern.DOTALL, "s",
              Pattern.UNICODE_CASE, "u",
              Pattern.UNICODE_CHARACTER_CLASS, "U"));

  private PatternText() {}

  /** The text of which {@link Pattern#compile(String)} makes the same pattern. */
  static String of(Pattern pattern) {
    String text = pattern.pattern();
    if (hasFlags(text, pattern.flags())) {
      return text;
    }
    boolean isLiteral = (pattern.flags() & Pattern.LITERAL) != 0;
    var letters = new StringBuilder();
    LETTERS.forEach((flag, letter) -> {
      if ((pattern.flags() & flag) != 0) {
        letters.append(letter);
      }
    });
    return (letters.isEmpty() ? "" : "(?" + letters + ")")
        + (isLiteral ? Pattern.quote(text) : text);
  }

  /**
   * Checks that a pattern can be written as a text.
   *
   * @throws IllegalArgumentException if it has the one flag for which there is no letter
   */
  static void check(Pattern pattern) {
    if ((pattern.flags() & Pattern.CANON_EQ) != 0) {
      throw new IllegalArgumentException(
          "'" + pattern + "' has the flag CANON_EQ, which cannot be written down; leave it out");
    }
  }

  private static boolean hasFlags(String text, int flags) {
    try {
      return Pattern.compile(text).flags() == flags;
    } catch (PatternSyntaxException e) {
      return false; // A literal.
    }
  }
}
