package dev.arachne.crawl;

import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SitemapPolicy;
import java.time.Instant;

/**
 * The second visit of the pages of a crawl, if that is asked for. Where only the worthiest pages
 * are visited again, sitemaps are asked first, beside the number of pages that are wanted: what
 * they say of changes counts for the choice. Confined to the crawl's loop.
 */
final class SecondVisit {
  private final CrawlOptions options;
  private final Frontier frontier;

  /** Sitemaps that were opened for it and are not decided yet. */
  private long sitemaps;

  /** URLs that this process has opened another visit of. */
  private long opened;

  SecondVisit(CrawlOptions options, Frontier frontier) {
    this.options = options;
    this.frontier = frontier;
  }

  /** Whether only some of the pages are visited again, those of which a visit is worth most. */
  static boolean areFewVisited(CrawlOptions options) {
    return options.seeds().revisitBefore().isPresent()
        && options.seeds().revisitMost() != Long.MAX_VALUE
        && options.sitemaps() != SitemapPolicy.IGNORE;
  }

  /** How many URLs this process has opened another visit of. */
  long opened() {
    return opened;
  }

  /** Begins: with sitemaps, if they are to be asked first, else with the pages. */
  void begin() {
    if (options.seeds().revisitBefore().isEmpty()) {
      return;
    }
    Instant before = options.seeds().revisitBefore().get();
    if (areFewVisited(options)) {
      sitemaps = frontier.reopenings().sitemaps(before);
      opened += sitemaps;
    }
    if (sitemaps == 0) {
      openPages(before);
    }
  }

  /**
   * A URL is about to be decided; its lease goes on, so that the crawl is not over. After the last
   * of the sitemaps the pages are chosen.
   */
  void decides(Lease lease) {
    if (sitemaps > 0 && lease.precedence().isSitemap() && lease.visit() > 1 && --sitemaps == 0) {
      openPages(options.seeds().revisitBefore().orElseThrow());
    }
  }

  private void openPages(Instant before) {
    opened += frontier.reopenings().pages(before, options.seeds().revisitMost());
  }
}
