package dev.arachne.pace;

/**
 * Distinguishes an overloaded host from a few URLs that always answer 429 or 503. A host is
 * overloaded if several different URLs of it were refused of late. Confined to one thread.
 */
final class OverloadDetector {
  /** Outcomes that are remembered. */
  private static final int OUTCOMES = 16;

  /** Different URLs among them that show an overload. */
  private static final int URLS = 3;

  /** The same where the host is asked at a learned rate and the URL was refused before. */
  private static final int URLS_AT_LEARNED_RATE = 2;

  /** The positions of refused URLs in the ledger, plus 1, by outcome; 0 for an answer. */
  private final long[] recent = new long[OUTCOMES];

  private int next;

  /** Records an answer. */
  void answered() {
    add(0);
  }

  /**
   * A URL was refused.
   *
   * @param url its position in the ledger
   * @param isRateLearned whether the host was overloaded before, so that one more URL shows it
   * @return whether the host is overloaded
   */
  boolean refused(long url, boolean isRateLearned) {
    boolean isAgain = contains(url + 1);
    add(url + 1);
    return isRateLearned
        ? !isAgain || differentUrls() >= URLS_AT_LEARNED_RATE
        : differentUrls() >= URLS;
  }

  private void add(long outcome) {
    recent[next] = outcome;
    next = (next + 1) % OUTCOMES;
  }

  private boolean contains(long outcome) {
    for (long it : recent) {
      if (it == outcome) {
        return true;
      }
    }
    return false;
  }

  private int differentUrls() {
    int different = 0;
    for (int i = 0; i < OUTCOMES; i++) {
      different += recent[i] != 0 && isFirst(i) ? 1 : 0;
    }
    return different;
  }

  private boolean isFirst(int at) {
    for (int i = 0; i < at; i++) {
      if (recent[i] == recent[at]) {
        return false;
      }
    }
    return true;
  }
}
