package dev.arachne.crawl;

/**
 * The gain of showing a page in a browser: links and words that the page lacks as received.
 * Immutable.
 *
 * @param links in the crawl's scope, each once
 * @param words distinct ones
 */
record PageGain(int links, int words) {
  /**
   * Words that are not a gain: scripts without real content often add some, such as a button to
   * copy a text.
   */
  private static final int WORDS = 8;

  /** Nothing. */
  static final PageGain NONE = new PageGain(0, 0);

  /** Whether the page had to be shown for it. */
  boolean isWorthIt() {
    return links > 0 || words >= WORDS;
  }

  /** The gain in words for people. */
  String text() {
    return count(links, "link") + " and " + count(words, "word");
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
