package dev.arachne.sitemap;

import java.util.Set;

/**
 * What reading a sitemap came to. Immutable.
 *
 * @param entries how many entries were reported
 * @param rejected how many were not: no http or https URL, or in a place the sitemap may not speak
 *     of
 */
public record Sitemap(SitemapForm form, int entries, int rejected, Set<SitemapFlaw> flaws) {

  /** Keeps a copy of the flaws. */
  public Sitemap {
    flaws = Set.copyOf(flaws);
  }
}
