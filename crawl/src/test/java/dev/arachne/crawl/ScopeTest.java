package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Priority;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.PageRequisites;
import dev.arachne.options.SeedScope;
import dev.arachne.url.CrawlUrl;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScopeTest {
  private static final String ROOT = "http://site.test/";

  private static final Pattern SLOW = Pattern.compile("a*a*a*a*a*a*!");

  /** Twice as many of these letters would take 128 times as long without a bound. */
  private static final CrawlUrl HOSTILE = CrawlUrl.of(ROOT + "a".repeat(10_000));

  private static Scope scope(CrawlOptions.Builder options) {
    return Scope.of(options.build(), List.of(CrawlUrl.of(ROOT)));
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES)
  void aUrlOfWhichAPatternWouldTakeForeverIsLeft() {
    Scope excluding = scope(crawlOf(ROOT).exclude(List.of(SLOW)));
    assertEquals(Optional.of(DropReason.EXCLUDED), excluding.rejection(HOSTILE, 1));
    assertEquals(Optional.empty(), excluding.rejection(CrawlUrl.of(ROOT + "b"), 1));
    Scope including = scope(crawlOf(ROOT).include(List.of(SLOW)));
    assertEquals(Optional.of(DropReason.NOT_INCLUDED), including.rejection(HOSTILE, 1));
    assertEquals(Optional.empty(), including.rejection(CrawlUrl.of(ROOT + "aaa!"), 1));
  }

  private static Set<String> inScope(CrawlOptions.Builder options, String seed) {
    Scope scope = Scope.of(options.build(), List.of(CrawlUrl.of(seed)));
    Set<String> found = new LinkedHashSet<>();
    for (String url : URLS) {
      if (scope.rejection(CrawlUrl.of(url), 1).isEmpty()) {
        found.add(url);
      }
    }
    return found;
  }

  private static final List<String> URLS =
      List.of(
          "http://site.test/docs/a",
          "https://www.site.test/docs/b",
          "http://site.test/about",
          "http://site.test:8080/docs/",
          "http://shop.site.test/docs/",
          "http://a.shop.site.test/",
          "http://othersite.test/docs/",
          "http://else.test/docs/");

  @ParameterizedTest
  @CsvSource({
    "page,",
    "prefix, 0 1",
    "host, 0 1 2",
    "subdomains, 0 1 2 3 4 5",
    "domain, 0 1 2 3 4 5",
    "any, 0 1 2 3 4 5 6 7"
  })
  void aScopeIsRelativeToItsSeed(String name, @Nullable String indexes) {
    var options = crawlOf(ROOT).scope(SeedScope.valueOf(name.toUpperCase(Locale.ROOT)));
    Set<String> expected = new LinkedHashSet<>();
    for (String index : indexes == null ? new String[0] : indexes.split(" ")) {
      expected.add(URLS.get(Integer.parseInt(index)));
    }
    assertEquals(expected, inScope(options, "http://site.test/docs/index.html"));
  }

  @Test
  void subdomainsOfASeedBelowItsDomainDoNotReachItsSiblings() {
    var options = crawlOf(ROOT).scope(SeedScope.SUBDOMAINS);
    assertEquals(
        Set.of("http://shop.site.test/docs/", "http://a.shop.site.test/"),
        inScope(options, "http://shop.site.test/"));
    options.scope(SeedScope.DOMAIN);
    assertEquals(6, inScope(options, "http://shop.site.test/").size());
  }

  @Test
  void aSeedOnAPortOfItsOwnKeepsToThatPort() {
    assertEquals(
        Set.of("http://site.test:8080/docs/"), inScope(crawlOf(ROOT), "http://site.test:8080/"));
  }

  @Test
  void domainsAreAddedToTheScopeAndBoundThatOfAnyHost() {
    var host = crawlOf(ROOT).domains(List.of("else.test", "shop.site.test"));
    assertEquals(6, inScope(host, "http://site.test/").size());
    var any = crawlOf(ROOT).scope(SeedScope.ANY).domains(List.of("else.test"));
    assertEquals(
        Set.of(URLS.get(0), URLS.get(1), URLS.get(2), URLS.get(7)),
        inScope(any, "http://site.test/"));
  }

  @Test
  void excludedDomainsWinOverAllElse() {
    var options =
        crawlOf(ROOT)
            .scope(SeedScope.DOMAIN)
            .domains(List.of("a.shop.site.test"))
            .excludedDomains(List.of("shop.site.test"));
    assertEquals(Set.copyOf(URLS.subList(0, 4)), inScope(options, "http://site.test/"));
  }

  @Test
  void requisitesAreInScopeOnAnyHost() {
    var options =
        crawlOf(ROOT)
            .maxDepth(1)
            .requisites(PageRequisites.FETCH)
            .exclude(List.of(Pattern.compile("banner")))
            .excludedDomains(List.of("ads.test"));
    Scope scope = scope(options);
    CrawlUrl page = CrawlUrl.of(ROOT);
    CrawlUrl picture = CrawlUrl.of("http://cdn.test/a.png");
    assertEquals(
        Optional.empty(), scope.discovery(picture, page, 2, 0, Priority.REQUISITES).rejection());
    assertEquals(
        Optional.of(DropReason.NOT_REQUISITE),
        scope.discovery(picture, page, 1, 0, Priority.PAGES).rejection());
    assertEquals(
        Optional.of(DropReason.TOO_DEEP),
        scope.discovery(CrawlUrl.of(ROOT + "a.css"), page, 6, 0, Priority.REQUISITES).rejection());
    for (String url : List.of("http://cdn.test/banner.png", "http://x.ads.test/a.png")) {
      Discovery found = scope.discovery(CrawlUrl.of(url), page, 1, 0, Priority.REQUISITES);
      assertTrue(found.rejection().isPresent(), url);
    }
  }
}
