package dev.arachne.crawl;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Priority;
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
 * The places of a site's sitemaps: those that its robots.txt names, or the usual one if it names
 * none. Immutable.
 */
final class SitemapPlaces {
  /** Most sitemaps from one robots.txt. */
  private static final int MOST = 1_000;

  private final boolean areWanted;
  private final String agent;
  private final Scope scope;
  private final Set<Origin> withoutUsual;
  private final Predicate<CrawlUrl> isThere;

  /**
   * The places for a crawl.
   *
   * @param withoutUsual sites at which only named sitemaps are fetched
   * @param isThere whether a sitemap may be available
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
   * Returns the sitemaps of a site; none if the site does not belong to the crawl.
   *
   * @param file the robots.txt
   * @param depth of the URL that needed the robots rules
   */
  List<Discovery> of(CrawlUrl file, int depth, RobotsRules rules) {
    if (!areWanted || !scope.hasHost(file)) {
      return List.of();
    }
    List<Discovery> found = new ArrayList<>();
    for (String named : rules.sitemaps()) {
      if (found.size() < MOST && file.resolve(named) instanceof CrawlUrl url && isThere.test(url)) {
        Optional<DropReason> rejection = scope.namedSitemapRejection(url);
        found.add(new Discovery(url, file, depth, 0, Priority.SITEMAPS, rejection));
      }
    }
    CrawlUrl usual = CrawlUrl.of(file.origin() + "/sitemap.xml");
    if (rules.sitemaps().isEmpty() && isLookedFor(usual, rules)) {
      found.add(new Discovery(usual, file, depth, 0, Priority.USUAL_SITEMAPS, Optional.empty()));
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
