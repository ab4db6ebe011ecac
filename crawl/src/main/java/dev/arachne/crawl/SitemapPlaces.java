package dev.arachne.crawl;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Precedence;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.robots.RobotsRules;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Where the sitemaps of a site are: in the places that its robots.txt names, or if it names none
 * perhaps in the usual one. Immutable.
 */
final class SitemapPlaces {
  /** Sitemaps that are taken from one robots.txt. */
  private static final int MOST = 1_000;

  private final boolean areWanted;
  private final String agent;
  private final Scope scope;
  private final Set<Origin> withoutUsual;
  private final Predicate<CrawlUrl> isThere;

  /**
   * The places for a crawl.
   *
   * @param withoutUsual sites at which nothing is looked for that nobody names
   * @param isThere whether a sitemap can be had at all, as far as is known
   */
  SitemapPlaces(
      CrawlOptions options, Scope scope, Set<Origin> withoutUsual, Predicate<CrawlUrl> isThere) {
    this.areWanted = options.sitemaps() != SitemapPolicy.IGNORE;
    this.agent = options.network().robotsName();
    this.scope = scope;
    this.withoutUsual = withoutUsual;
    this.isThere = isThere;
  }

  /**
   * The sitemaps of a site; none of a site that is not one of the crawl.
   *
   * @param file the robots.txt
   * @param depth of the URL that the site was asked for its rules for
   */
  List<Discovery> of(CrawlUrl file, int depth, RobotsRules rules) {
    if (!areWanted || !scope.hasHost(file)) {
      return List.of();
    }
    List<Discovery> found = new ArrayList<>();
    for (String named : rules.sitemaps()) {
      if (found.size() < MOST && file.resolve(named) instanceof CrawlUrl url && isThere.test(url)) {
        Optional<DropReason> rejection = scope.namedSitemapRejection(url);
        found.add(new Discovery(url, file, depth, 0, Precedence.SITEMAPS, rejection));
      }
    }
    CrawlUrl usual = CrawlUrl.of(file.origin() + "/sitemap.xml");
    if (rules.sitemaps().isEmpty() && isLookedFor(usual, rules)) {
      found.add(new Discovery(usual, file, depth, 0, Precedence.USUAL_SITEMAPS, Optional.empty()));
    }
    return found;
  }

  private boolean isLookedFor(CrawlUrl usual, RobotsRules rules) {
    return !withoutUsual.contains(usual.origin())
        && scope.namedSitemapRejection(usual).isEmpty()
        && rules.verdict(agent, usual).allowed()
        && isThere.test(usual);
  }
}
