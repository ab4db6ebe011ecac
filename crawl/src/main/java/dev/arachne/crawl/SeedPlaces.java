package dev.arachne.crawl;

import dev.arachne.options.ScopeOptions;
import dev.arachne.options.SeedScope;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.RegistrableDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The hosts and directories that belong to a crawl, by its seeds and domains. Immutable. */
final class SeedPlaces {
  private static final String WWW = "www.";
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  private final SeedScope scope;
  private final Set<String> domains;
  private final Set<String> excluded;

  /** The directories of seeds, by the key of their group of hosts. */
  private final Map<String, List<String>> directories = new HashMap<>();

  SeedPlaces(ScopeOptions options, List<CrawlUrl> seeds) {
    this.scope = options.seeds();
    this.domains = Set.copyOf(new HashSet<>(options.domains()));
    this.excluded = Set.copyOf(new HashSet<>(options.excludedDomains()));
    for (CrawlUrl seed : seeds) {
      String path = seed.path();
      String directory = path.substring(0, path.lastIndexOf('/') + 1);
      List<String> known = directories.computeIfAbsent(key(seed), _ -> new ArrayList<>());
      if (scope == SeedScope.PREFIX && !known.contains(directory)) {
        known.add(directory);
      }
    }
  }

  /** Whether a host is in an excluded domain. */
  boolean isExcluded(String host) {
    return isBelow(host, excluded);
  }

  /** Whether the host of a URL belongs to the crawl. */
  boolean hasHost(CrawlUrl url) {
    return !isExcluded(url.host()) && (isOfSeeds(url) || isBelow(url.host(), domains));
  }

  /** Whether a URL on such a host is in a directory of the crawl. */
  boolean hasPath(CrawlUrl url) {
    if (scope != SeedScope.PREFIX || isBelow(url.host(), domains)) {
      return true;
    }
    for (String directory : directories.getOrDefault(key(url), List.of())) {
      if (url.path().startsWith(directory)) {
        return true;
      }
    }
    return false;
  }

  private boolean isOfSeeds(CrawlUrl url) {
    return switch (scope) {
      case PAGE, PREFIX, HOST, DOMAIN -> directories.containsKey(key(url));
      case SUBDOMAINS -> isBelow(url.host(), directories.keySet());
      case ANY -> domains.isEmpty() || directories.containsKey(key(url));
    };
  }

  /** Returns the key that URLs of one group have in common. */
  private String key(CrawlUrl url) {
    String host = url.host();
    return switch (scope) {
      case PAGE, PREFIX, HOST, ANY -> {
        String bare = withoutWww(host);
        yield url.port() == HTTP || url.port() == HTTPS ? bare : bare + ":" + url.port();
      }
      case SUBDOMAINS -> withoutWww(host);
      case DOMAIN -> RegistrableDomain.of(host).orElse(host);
    };
  }

  private static String withoutWww(String host) {
    return host.startsWith(WWW) ? host.substring(WWW.length()) : host;
  }

  /** Whether a host is one of these domains, or a subdomain of one. */
  private static boolean isBelow(String host, Set<String> domains) {
    if (domains.isEmpty()) {
      return false;
    }
    for (int from = 0; from >= 0; ) {
      if (domains.contains(host.substring(from))) {
        return true;
      }
      int dot = host.indexOf('.', from);
      from = dot < 0 ? -1 : dot + 1;
    }
    return false;
  }
}
