package dev.arachne.crawl;

/**
 * What a program does with each page of its crawl, before its URL is decided: it may look at the
 * page, add links and records to it, and ask the crawl to stop. Several process a page one after
 * the other, in the order in which they were given.
 *
 * @see Crawl#process
 */
@FunctionalInterface
public interface PageProcessor {
  /**
   * Processes a page. Called on a thread that may block ({@link Crawl#processOn}), several at the
   * same time for different pages; the crawl goes on meanwhile. What it throws makes the URL a
   * failed one, but the other processors have the page as well, and its links are followed. A page
   * may be processed again by a later process if this one ends before the URL is decided.
   */
  void process(CrawledPage page) throws Exception;

  /**
   * Whether it wants answers of this HTTP status, which may be a redirect or an error.
   *
   * @implNote Default: 200 alone.
   */
  default boolean takes(int status) {
    return status == 200;
  }
}
