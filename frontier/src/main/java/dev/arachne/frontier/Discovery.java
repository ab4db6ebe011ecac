package dev.arachne.frontier;

import dev.arachne.url.CrawlUrl;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A URL that was found, and whether the crawl wants it. Immutable.
 *
 * @param url what was found
 * @param via the page, or the redirecting URL, on which it was found; null for a root
 * @param depth links from a root to it; a redirect is no link
 * @param redirects redirects in a row that led to it
 * @param precedence when its turn comes, among those of the same depth
 * @param rejection why the crawl does not want it; empty if it does
 */
public record Discovery(
    CrawlUrl url,
    @Nullable CrawlUrl via,
    int depth,
    int redirects,
    Precedence precedence,
    Optional<DropReason> rejection) {

  /** A URL that is taken to be a page. */
  public Discovery(
      CrawlUrl url,
      @Nullable CrawlUrl via,
      int depth,
      int redirects,
      Optional<DropReason> rejection) {
    this(url, via, depth, redirects, Precedence.PAGES, rejection);
  }

  /** A URL to start from. */
  public static Discovery root(CrawlUrl url) {
    return new Discovery(url, null, 0, 0, Optional.empty());
  }
}
