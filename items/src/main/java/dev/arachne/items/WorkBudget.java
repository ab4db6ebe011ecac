package dev.arachne.items;

/**
 * The limit of the work for one page. Rules are trusted, pages are not: an expression that is quick
 * on a thousand pages can be extremely slow on a page that was made for it. So work is counted, in
 * steps of a few nanoseconds. Confined to one thread.
 */
final class WorkBudget {
  /** A few seconds of a processor. */
  private static final long MOST_STEPS = 1_000_000_000;

  /**
   * Steps for each kept character, so that the values of a page have 62 million characters at most.
   */
  private static final long STEPS_PER_KEPT_CHARACTER = 16;

  private long left;

  WorkBudget(long steps) {
    left = steps;
  }

  /** The limit for any page. */
  static WorkBudget ofPage() {
    return new WorkBudget(MOST_STEPS);
  }

  /**
   * Counts work before it is done.
   *
   * @throws WorkLimitException if it is more than a page may cost
   */
  void spend(long steps) {
    left -= steps;
    if (left < 0) {
      throw new WorkLimitException("looking for the items of this page takes too long");
    }
  }

  /** Counts a value that is kept, as {@link #spend}. */
  void keep(String value) {
    spend(STEPS_PER_KEPT_CHARACTER * value.length());
  }
}
