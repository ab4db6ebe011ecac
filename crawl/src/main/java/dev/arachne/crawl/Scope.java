package dev.arachne.crawl;

import dev.arachne.ledger.BoundedSearch;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Precedence;
import dev.arachne.options.CaptureChoice;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExternalTargets;
import dev.arachne.options.HostScope;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.RegistrableDomain;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which URLs belong to a crawl: those on the hosts of its roots that the patterns admit and that
 * are not too far away. Roots themselves always belong to it, and nothing else to a crawl of all
 * captures of an archive. Immutable; safe for all threads.
 */
public final class Scope {
  private static final String WWW = "www.";

  private final HostScope hostScope;
  private final Set<String> hosts;
  private final List<Pattern> include;
  private final List<Pattern> exclude;
  private final int maxDepth;
  private final ExternalTargets external;

  /** Whether all that belongs to the crawl is known at its start. */
  private final boolean isClosed;

  private Scope(
      HostScope hostScope,
      Set<String> hosts,
      List<Pattern> include,
      List<Pattern> exclude,
      int maxDepth,
      ExternalTargets external,
      boolean isClosed) {
    this.hostScope = hostScope;
    this.hosts = hosts;
    this.include = include;
    this.exclude = exclude;
    this.maxDepth = maxDepth;
    this.external = external;
    this.isClosed = isClosed;
  }

  /** The scope that {@code options} ask for, of a crawl that starts at {@code roots}. */
  public static Scope of(CrawlOptions options, List<CrawlUrl> roots) {
    Set<String> hosts = new HashSet<>();
    for (CrawlUrl root : roots) {
      hosts.add(key(options.scope().hosts(), root.host()));
    }
    return new Scope(
        options.scope().hosts(),
        hosts,
        options.scope().include(),
        options.scope().exclude(),
        options.limits().maxDepth(),
        options.scope().external(),
        options.source().captures() == CaptureChoice.ALL);
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
    return external == ExternalTargets.CHECK
            && rejection.equals(Optional.of(DropReason.OTHER_HOST))
            && !isExcluded(url)
        ? new Discovery(url, via, depth, redirects, Precedence.EXTERNAL, Optional.empty())
        : new Discovery(url, via, depth, redirects, precedence, rejection);
  }

  /** Whether a URL on another host is asked whether it is there. */
  boolean checks(CrawlUrl url) {
    return external == ExternalTargets.CHECK && !isClosed && !hasHost(url) && !isExcluded(url);
  }

  /** Whether the host of a URL is one of the crawl. */
  public boolean hasHost(CrawlUrl url) {
    return hosts.contains(key(hostScope, url.host()));
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

  /** What hosts that belong together have in common. */
  private static String key(HostScope scope, String host) {
    return switch (scope) {
      case STRICT -> host.startsWith(WWW) ? host.substring(WWW.length()) : host;
      case LENIENT -> RegistrableDomain.of(host).orElse(host);
    };
  }
}
