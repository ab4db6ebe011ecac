package dev.arachne.crawl;

import dev.arachne.url.CrawlUrl;
import java.util.Optional;

/**
 * Drops or replaces links of pages before the crawl's scope decides about them. Several filters are
 * called one after the other, in the order in which they were added.
 *
 * <pre>{@code
 * crawl.filter(
 *     (link, page) -> link.path().endsWith("/print") ? Optional.empty() : Optional.of(link));
 * }</pre>
 *
 * @see Crawl#filter
 */
@FunctionalInterface
public interface LinkFilter {
  /**
   * Returns the URL to follow in place of a link, or empty to drop the link. A link that is dropped
   * is not counted and has no row in the ledger. Called on a loop that reads pages, on several
   * loops at the same time if there are several; must not block. It must be a function of the two
   * URLs, since it is not called for links to known URLs. A page fails if the filter throws an
   * exception.
   *
   * @param link the target of a link or a redirect
   * @param page on which it was found
   */
  Optional<CrawlUrl> filter(CrawlUrl link, CrawlUrl page);
}
