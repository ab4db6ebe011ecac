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
 * The second visit of the pages of a crawl, if that is asked for. Where only the worthiest pages
 * are visited again, sitemaps are asked first, beside the number of pages that are wanted: what
 * they say of changes counts for the choice. Confined to the crawl's loop.
 */
final class SecondVisit {
  private final CrawlOptions options;
  private final Frontier frontier;

  /** Sitemaps that were opened for it and are not decided yet. */
  private Set<CrawlUrl> sitemaps = Set.of();

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
      opened += sitemaps.size();
    }
    if (sitemaps.isEmpty()) {
      openPages(before);
    }
  }

  /** A URL was decided, be it that nobody asked for it. */
  void decided(Verdict verdict) {
    waitNoLongerFor(verdict.discovery().url());
  }

  /** An attempt at a URL has failed. Its host may be down for long, and the others go on. */
  void retried(CrawlUrl url) {
    waitNoLongerFor(url);
  }

  /**
   * After the last of the sitemaps the pages are chosen, by a coroutine that has its turn before
   * workers are told that the crawl is over.
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
