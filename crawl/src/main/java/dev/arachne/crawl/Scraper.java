package dev.arachne.crawl;

import dev.arachne.items.Scraped;

/** What a program makes of a page: its records, and where to go from there. */
@FunctionalInterface
public interface Scraper {
  /**
   * Looks for records on a page (status 200). Called on a thread that may block, several at the
   * same time, each before its URL is decided; the crawl goes on meanwhile. What it throws makes
   * the URL a failed one, and stops nothing else.
   */
  Scraped scrape(CrawledPage page) throws Exception;
}
