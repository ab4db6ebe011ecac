package dev.arachne.sitemap;

/** The forms that a sitemap comes in (sitemaps.org, protocol). */
public enum SitemapFormat {
  /** XML, {@code urlset}: the entries are pages. */
  URL_SET,
  /** XML, {@code sitemapindex}: the entries are sitemaps. */
  INDEX,
  /** A URL a line. */
  TEXT,
  /** RSS 2.0, 1.0 and their like. */
  RSS,
  /** Atom (RFC 4287). */
  ATOM,
  /** Another form. */
  UNKNOWN
}
