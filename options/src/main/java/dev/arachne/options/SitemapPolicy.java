package dev.arachne.options;

/** The use of the sitemaps of a crawl's hosts. */
public enum SitemapPolicy {
  /** Their URLs are fetched in addition to links. */
  FOLLOW,
  /** Only their pages belong to it, and the roots: no link of a page is followed. */
  ONLY,
  /** None is asked for; one that a page links to is a page like others. */
  IGNORE
}
