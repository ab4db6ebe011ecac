package dev.arachne.options;

/** What a crawl makes of the sitemaps of its hosts. */
public enum SitemapPolicy {
  /** Their pages belong to the crawl, beside those that links lead to. */
  FOLLOW,
  /** Only their pages belong to it, and the roots: no link of a page is followed. */
  ONLY,
  /** None is asked for; one that a page links to is a page like others. */
  IGNORE
}
