package dev.arachne.crawl;

import dev.arachne.items.Follow;
import dev.arachne.items.Item;
import dev.arachne.items.PageFill;
import dev.arachne.items.Scraped;
import dev.arachne.options.ItemOrder;
import dev.arachne.output.ItemTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a crawl does with records. Immutable.
 *
 * @param scraper that finds them; empty if page processors alone add them
 * @param order in which they come
 * @param target where they go
 * @param names of URLs in them
 */
record Scraping(Optional<Scraper> scraper, ItemOrder order, ItemTarget target, Names names) {
  /** The fields of which the crawl counts how often they are found. */
  List<String> fields() {
    return scraper.map(Scraper::fields).orElse(List.of());
  }

  /** Whether a scraper looks at pages. */
  boolean scrapes() {
    return scraper.isPresent();
  }

  /**
   * What a page yields: by the scraper, and by the processors that had it before. Any thread that
   * may block.
   *
   * @param isScraped whether the scraper is to have it
   */
  Harvest harvest(CrawledPage page, boolean isScraped) throws Exception {
    Optional<Scraper> its = isScraped ? scraper : Optional.empty();
    Scraped scraped = its.isPresent() ? its.get().scrape(page) : Scraped.NOTHING;
    List<Follow> follows = new ArrayList<>(page.follows());
    follows.addAll(scraped.follows());
    List<Item> items = new ArrayList<>(page.items());
    items.addAll(scraped.items());
    items.replaceAll(names::display);
    PageFill fill = PageFill.of(scraped, fields());
    return new Harvest(
        List.copyOf(page.links()),
        follows,
        items.size(),
        target.bytes(page.url(), items),
        fill.isEmpty() ? new byte[0] : fill.toBytes(),
        page.notes(),
        page.stops(),
        List.of());
  }
}
