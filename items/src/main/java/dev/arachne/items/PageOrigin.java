package dev.arachne.items;

import dev.arachne.url.CrawlUrl;
import java.time.Instant;
import java.util.Optional;

/**
 * How a page was fetched, for fields such as {@code page:status}. Immutable.
 *
 * @param status the HTTP status code
 * @param time when the response came, to the second; empty if it is not known
 * @param depth links from a seed to the page
 * @param referrer the page on which its URL was found; empty for a seed
 */
public record PageOrigin(
    int status, Optional<Instant> time, int depth, Optional<CrawlUrl> referrer) {
  /** A page that is not from a crawl. */
  public static final PageOrigin NONE = new PageOrigin(200, Optional.empty(), 0, Optional.empty());
}
