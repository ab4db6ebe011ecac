package dev.arachne.robots;

/**
 * A piece of a pattern, found in time that grows with the path alone. Immutable.
 *
 * <p>The JDK's search is the fastest for the short pieces that people write, but tries each place
 * again: its worst case is the path's length times the piece's. Pieces long enough for that to hurt
 * are searched with their table of borders (Knuth, Morris, Pratt 1977), which never steps back in
 * the path.
 */
final class PatternSegment {

  /** The length, in octets, up to which pieces are left to the JDK. */
  private static final int SHORT = 32;

  private final String text;

  /**
   * For each beginning of the piece, the length of its border, which is also its end; empty for
   * short pieces.
   */
  private final int[] borders;

  PatternSegment(String text) {
    this.text = text;
    this.borders = text.length() <= SHORT ? new int[0] : borders(text);
  }

  String text() {
    return text;
  }

  int length() {
    return text.length();
  }

  /** The end of the first occurrence at or after {@code from}, or -1 without one. */
  int endIn(String path, int from) {
    if (borders.length == 0) {
      int found = path.indexOf(text, from);
      return found < 0 ? -1 : found + text.length();
    }
    return endIn(path, from, borders);
  }

  /** The same in time that grows with the path alone for short pieces too. */
  int endInSteadily(String path, int from) {
    return endIn(path, from, borders.length == 0 ? borders(text) : borders);
  }

  private int endIn(String path, int from, int[] borders) {
    int matched = 0;
    for (int i = from; i < path.length(); i++) {
      matched = extend(text, borders, matched, path.charAt(i));
      if (matched == text.length()) {
        return i + 1;
      }
    }
    return -1;
  }

  private static int[] borders(String text) {
    int[] borders = new int[text.length() + 1];
    int border = 0;
    for (int i = 1; i < text.length(); i++) {
      border = extend(text, borders, border, text.charAt(i));
      borders[i + 1] = border;
    }
    return borders;
  }

  /** The length of the piece that is matched after one more octet, given the length before it. */
  private static int extend(String text, int[] borders, int matched, char octet) {
    int kept = matched;
    while (kept > 0 && text.charAt(kept) != octet) {
      kept = borders[kept];
    }
    return text.charAt(kept) == octet ? kept + 1 : 0;
  }
}
