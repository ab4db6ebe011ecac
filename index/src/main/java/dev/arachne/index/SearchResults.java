package dev.arachne.index;

import java.util.List;
import java.util.Optional;

/**
 * The results of a search.
 *
 * @param hits those of the requested page, best first; empty behind the last one
 * @param page which one that is, from 1
 * @param pages how many there are
 * @param total pages that match, including those that are omitted as nearly the same
 * @param counted whether {@code total} is exact, or a lower bound
 * @param facets in the order in which they are shown; empty if they were not requested
 * @param remark one line about how the query was understood, if it was not as typed
 */
public record SearchResults(
    List<SearchHit> hits,
    int page,
    int pages,
    long total,
    Counted counted,
    List<SearchFacet> facets,
    Optional<String> remark) {
  /** The kind of a total. */
  public enum Counted {
    /** The number. */
    EXACTLY,
    /** There are more. */
    AT_LEAST
  }

  static final String NO_WORDS = "nothing to search for; use words";
  static final String SOME_WORDS = "no page has all of these words; these have some of them";

  /** Results; the lists are copied. */
  public SearchResults {
    hits = List.copyOf(hits);
    facets = List.copyOf(facets);
  }

  /** No results, and why. */
  static SearchResults none(SearchQuery query, String why) {
    return new SearchResults(
        List.of(), query.page(), 0, 0, Counted.EXACTLY, List.of(), Optional.of(why));
  }
}
