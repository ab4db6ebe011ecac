package dev.arachne.frontier;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The last changes of pages, as sitemaps list them (sitemaps.org, {@code lastmod}). Thread-safe.
 */
public final class SitemapHints {
  /** The most pages whose last change is known; those of more pages are forgotten. */
  public static final int MOST = 500_000;

  private final Map<Fingerprint, Instant> changes = new ConcurrentHashMap<>();

  /** Takes in the time of a change of a page from a sitemap. */
  public void changed(CrawlUrl url, Instant at) {
    if (changes.size() < MOST) {
      changes.merge(url.fingerprint(), at, (one, other) -> one.isAfter(other) ? one : other);
    }
  }

  /** The last change of a page; empty if no sitemap lists one. */
  Optional<Instant> changed(CrawlUrl url) {
    return Optional.ofNullable(changes.get(url.fingerprint()));
  }
}
