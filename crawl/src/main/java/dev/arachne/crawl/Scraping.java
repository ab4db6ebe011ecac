package dev.arachne.crawl;

import dev.arachne.options.ItemOrder;
import java.util.List;
import java.util.Optional;

/**
 * What a crawl does with records. Immutable.
 *
 * @param scraper that finds them; empty if page processors alone add them
 * @param order in which they come
 * @param target where they go
 */
record Scraping(Optional<Scraper> scraper, ItemOrder order, ItemTarget target) {
  /** The fields of which the crawl counts how often they are found. */
  List<String> fields() {
    return scraper.map(Scraper::fields).orElse(List.of());
  }
}
