package dev.arachne.output;

import dev.arachne.items.Item;
import dev.arachne.items.PartialItem;
import java.util.List;

/**
 * The records of a page, to be committed with its verdict. Immutable; the bytes are never changed.
 *
 * @param ready its records that wait for no other page
 * @param partials records behind these that wait for their detail pages
 * @param details the fields that the page adds to such records of other pages, for each kind of
 *     record; empty if it adds none
 */
public record PageRecords(EncodedItems ready, List<PartialItem> partials, List<Item> details) {
  /** A page without records. */
  public static final PageRecords NONE = new PageRecords(EncodedItems.NONE, List.of(), List.of());

  /** Keeps copies. */
  public PageRecords {
    partials = List.copyOf(partials);
    details = List.copyOf(details);
  }
}
