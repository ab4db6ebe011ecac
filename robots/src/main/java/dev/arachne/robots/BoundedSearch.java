package dev.arachne.robots;

/**
 * The search for files with many patterns, or long paths, where a verdict could take long. It skips
 * pieces with two octets in a row that the path does not have, which leaves few of those in real
 * files. For the others each step costs the same, and the steps of a verdict are counted. Confined
 * to its verdict.
 */
final class BoundedSearch implements SegmentSearch {

  /** The most octets looked at for one verdict: a few milliseconds. */
  private static final int MOST = 1 << 19;

  /** The cost of a search before its first octet, in octets. */
  private static final int BEGINNING = 16;

  /** The number of single octets that the JDK searches in the time of a step. */
  private static final int SINGLES = 8;

  private static final int PAIRS = 1 << 12;

  /** Whether two octets in a row are somewhere in the path; by a hash of them. */
  private final boolean[] pairs = new boolean[PAIRS];

  private long left = MOST;

  /** A search in both forms of a path. */
  BoundedSearch(String path, String joined) {
    notePairs(path);
    notePairs(joined);
  }

  @Override
  public int end(PatternSegment piece, String path, int from) {
    left -= BEGINNING + piece.length();
    if (isExhausted() || !mayBeThere(piece)) {
      return -1;
    }
    boolean isSingle = piece.length() == 1;
    int end = isSingle ? piece.endIn(path, from) : piece.endInSteadily(path, from);
    int octets = (end < 0 ? path.length() : end) - from;
    left -= isSingle ? octets / SINGLES : octets;
    return end;
  }

  /** Whether the search exceeded the cost of one verdict; nothing was found then. */
  boolean isExhausted() {
    return left < 0;
  }

  private void notePairs(String path) {
    for (int i = 1; i < path.length(); i++) {
      pairs[pair(path, i)] = true;
    }
  }

  private boolean mayBeThere(PatternSegment piece) {
    String text = piece.text();
    for (int i = 1; i < text.length(); i++) {
      if (!pairs[pair(text, i)]) {
        return false;
      }
    }
    return true;
  }

  private static int pair(String text, int last) {
    return (text.charAt(last - 1) * 61 + text.charAt(last)) % PAIRS;
  }
}
