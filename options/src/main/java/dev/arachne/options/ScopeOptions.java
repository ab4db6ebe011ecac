package dev.arachne.options;

import dev.arachne.frontier.TrapPolicy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The URLs that belong to a crawl, within its bounds. Immutable.
 *
 * @param seeds which URLs belong to the crawl, relative to its seeds
 * @param domains more domains that belong to the crawl, with all hosts below them, on any port
 * @param excludedDomains domains whose hosts do not belong to the crawl; stronger than the two
 *     above. Seeds are always admitted
 * @param include a URL is fetched only if one of these is found in it; empty admits every URL.
 *     Seeds are always admitted
 * @param exclude a URL in which one of these is found is not fetched; stronger than {@code include}
 * @param follow which links of a page become URLs of the crawl; with none, only seeds, redirects
 *     and the links that processors return
 * @param requisites whether the parts that pages need to be shown are fetched from anywhere
 * @param nofollow whether links are skipped that a page marks with nofollow
 * @param sitemaps how sitemaps are used; empty for the default that suits the other options, {@link
 *     CrawlOptions#sitemaps}
 * @param softNotFound the handling of pages with status 200 that mean 404
 * @param traps the handling of URLs that bring no new content
 * @param external whether URLs outside of the hosts, to which links lead, are checked
 */
public record ScopeOptions(
    SeedScope seeds,
    List<String> domains,
    List<String> excludedDomains,
    List<Pattern> include,
    List<Pattern> exclude,
    Set<LinkGroup> follow,
    PageRequisites requisites,
    NofollowPolicy nofollow,
    Optional<SitemapPolicy> sitemaps,
    SoftNotFoundPolicy softNotFound,
    TrapPolicy traps,
    ExternalTargets external) {
  public ScopeOptions {
    domains = List.copyOf(domains);
    excludedDomains = List.copyOf(excludedDomains);
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
    follow = Set.copyOf(follow);
    OptionTable.DOMAINS.check(domains);
    OptionTable.EXCLUDED_DOMAINS.check(excludedDomains);
    OptionTable.INCLUDE.check(include);
    OptionTable.EXCLUDE.check(exclude);
    OptionTable.FOLLOW.check(follow);
  }
}
