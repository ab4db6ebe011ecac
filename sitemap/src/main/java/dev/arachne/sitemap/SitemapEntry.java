package dev.arachne.sitemap;

import dev.arachne.url.CrawlUrl;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An entry of a sitemap or feed. Immutable.
 *
 * @param lastModified the last change of the page, to the start of the day in UTC where only that
 *     is given
 * @param priority relative to the site's other pages, from 0 to 1; 0.5 without a valid value
 * @param alternates the same page in other languages, {@code xhtml:link} with {@code hreflang}; at
 *     most {@link #MOST_ALTERNATES}, in order
 */
public record SitemapEntry(
    CrawlUrl url,
    Optional<Instant> lastModified,
    Optional<ChangeFrequency> changeFrequency,
    double priority,
    List<CrawlUrl> alternates) {
  /** The most alternates that are kept: more than the languages of any site. */
  public static final int MOST_ALTERNATES = 200;

  static final double DEFAULT_PRIORITY = 0.5;

  public SitemapEntry {
    alternates = List.copyOf(alternates);
  }
}
