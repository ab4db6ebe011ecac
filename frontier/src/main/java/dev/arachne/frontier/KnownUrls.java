package dev.arachne.frontier;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.DropReason;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.UrlResolver;
import java.util.List;

/**
 * URLs that it would be useless to offer, as far as one loop knows. A reader of links asks here
 * first, and nine of ten links are never made objects. It may lack some, and the frontier drops
 * repeated offers, so loops need not share it. Confined to its loop.
 */
public final class KnownUrls {
  private final SeenUrls seen;

  private KnownUrls(SeenUrls seen) {
    this.seen = seen;
  }

  static KnownUrls in(SeenUrls seen) {
    return new KnownUrls(seen);
  }

  /**
   * Whether it is known to be useless to offer the URL that was resolved last. Counts as a sighting
   * of the URL.
   */
  public boolean countIfSeen(UrlResolver url) {
    return seen.countIfSeen(url);
  }

  /** The same, without counting a sighting. */
  public boolean contains(UrlResolver url) {
    return seen.contains(url);
  }

  /** The number of sightings of the URL on this loop; less, if it was forgotten meanwhile. */
  public long sightings(CrawlUrl url) {
    return seen.sightings(url);
  }

  /** Adds URLs that were offered and committed. */
  public void learn(List<Discovery> offered) {
    for (Discovery discovery : offered) {
      // A URL that was too far away may yet be found by a nearer path.
      if (discovery.rejection().filter(DropReason::dependsOnWay).isEmpty()) {
        seen.add(discovery.url());
      }
    }
  }
}
