package dev.arachne.items;

import dev.arachne.url.CrawlUrl;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A record that lacks the fields of its detail page. Immutable.
 *
 * @param item its own fields, of which none is missing
 * @param detail the URL of its detail page; empty if it has none
 * @param kind which of {@link ScrapeResult#details} of that page completes it, from 0
 * @param required the fields of the detail page without which the record is skipped
 */
public record PartialItem(Item item, Optional<CrawlUrl> detail, int kind, Set<String> required) {

  /** Keeps a copy. */
  public PartialItem {
    required = Set.copyOf(required);
  }

  /** The record with the fields of its detail page: those that {@link ScrapeResult} has of it. */
  public Item with(List<Item> details) {
    if (kind >= details.size()) {
      return item;
    }
    Map<String, Object> values = new LinkedHashMap<>(item.values());
    details.get(kind).values().forEach(values::putIfAbsent);
    return new Item(values);
  }

  /** Whether a record that {@link #with} returned has a value, and all required fields. */
  public boolean isComplete(Item joined) {
    return !joined.values().isEmpty() && joined.values().keySet().containsAll(required);
  }
}
