package dev.arachne.options;

import dev.arachne.frontier.TrapPolicy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which URLs belong to a crawl, beside its bounds. Immutable.
 *
 * @param seeds which URLs belong to the crawl, relative to its seeds
 * @param domains domains that belong to the crawl besides, with all hosts below them, on any port
 * @param excludedDomains domains whose hosts do not belong to the crawl; stronger than the two
 *     above. Seeds are always admitted
 * @param include a URL is fetched only if one of these is found in it; empty admits every URL.
 *     Roots are always admitted
 * @param exclude a URL in which one of these is found is not fetched; stronger than {@code include}
 * @param follow which links of a page become URLs of the crawl; with none, only roots, redirects
 *     and what processors say to follow
 * @param requisites whether what pages need to be shown is fetched from anywhere
 * @param nofollow whether links are left that a page asks robots not to follow
 * @param sitemaps what is made of sitemaps; empty for what suits the other options, {@link
 *     CrawlOptions#sitemaps}
 * @param softNotFound what is made of pages that say 200 and mean 404
 * @param traps what is made of URLs that bring nothing new
 * @param external whether URLs are asked that links lead to outside of the hosts
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
