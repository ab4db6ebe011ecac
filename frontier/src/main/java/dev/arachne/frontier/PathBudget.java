package dev.arachne.frontier;

import dev.arachne.url.CrawlUrl;
import java.util.Optional;

/**
 * A bound on the requested pages whose paths begin alike: of each host on its own, or of one.
 * Immutable.
 *
 * @param host in lower case and ASCII, with its port if that is not the usual one; empty for all
 * @param prefix with which the path begins, as URLs have it: from its first slash on
 * @param pages at most, from 0
 */
public record PathBudget(Optional<String> host, String prefix, long pages) {
  public PathBudget {
    if (!prefix.startsWith("/") || pages < 0) {
      throw new IllegalArgumentException("a budget of " + pages + " pages below " + prefix);
    }
  }

  /** Whether a URL counts for it. */
  boolean isFor(CrawlUrl url) {
    return url.path().startsWith(prefix) && (host.isEmpty() || host.get().equals(host(url)));
  }

  /** The host of a URL, with its port if that is not the usual one of its scheme. */
  public static String host(CrawlUrl url) {
    String site = url.origin().toString();
    return site.substring(site.indexOf("//") + 2);
  }

  @Override
  public String toString() {
    return host.orElse("") + prefix + "=" + pages;
  }
}
