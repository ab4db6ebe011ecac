package dev.arachne.ledger;

/** The expected kind of a URL, which decides when its turn comes among those of its host. */
public enum Priority {
  /** Pages and other URLs that are likely to lead to new ones. */
  PAGES,
  /** Subresources of pages, such as pictures: after the pages of the same depth. */
  REQUISITES,
  /** A sitemap that a site lists: among the pages of the same depth. */
  SITEMAPS,
  /** A sitemap that an index of sitemaps lists: after the pages that are one link deeper. */
  INDEXED_SITEMAPS,
  /** A sitemap in the usual place, which no source lists: after everything else of its host. */
  USUAL_SITEMAPS,
  /** An absent page, requested to see how its host answers: before everything else. */
  PROBES,
  /** The target of a link outside of the crawl, which is only checked for existence. */
  EXTERNAL,
  /**
   * A guess that may not be a URL at all, such as a string in a script: after everything else of
   * its host.
   */
  GUESSES,
  /** The page that completes a record of a list: among the pages of the same depth. */
  DETAILS,
  /** JSON that the scripts of a page requested: among the pages of the same depth. */
  API;

  /** Whether it is taken for a sitemap. */
  public boolean isSitemap() {
    return this == SITEMAPS || this == INDEXED_SITEMAPS || this == USUAL_SITEMAPS;
  }
}
