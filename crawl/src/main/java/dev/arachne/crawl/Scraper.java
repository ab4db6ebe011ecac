package dev.arachne.crawl;

import dev.arachne.items.ScrapeResult;
import java.util.List;

/** A program's scraper: returns the records of a page, and the URLs to follow. */
@FunctionalInterface
public interface Scraper {
  /**
   * Scrapes a page (status 200). Called on a thread that may block, for several pages at the same
   * time, before their URLs are decided; the crawl continues meanwhile. The URL fails if it throws
   * an exception; other URLs are not affected. After a crash it is called again for the pages that
   * were in flight.
   */
  ScrapeResult scrape(CrawledPage page) throws Exception;

  /** Whether some records wait for fields of other pages: {@link ScrapeResult#partials}. */
  default boolean joins() {
    return false;
  }

  /** The fields whose fill rate the crawl counts. */
  default List<String> fields() {
    return List.of();
  }
}
