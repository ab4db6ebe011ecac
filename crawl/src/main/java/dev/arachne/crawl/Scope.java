package dev.arachne.crawl;

import dev.arachne.ledger.BoundedSearch;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Priority;
import dev.arachne.options.CaptureChoice;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExternalTargets;
import dev.arachne.options.PageRequisites;
import dev.arachne.options.SeedScope;
import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The URLs that belong to a crawl: those in the scope of its seeds that match the patterns and are
 * not too deep, and the requisites of pages if requested. Seeds are always in scope. A crawl of all
 * captures of an archive has only its seeds in scope. Immutable.
 */
public final class Scope {
  /** Most links in a row from a page to a requisite, as from style sheet to style sheet. */
  private static final int REQUISITE_LINKS = 4;

  private final SeedPlaces places;
  private final SeedScope seeds;
  private final List<Pattern> include;
  private final List<Pattern> exclude;
  private final int maxDepth;
  private final ExternalTargets external;
  private final boolean fetchesRequisites;

  /** Whether all URLs in scope are known at the start. */
  private final boolean isClosed;

  private Scope(CrawlOptions options, SeedPlaces places) {
    this.places = places;
    this.seeds = options.scope().seeds();
    this.include = options.scope().include();
    this.exclude = options.scope().exclude();
    this.maxDepth = options.limits().maxDepth();
    this.external = options.scope().external();
    this.fetchesRequisites = options.scope().requisites() == PageRequisites.FETCH;
    this.isClosed = options.source().captures() == CaptureChoice.ALL;
  }

  /** Returns the scope of a crawl with {@code options} that starts at {@code roots}. */
  public static Scope of(CrawlOptions options, List<CrawlUrl> roots) {
    return new Scope(options, new SeedPlaces(options.scope(), roots));
  }

  /**
   * Returns why {@code url} is out of scope, or empty if it is in scope.
   *
   * @param depth links from a seed to it
   */
  public Optional<DropReason> rejection(CrawlUrl url, int depth) {
    if (isClosed) {
      return Optional.of(DropReason.NOT_ARCHIVED);
    }
    if (!hasHost(url)) {
      return Optional.of(DropReason.OTHER_HOST);
    }
    if (isExcluded(url)) {
      return Optional.of(DropReason.EXCLUDED);
    }
    if (!places.hasPath(url) || (seeds == SeedScope.PAGE && depth > 0)) {
      return Optional.of(DropReason.OUT_OF_SCOPE);
    }
    if (!include.isEmpty() && !isIncluded(url)) {
      return Optional.of(DropReason.NOT_INCLUDED);
    }
    return depth > maxDepth ? Optional.of(DropReason.TOO_DEEP) : Optional.empty();
  }

  /**
   * Returns why a sitemap is not read, or empty if it is. Neither {@code include} patterns nor a
   * bound on depth apply to sitemaps.
   *
   * @param voucher refers to it and may do so for its own host: a sitemap index, or a redirect
   */
  public Optional<DropReason> sitemapRejection(CrawlUrl sitemap, CrawlUrl voucher) {
    return hasHost(sitemap) || sitemap.host().equals(voucher.host())
        ? namedSitemapRejection(sitemap)
        : Optional.of(DropReason.OTHER_HOST);
  }

  /**
   * Returns the same for a sitemap that is named in the robots.txt of a host of the crawl; it may
   * be anywhere (sitemaps.org, "Sitemaps &amp; Cross Submits").
   */
  public Optional<DropReason> namedSitemapRejection(CrawlUrl sitemap) {
    return isExcluded(sitemap) ? Optional.of(DropReason.EXCLUDED) : Optional.empty();
  }

  /**
   * Returns the discovery of a URL in a page or a redirect. A URL on another host may become {@link
   * Priority#EXTERNAL}, to which neither {@code include} patterns nor a bound on depth apply.
   *
   * @param priority of the URL if it is in scope
   */
  Discovery discovery(CrawlUrl url, CrawlUrl via, int depth, int redirects, Priority priority) {
    Optional<DropReason> rejection = rejection(url, depth);
    if (rejection.isPresent() && isRequisite(url, depth, priority)) {
      return new Discovery(url, via, depth, redirects, priority, Optional.empty());
    }
    if (external == ExternalTargets.CHECK
        && rejection.equals(Optional.of(DropReason.OTHER_HOST))
        && !isExcluded(url)) {
      return new Discovery(url, via, depth, redirects, Priority.EXTERNAL, Optional.empty());
    }
    return new Discovery(
        url,
        via,
        depth,
        redirects,
        priority,
        fetchesRequisites ? rejection.map(Scope::orLater) : rejection);
  }

  /** Whether a URL is in scope only as a requisite of a page. */
  private boolean isRequisite(CrawlUrl url, int depth, Priority priority) {
    return fetchesRequisites
        && priority == Priority.REQUISITES
        && !isClosed
        && depth - REQUISITE_LINKS <= maxDepth
        && !isExcluded(url)
        && !places.isExcluded(url.host());
  }

  /** A link that is out of scope may later turn out to be a requisite. */
  private static DropReason orLater(DropReason reason) {
    return switch (reason) {
      case OTHER_HOST, OUT_OF_SCOPE, NOT_INCLUDED -> DropReason.NOT_REQUISITE;
      default -> reason;
    };
  }

  /** Whether the existence of an external URL is checked. */
  boolean checks(CrawlUrl url) {
    return external == ExternalTargets.CHECK && !isClosed && !hasHost(url) && !isExcluded(url);
  }

  /** Whether the host of a URL belongs to the crawl. */
  public boolean hasHost(CrawlUrl url) {
    return places.hasHost(url);
  }

  /** Whether an exclude pattern matches a URL, or matching takes too long. */
  boolean isExcluded(CrawlUrl url) {
    for (Pattern pattern : exclude) {
      if (BoundedSearch.find(pattern, url.toString()) != BoundedSearch.Result.ABSENT) {
        return true;
      }
    }
    return false;
  }

  private boolean isIncluded(CrawlUrl url) {
    for (Pattern pattern : include) {
      if (BoundedSearch.find(pattern, url.toString()) == BoundedSearch.Result.FOUND) {
        return true;
      }
    }
    return false;
  }
}
