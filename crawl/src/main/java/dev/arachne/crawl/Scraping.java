package dev.arachne.crawl;

import dev.arachne.frontier.Frontier;
import dev.arachne.items.Follow;
import dev.arachne.items.Item;
import dev.arachne.items.PageFill;
import dev.arachne.items.ScrapeResult;
import dev.arachne.options.ItemOrder;
import dev.arachne.output.EncodedItems;
import dev.arachne.output.ItemOutput;
import dev.arachne.output.ItemTarget;
import dev.arachne.output.Outputs;
import dev.arachne.output.PageRecords;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The handling of records in a crawl. Immutable.
 *
 * @param scraper finds the records; empty if only page processors add records
 * @param order of the records
 * @param target output of the records
 * @param names of URLs in them
 */
record Scraping(Optional<Scraper> scraper, ItemOrder order, ItemTarget target, UrlDisplay names) {
  /** The fields whose fill rate the crawl counts. */
  List<String> fields() {
    return scraper.map(Scraper::fields).orElse(List.of());
  }

  /** The way of records to their output, where the last process that crawled left it. */
  ItemOutput pipeline(EventLoop loop, List<CrawlUrl> roots, Frontier frontier, Outputs outputs) {
    ItemOutput output = ItemOutput.of(order, target, roots, frontier);
    return joins() ? output.joining(loop, names::display, fields(), outputs::awaitRoom) : output;
  }

  /** Whether records have fields of other pages. */
  boolean joins() {
    return scraper.map(Scraper::joins).orElse(false);
  }

  /** Whether a scraper looks at pages. */
  boolean scrapes() {
    return scraper.isPresent();
  }

  /**
   * Returns the yield of a page, from the scraper and from the processors before it. Called on any
   * thread that may block.
   *
   * @param isScraped whether the scraper is called
   */
  PageOutput output(CrawledPage page, boolean isScraped) throws Exception {
    Optional<Scraper> its = isScraped ? scraper : Optional.empty();
    ScrapeResult scraped = its.isPresent() ? its.get().scrape(page) : ScrapeResult.NOTHING;
    List<Follow> follows = new ArrayList<>(page.follows());
    follows.addAll(scraped.follows());
    List<Item> items = new ArrayList<>(page.items());
    items.addAll(scraped.items());
    items.replaceAll(names::display);
    PageFill fill = PageFill.of(scraped, fields());
    return new PageOutput(
        List.copyOf(page.links()),
        follows,
        new PageRecords(
            new EncodedItems(items.size(), target.bytes(page.url(), items)),
            scraped.partials(),
            scraped.details()),
        fill.isEmpty() ? new byte[0] : fill.toBytes(),
        page.notes(),
        page.stops(),
        scraped.misfits(),
        List.of(),
        "");
  }
}
