package dev.arachne.sitemap;

import java.util.Set;

/**
 * The result of reading a sitemap. Immutable.
 *
 * @param entries how many entries were reported
 * @param rejected how many were not: not an http or https URL, or at a location that the sitemap
 *     may not cover
 */
public record Sitemap(SitemapFormat form, int entries, int rejected, Set<SitemapIssue> flaws) {

  /** Keeps a copy of the flaws. */
  public Sitemap {
    flaws = Set.copyOf(flaws);
  }
}
