package dev.arachne.index;

/**
 * A query for a search. Immutable.
 *
 * <p>All words must be in a page, or in the texts of links that lead to it; a text in quotes must
 * occur literally. A minus before a word excludes pages with it. {@code title:}, {@code url:} and
 * {@code text:} look there only; {@code site:}, {@code lang:}, {@code type:}, {@code since:} and
 * {@code link:} choose pages. Any other text is taken literally, so there are no syntax errors.
 *
 * @param text as it was typed; characters beyond {@value #LONGEST} are cut
 * @param page of the results, from 1
 * @param size results on a page, 1 to {@value #MOST_SIZE}
 * @param facets whether they are counted, which looks at every page that matches
 */
public record SearchQuery(String text, int page, int size, Facets facets) {
  /** Characters of a query that are read. */
  public static final int LONGEST = 1_000;

  /** Results on a page, at most. */
  public static final int MOST_SIZE = 100;

  private static final int USUAL_SIZE = 10;

  /** Whether facets are counted. */
  public enum Facets {
    /** Facets are not counted. */
    NONE,
    /** Facets are counted. */
    COUNTED
  }

  /** A query within the bounds. */
  public SearchQuery {
    text = text.length() > LONGEST ? text.substring(0, LONGEST) : text;
    if (page < 1 || size < 1 || size > MOST_SIZE) {
      throw new IllegalArgumentException("page " + page + " of " + size + " results");
    }
  }

  /** The first ten results of a text, without facets. */
  public static SearchQuery of(String text) {
    return new SearchQuery(text, 1, USUAL_SIZE, Facets.NONE);
  }

  /** Another page of the same. */
  public SearchQuery withPage(int other) {
    return new SearchQuery(text, other, size, facets);
  }

  /** The same with other pages. */
  public SearchQuery withSize(int other) {
    return new SearchQuery(text, page, other, facets);
  }

  /** The same with facets. */
  public SearchQuery withFacets() {
    return new SearchQuery(text, page, size, Facets.COUNTED);
  }
}
