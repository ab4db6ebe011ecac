package dev.arachne.findings;

/** Texts from the web as texts of HTML and XML. */
final class Markup {
  private Markup() {}

  /**
   * Escapes a text for an element or a quoted attribute. Characters that XML does not allow become
   * U+FFFD, and so do those that turn the direction of a line around.
   */
  static String escaped(String text) {
    StringBuilder escaped = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      String instead = instead(text, i, c);
      if (instead != null && escaped == null) {
        escaped = new StringBuilder(text.length() + 16).append(text, 0, i);
      }
      if (escaped != null) {
        if (instead == null) {
          escaped.append(c);
        } else {
          escaped.append(instead);
        }
      }
    }
    return escaped == null ? text : escaped.toString();
  }

  private static @org.jspecify.annotations.Nullable String instead(String text, int at, char c) {
    return switch (c) {
      case '<' -> "&lt;";
      case '>' -> "&gt;";
      case '&' -> "&amp;";
      case '"' -> "&quot;";
      case '\'' -> "&#39;";
      case '\t', '\n', '\r' -> " ";
      default -> isBad(text, at, c) ? "\uFFFD" : null;
    };
  }

  private static boolean isBad(String text, int at, char c) {
    if (Character.isHighSurrogate(c)) {
      return at + 1 >= text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
    }
    if (Character.isLowSurrogate(c)) {
      return at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
    }
    boolean turns = c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069;
    return c < ' ' || c >= 0x7F && c < 0xA0 || c >= 0xFFFE || turns;
  }
}
