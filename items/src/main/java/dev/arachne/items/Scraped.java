package dev.arachne.items;

import java.util.List;

/**
 * What a page yielded. Immutable.
 *
 * @param items its records, in the page's order
 * @param incomplete what would have been a record, had it not lacked a field that is required
 * @param follows where to go on, in the page's order; a target may be there twice
 */
public record Scraped(List<Item> items, List<Item> incomplete, List<Follow> follows) {

  /** A page that has nothing and leads nowhere. */
  public static final Scraped NOTHING = new Scraped(List.of(), List.of());

  /** Keeps copies. */
  public Scraped {
    items = List.copyOf(items);
    incomplete = List.copyOf(incomplete);
    follows = List.copyOf(follows);
  }

  /** A page all of whose records are complete. */
  public Scraped(List<Item> items, List<Follow> follows) {
    this(items, List.of(), follows);
  }
}
