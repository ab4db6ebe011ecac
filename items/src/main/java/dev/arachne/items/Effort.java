package dev.arachne.items;

/**
 * The limit of the work for one page. Rules are trusted, pages are not: an expression that is quick
 * on a thousand pages can be extremely slow on a page that was made for it. So work is counted, in
 * steps of a few nanoseconds. Confined to one thread.
 */
final class Effort {
  /** A few seconds of a processor. */
  private static final long MOST_STEPS = 1_000_000_000;

  /**
   * Steps for each kept character, so that the values of a page have 62 million characters at most.
   */
  private static final long STEPS_PER_KEPT_CHARACTER = 16;

  private long left;

  Effort(long steps) {
    left = steps;
  }

  /** The limit for any page. */
  static Effort ofPage() {
    return new Effort(MOST_STEPS);
  }

  /**
   * Counts work before it is done.
   *
   * @throws TooMuchException if it is more than a page may cost
   */
  void look(long steps) {
    left -= steps;
    if (left < 0) {
      throw new TooMuchException("looking for the items of this page takes too long");
    }
  }

  /** Counts a value that is kept, as {@link #look}. */
  void keep(String value) {
    look(STEPS_PER_KEPT_CHARACTER * value.length());
  }
}
