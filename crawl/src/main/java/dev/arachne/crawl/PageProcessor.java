package dev.arachne.crawl;

/**
 * A program's handler of pages, before their URLs are decided: it may read the page, add links and
 * records to it, and stop the crawl. Several processors are called one after the other, in the
 * order in which they were added.
 *
 * @see Crawl#process
 */
@FunctionalInterface
public interface PageProcessor {
  /**
   * Processes a page. Called on a thread that may block ({@link Crawl#processOn}), for several
   * pages at the same time; the crawl continues meanwhile. The URL fails if it throws an exception;
   * the other processors still get the page, and its links are followed. A page may be processed
   * again by a later process if this one ends before the URL is decided.
   */
  void process(CrawledPage page) throws Exception;

  /**
   * Whether it gets answers with this HTTP status, which may be a redirect or an error.
   *
   * <p>The default is 200 alone.
   */
  default boolean takes(int status) {
    return status == 200;
  }
}
