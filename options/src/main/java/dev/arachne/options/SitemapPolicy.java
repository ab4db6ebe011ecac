package dev.arachne.options;

/** The use of the sitemaps of a crawl's hosts. */
public enum SitemapPolicy {
  /** Their URLs are fetched in addition to links. */
  FOLLOW,
  /** Only their pages belong to the crawl, and the seeds: links of pages are not followed. */
  ONLY,
  /** Sitemaps are not requested; one that a page links to is a page like others. */
  IGNORE
}
