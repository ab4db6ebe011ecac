package dev.arachne.crawl;

import dev.arachne.ledger.BoundedSearch;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Precedence;
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
 * Which URLs belong to a crawl: those in the scope of its seeds that the patterns admit and that
 * are not too deep, and what pages need to be shown if that is asked for. Seeds always belong to
 * it. To a crawl of all captures of an archive nothing else does. Immutable.
 */
public final class Scope {
  /** Links in a row that lead from a page to what it needs, as from style to style. */
  private static final int REQUISITE_LINKS = 4;

  private final SeedPlaces places;
  private final SeedScope seeds;
  private final List<Pattern> include;
  private final List<Pattern> exclude;
  private final int maxDepth;
  private final ExternalTargets external;
  private final boolean fetchesRequisites;

  /** Whether all that belongs to the crawl is known at its start. */
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

  /** The scope that {@code options} ask for, of a crawl that starts at {@code roots}. */
  public static Scope of(CrawlOptions options, List<CrawlUrl> roots) {
    return new Scope(options, new SeedPlaces(options.scope(), roots));
  }

  /**
   * Why {@code url} does not belong to the crawl; empty if it does.
   *
   * @param depth links from a root to it
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
   * Why a sitemap is not read; empty if it is. Neither {@code include} patterns nor a bound on
   * depth are about sitemaps.
   *
   * @param voucher may lead to it on its own host: an index of sitemaps, or what redirects to it
   */
  public Optional<DropReason> sitemapRejection(CrawlUrl sitemap, CrawlUrl voucher) {
    return hasHost(sitemap) || sitemap.host().equals(voucher.host())
        ? namedSitemapRejection(sitemap)
        : Optional.of(DropReason.OTHER_HOST);
  }

  /**
   * The same of a sitemap that robots.txt of a host of the crawl names, which may be anywhere
   * (sitemaps.org, "Sitemaps &amp; Cross Submits").
   */
  public Optional<DropReason> namedSitemapRejection(CrawlUrl sitemap) {
    return isExcluded(sitemap) ? Optional.of(DropReason.EXCLUDED) : Optional.empty();
  }

  /**
   * A URL that a page or a redirect leads to. One on another host may be {@link
   * Precedence#EXTERNAL}, to which neither {@code include} patterns nor a bound on depth apply.
   *
   * @param precedence what it is taken for if it belongs to the crawl
   */
  Discovery discovery(CrawlUrl url, CrawlUrl via, int depth, int redirects, Precedence precedence) {
    Optional<DropReason> rejection = rejection(url, depth);
    if (rejection.isPresent() && isRequisite(url, depth, precedence)) {
      return new Discovery(url, via, depth, redirects, precedence, Optional.empty());
    }
    if (external == ExternalTargets.CHECK
        && rejection.equals(Optional.of(DropReason.OTHER_HOST))
        && !isExcluded(url)) {
      return new Discovery(url, via, depth, redirects, Precedence.EXTERNAL, Optional.empty());
    }
    return new Discovery(
        url,
        via,
        depth,
        redirects,
        precedence,
        fetchesRequisites ? rejection.map(Scope::orLater) : rejection);
  }

  /** Whether a page needs a URL that is not in scope for another reason. */
  private boolean isRequisite(CrawlUrl url, int depth, Precedence precedence) {
    return fetchesRequisites
        && precedence == Precedence.PARTS
        && !isClosed
        && depth - REQUISITE_LINKS <= maxDepth
        && !isExcluded(url)
        && !places.isExcluded(url.host());
  }

  /** What a link leads to that is out of scope may yet turn out to be a requisite. */
  private static DropReason orLater(DropReason reason) {
    return switch (reason) {
      case OTHER_HOST, OUT_OF_SCOPE, NOT_INCLUDED -> DropReason.NOT_REQUISITE;
      default -> reason;
    };
  }

  /** Whether a URL on another host is asked whether it is there. */
  boolean checks(CrawlUrl url) {
    return external == ExternalTargets.CHECK && !isClosed && !hasHost(url) && !isExcluded(url);
  }

  /** Whether the host of a URL is one of the crawl. */
  public boolean hasHost(CrawlUrl url) {
    return places.hasHost(url);
  }

  /** Whether a pattern is found in a URL, or a search for it takes too long. */
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
