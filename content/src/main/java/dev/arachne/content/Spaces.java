package dev.arachne.content;

/** The small syntaxes of HTML: white space, whose runs count as one space, and numbers. */
final class Spaces {
  private Spaces() {}

  /** Appends a text, each run of white space as one space, none at the beginning. */
  static void append(StringBuilder to, String text, int limit) {
    boolean space = to.isEmpty() || to.charAt(to.length() - 1) == ' ';
    for (int i = 0; i < text.length() && to.length() < limit; i++) {
      char c = text.charAt(i);
      if (isSpace(c)) {
        if (!space) {
          to.append(' ');
          space = true;
        }
      } else {
        to.append(c);
        space = false;
      }
    }
  }

  /** A text with single spaces, none at its ends. */
  static String single(String text) {
    var to = new StringBuilder(text.length());
    append(to, text, Integer.MAX_VALUE);
    int end = to.length();
    if (end > 0 && to.charAt(end - 1) == ' ') {
      end--;
    }
    return to.substring(0, end);
  }

  static boolean isSpace(char c) {
    return c <= ' ' || c == '\u00A0' || c == '\u200B' || c == '\uFEFF' || c == '\u3000';
  }

  /** A number of at most nine digits in an attribute; -1 if there is no number. */
  static int number(String attribute) {
    String digits = attribute.strip();
    if (digits.isEmpty() || digits.length() > 9) {
      return -1;
    }
    int number = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      number = number * 10 + c - '0';
    }
    return number;
  }
}
