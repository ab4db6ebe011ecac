package dev.arachne.crawl;

import dev.arachne.items.Scraped;
import java.util.List;

/** What a program makes of a page: its records, and where to go from there. */
@FunctionalInterface
public interface Scraper {
  /**
   * Looks for records on a page (status 200). Called on a thread that may block, several at the
   * same time, each before its URL is decided; the crawl goes on meanwhile. What it throws makes
   * the URL a failed one, and stops nothing else. After a crash it is asked again about the pages
   * that were in flight.
   */
  Scraped scrape(CrawledPage page) throws Exception;

  /** The fields of which the crawl is to count how often they are found. */
  default List<String> fields() {
    return List.of();
  }
}
