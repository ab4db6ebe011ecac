package dev.arachne.crawl;

import dev.arachne.frontier.Frontier;
import dev.arachne.ledger.Verdict;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import java.time.Instant;
import java.util.Set;

/**
 * The second visit of the pages of a crawl, if requested. If only the worthiest pages are visited
 * again, their sitemaps are fetched first, in addition to the requested number of pages: their
 * change dates count for the choice. Confined to its event loop.
 */
final class SecondVisit {
  private final CrawlOptions options;
  private final Frontier frontier;

  /** The sitemaps that were opened for this and are not decided yet. */
  private Set<CrawlUrl> sitemaps = Set.of();

  /** URLs that this process has opened for another visit. */
  private long opened;

  SecondVisit(CrawlOptions options, Frontier frontier) {
    this.options = options;
    this.frontier = frontier;
  }

  /** Whether only the pages most worth a visit are visited again. */
  static boolean areFewVisited(CrawlOptions options) {
    return options.seeds().revisitBefore().isPresent()
        && options.seeds().revisitMost() != Long.MAX_VALUE
        && options.sitemaps() != SitemapPolicy.IGNORE;
  }

  /** The number of URLs that this process has opened for another visit. */
  long opened() {
    return opened;
  }

  /** Starts with sitemaps, if they are fetched first, otherwise with the pages. */
  void begin() {
    if (options.seeds().revisitBefore().isEmpty()) {
      return;
    }
    Instant before = options.seeds().revisitBefore().get();
    if (areFewVisited(options)) {
      sitemaps = frontier.reopenings().sitemaps(before);
      opened += sitemaps.size();
    }
    if (sitemaps.isEmpty()) {
      openPages(before);
    }
  }

  /** Notes a decided URL, fetched or not. */
  void decided(Verdict verdict) {
    waitNoLongerFor(verdict.discovery().url());
  }

  /**
   * Notes a failed attempt at a URL. Its host may be down for long, so the pages do not wait for
   * it.
   */
  void retried(CrawlUrl url) {
    waitNoLongerFor(url);
  }

  /**
   * After the last sitemap a coroutine chooses the pages, before workers learn that the crawl is
   * over.
   */
  private void waitNoLongerFor(CrawlUrl url) {
    if (!sitemaps.isEmpty() && sitemaps.remove(url) && sitemaps.isEmpty()) {
      EventLoop.current()
          .spawn(
              "the second visit of pages",
              () -> {
                openPages(options.seeds().revisitBefore().orElseThrow());
                return true;
              });
    }
  }

  private void openPages(Instant before) {
    opened += frontier.reopenings().pages(before, options.seeds().revisitMost());
  }
}
