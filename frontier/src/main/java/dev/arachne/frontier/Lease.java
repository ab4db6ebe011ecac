package dev.arachne.frontier;

import dev.arachne.url.CrawlUrl;
import org.jspecify.annotations.Nullable;

/**
 * The right, and the duty, to decide about one URL: given by {@link Frontier#lease}, ended by
 * {@link Frontier#complete}. A lease that is never completed leaves its URL among those to do.
 */
public final class Lease {
  private final Discovery discovery;
  private final int attempt;
  final HostQueue host;

  Lease(Discovery discovery, int attempt, HostQueue host) {
    this.discovery = discovery;
    this.attempt = attempt;
    this.host = host;
  }

  /** The URL to decide about. */
  public CrawlUrl url() {
    return discovery.url();
  }

  /** Where it was found; null for a root. */
  public @Nullable CrawlUrl via() {
    return discovery.via();
  }

  /** Links from a root to it. */
  public int depth() {
    return discovery.depth();
  }

  /** Redirects in a row that led to it. */
  public int redirects() {
    return discovery.redirects();
  }

  /** Which try this is, from 1. */
  public int attempt() {
    return attempt;
  }

  Discovery discovery() {
    return discovery;
  }

  @Override
  public String toString() {
    return url() + " (try " + attempt + ")";
  }
}
