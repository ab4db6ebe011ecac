package dev.arachne.ledger;

/** What a URL is taken for, which says when its turn comes among those of its host. */
public enum Precedence {
  /** What is likely to lead on. */
  PAGES,
  /** What pages are made of, such as pictures: after the pages of the same depth. */
  PARTS,
  /** A sitemap that a site names: among the pages of the same depth. */
  SITEMAPS,
  /** A sitemap that an index of sitemaps lists: after the pages that are one link deeper. */
  INDEXED_SITEMAPS,
  /** A sitemap in the usual place, which nobody names: after everything else of its host. */
  USUAL_SITEMAPS,
  /** A page that is not there, asked for to see how its host answers: before everything else. */
  PROBES,
  /** What a link leads to outside of the crawl, and is only asked whether it is there. */
  EXTERNAL,
  /** What may be no URL at all, such as a string in a script: after everything else of its host. */
  GUESSES;

  /** Whether it is taken for a sitemap. */
  public boolean isSitemap() {
    return this == SITEMAPS || this == INDEXED_SITEMAPS || this == USUAL_SITEMAPS;
  }
}
