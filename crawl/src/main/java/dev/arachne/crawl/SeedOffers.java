package dev.arachne.crawl;

import dev.arachne.archive.CaptureIndex;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.ledger.Discovery;
import dev.arachne.offline.OfflineWorld;
import dev.arachne.options.CaptureChoice;
import dev.arachne.options.CrawlOptions;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.util.List;

/**
 * The URLs with which a crawl begins: its seeds, or those of all captures in an archive. Confined
 * to the crawl's event loop.
 */
final class SeedOffers {
  /** Seeds in one commit. */
  private static final int AT_ONCE = 1_000;

  private final CrawlOptions options;
  private final List<CrawlUrl> roots;
  private final Frontier frontier;
  private final EventLoop loop = EventLoop.current();
  private long offered;

  SeedOffers(CrawlOptions options, List<CrawlUrl> roots, Frontier frontier) {
    this.options = options;
    this.roots = roots;
    this.frontier = frontier;
  }

  /** Offers all of them, in several commits, since there may be a million. */
  void offer() throws IOException {
    if (areCaptures()) {
      captures().urls(this::offer);
    } else {
      roots.forEach(this::offer);
    }
  }

  private void offer(CrawlUrl root) {
    frontier.offer(Discovery.root(root));
    if (++offered % AT_ONCE == 0) {
      frontier.record(List.of());
    }
  }

  /** Whether each URL of the archive is one, and visited as often as it was captured. */
  boolean areCaptures() {
    return options.source().captures() == CaptureChoice.ALL;
  }

  /** Whether a URL is to be visited again since the archive has more captures of it. */
  boolean hasMoreCaptures(Lease lease) {
    return areCaptures() && captures().numbered(lease.url(), lease.visit() + 1).isPresent();
  }

  /** Whether a sitemap is available: not if the crawl reads an archive without it. */
  boolean isThere(CrawlUrl sitemap) {
    return !options.source().isOffline() || captures().numbered(sitemap, 1).isPresent();
  }

  private CaptureIndex captures() {
    return ((OfflineWorld) loop.world()).captures();
  }
}
