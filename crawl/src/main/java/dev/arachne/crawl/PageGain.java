package dev.arachne.crawl;

/**
 * What a page has in a browser that it lacks as it comes. Immutable.
 *
 * @param links of the crawl's scope, each once
 * @param words different ones
 */
record PageGain(int links, int words) {
  /** Scripts that change nothing of note add some words all the same, such as to copy a text. */
  private static final int WORDS = 8;

  /** Nothing. */
  static final PageGain NONE = new PageGain(0, 0);

  /** Whether the page had to be shown for it. */
  boolean isWorthIt() {
    return links > 0 || words >= WORDS;
  }

  /** In words for people. */
  String text() {
    return count(links, "link") + " and " + count(words, "word");
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
