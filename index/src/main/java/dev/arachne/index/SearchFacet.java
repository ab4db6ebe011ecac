package dev.arachne.index;

import java.util.List;

/**
 * How the pages that match are divided by one thing.
 *
 * @param name the prefix of a value in a query: {@code site}, {@code type}, {@code lang}
 * @param values those of most pages first
 */
public record SearchFacet(String name, List<Value> values) {
  /**
   * A value of a facet.
   *
   * @param value as it is typed behind {@code name:}
   * @param pages that have it
   */
  public record Value(String value, long pages) {}

  /** A facet; the list is copied. */
  public SearchFacet {
    values = List.copyOf(values);
  }
}
