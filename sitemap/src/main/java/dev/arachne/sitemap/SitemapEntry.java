package dev.arachne.sitemap;

import dev.arachne.url.CrawlUrl;
import java.time.Instant;
import java.util.Optional;

/**
 * An entry of a sitemap or feed. Immutable.
 *
 * @param lastModified when the page changed last, to the start of the day in UTC where only that is
 *     said
 * @param priority relative to the site's other pages, from 0 to 1; 0.5 where nothing valid is said
 */
public record SitemapEntry(
    CrawlUrl url,
    Optional<Instant> lastModified,
    Optional<ChangeFrequency> changeFrequency,
    double priority) {

  static final double DEFAULT_PRIORITY = 0.5;
}
