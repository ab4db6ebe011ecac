package dev.arachne.frontier;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** When pages have changed last, as sitemaps say (sitemaps.org, {@code lastmod}). Thread-safe. */
public final class SitemapHints {
  /** Pages of which it is known; what sitemaps say of more is forgotten. */
  public static final int MOST = 500_000;

  private final Map<Fingerprint, Instant> changes = new ConcurrentHashMap<>();

  /** A sitemap says that a page has changed at this time. */
  public void changed(CrawlUrl url, Instant at) {
    if (changes.size() < MOST) {
      changes.merge(url.fingerprint(), at, (one, other) -> one.isAfter(other) ? one : other);
    }
  }

  /** When a page has changed last; empty if no sitemap says so. */
  Optional<Instant> changed(CrawlUrl url) {
    return Optional.ofNullable(changes.get(url.fingerprint()));
  }
}
