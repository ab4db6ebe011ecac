package dev.arachne.crawl;

/** What a program does with each page of its crawl. */
@FunctionalInterface
public interface PageHandler {
  /**
   * Deals with a page. Called on a thread that may block, several at the same time, each before its
   * URL is decided; the crawl goes on meanwhile. What it throws makes the URL a failed one, and
   * stops nothing else. A page may be handled again by a later process if this one ends before the
   * URL is decided.
   */
  void handle(CrawledPage page) throws Exception;
}
