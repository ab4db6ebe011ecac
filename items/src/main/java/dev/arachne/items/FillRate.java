package dev.arachne.items;

/**
 * How often a field was found. Immutable.
 *
 * @param field its name
 * @param pages pages that had a record, complete or not
 * @param pagesFilled those of them on which some record had the field
 * @param records all records of these pages
 * @param recordsFilled those of them that had the field
 */
public record FillRate(
    String field, long pages, long pagesFilled, long records, long recordsFilled) {

  /** The share of records that have the field, in percent, rounded down; 0 without records. */
  public int percent() {
    return records == 0 ? 0 : (int) (100 * recordsFilled / records);
  }

  /** Whether most pages lack it. */
  public boolean isSparse() {
    return 2 * pagesFilled < pages;
  }

  /** The rate in one line, for users. */
  public String text() {
    return "field %s was found on %,d of %,d pages; %d%% of their records have it"
        .formatted(field, pagesFilled, pages, percent());
  }
}
