package dev.arachne.crawl;

import dev.arachne.url.CrawlUrl;
import java.util.Optional;

/**
 * Drops links of pages, or puts others in their place, before the crawl's scope decides about them.
 * Several work one after the other, in the order in which they were given.
 *
 * <pre>{@code
 * crawl.filter((link, page) -> link.path().endsWith("/print") ? Optional.empty() : Optional.of(link));
 * }</pre>
 *
 * @see Crawl#filter
 */
@FunctionalInterface
public interface LinkFilter {
  /**
   * What to follow in place of a link; empty if nothing is. A link that is dropped is not counted
   * and has no row in the ledger. Called on a loop that reads pages, several at the same time with
   * several loops; must not block. Links to what was found before are not asked about, so it must
   * be a function of the two URLs. What it throws makes the page a failed one.
   *
   * @param link where a link of a page leads to, or a redirect
   * @param page on which it was found
   */
  Optional<CrawlUrl> filter(CrawlUrl link, CrawlUrl page);
}
