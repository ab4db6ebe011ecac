package dev.arachne.items;

import java.util.List;

/**
 * The result of scraping a page. Immutable.
 *
 * @param items its records, in the page's order
 * @param incomplete records that lack a required field
 * @param misfits texts that are not of the type of their field
 * @param follows the URLs at which to continue, in the page's order; a target may be there twice
 */
public record ScrapeResult(
    List<Item> items, List<Item> incomplete, List<Misfit> misfits, List<Follow> follows) {

  /** The result of a page without records and links. */
  public static final ScrapeResult NOTHING = new ScrapeResult(List.of(), List.of());

  /** Keeps copies. */
  public ScrapeResult {
    items = List.copyOf(items);
    incomplete = List.copyOf(incomplete);
    misfits = List.copyOf(misfits);
    follows = List.copyOf(follows);
  }

  /** A page all of whose records are complete. */
  public ScrapeResult(List<Item> items, List<Follow> follows) {
    this(items, List.of(), List.of(), follows);
  }
}
