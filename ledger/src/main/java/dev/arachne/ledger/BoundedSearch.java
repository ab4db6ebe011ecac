package dev.arachne.ledger;

import java.util.regex.Pattern;

/**
 * A search for a regular expression in a URL whose cost is bounded: a pattern that is quick on all
 * URLs of a site may backtrack without an end on the next one. What is counted is how often a
 * character is looked at, so the same search always ends in the same way. Immutable.
 */
public final class BoundedSearch {
  /** Looks at characters in one search: some milliseconds. Usual patterns need a few hundred. */
  private static final int MOST_LOOKS = 1_000_000;

  private BoundedSearch() {}

  /** What a search has come to. */
  public enum Result {
    FOUND,
    ABSENT,
    /** It was given up, since it took too long. */
    UNKNOWN
  }

  /** Looks for a pattern in a URL. Thread-safe. */
  public static Result find(Pattern pattern, String url) {
    try {
      return pattern.matcher(new CountedText(url)).find() ? Result.FOUND : Result.ABSENT;
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

  /** A text that counts how often it is looked at, which is what backtracking does. */
  private static final class CountedText implements CharSequence {
    private final String text;
    private int looks;

    CountedText(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (++looks > MOST_LOOKS) {
        throw new TooManyLooksException();
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
