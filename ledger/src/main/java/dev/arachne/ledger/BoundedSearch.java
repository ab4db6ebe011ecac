package dev.arachne.ledger;

import dev.arachne.text.CountedText;
import java.util.regex.Pattern;

/**
 * A search for a regular expression in a URL with a bounded cost. A pattern that is quick on all
 * URLs of a site may backtrack without an end on the next one. The cost is the number of characters
 * looked at, so the same search always ends in the same way. Immutable.
 */
public final class BoundedSearch {
  /**
   * The most looks at characters in one search: some milliseconds. Usual patterns need a few
   * hundred.
   */
  private static final int MOST_LOOKS = 1_000_000;

  private BoundedSearch() {}

  /** The result of a search. */
  public enum Result {
    FOUND,
    ABSENT,
    /** The search was stopped, since it took too long. */
    UNKNOWN
  }

  /** Looks for a pattern in a URL. Thread-safe. */
  public static Result find(Pattern pattern, String url) {
    try {
      return pattern.matcher(new CountedText(url, new Looks())).find()
          ? Result.FOUND
          : Result.ABSENT;
    } catch (TooManyLooksException | StackOverflowError e) {
      return Result.UNKNOWN;
    }
  }

  private static final class TooManyLooksException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooManyLooksException() {
      super("a search takes too long", null, false, false);
    }
  }

  /** Counts looks up to the bound. */
  private static final class Looks implements Runnable {
    private int count;

    @Override
    public void run() {
      if (++count > MOST_LOOKS) {
        throw new TooManyLooksException();
      }
    }
  }
}
