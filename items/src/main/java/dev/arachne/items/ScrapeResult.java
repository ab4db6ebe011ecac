package dev.arachne.items;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of scraping a page. Immutable.
 *
 * @param items its records, in the page's order
 * @param incomplete records that lack a required field
 * @param misfits texts that are not of the type of their field
 * @param follows the URLs at which to continue, in the page's order; a target may be there twice
 * @param partials records that wait for the fields of their detail pages, behind the others
 * @param details the fields that the page adds to such records of other pages, for each kind of
 *     record
 */
public record ScrapeResult(
    List<Item> items,
    List<Item> incomplete,
    List<Misfit> misfits,
    List<Follow> follows,
    List<PartialItem> partials,
    List<Item> details) {

  /** The result of a page without records and links. */
  public static final ScrapeResult NOTHING = new ScrapeResult(List.of(), List.of());

  /** Keeps copies. */
  public ScrapeResult {
    items = List.copyOf(items);
    incomplete = List.copyOf(incomplete);
    misfits = List.copyOf(misfits);
    follows = List.copyOf(follows);
    partials = List.copyOf(partials);
    details = List.copyOf(details);
  }

  /** A page all of whose records are complete. */
  public ScrapeResult(List<Item> items, List<Follow> follows) {
    this(items, List.of(), List.of(), follows, List.of(), List.of());
  }

  /** The page by itself: records that wait for other pages are without the fields of these. */
  public ScrapeResult alone() {
    List<Item> all = new ArrayList<>(items);
    List<Item> lacking = new ArrayList<>(incomplete);
    for (PartialItem partial : partials) {
      (partial.isComplete(partial.item()) ? all : lacking).add(partial.item());
    }
    return new ScrapeResult(all, lacking, misfits, follows, List.of(), details);
  }
}
