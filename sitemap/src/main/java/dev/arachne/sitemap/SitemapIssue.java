package dev.arachne.sitemap;

/** A flaw of a sitemap; the entries that were read before it count. */
public enum SitemapIssue {
  /** It has more entries than {@link SitemapOptions#maxEntries}. */
  TOO_MANY_ENTRIES,
  /** Unpacked, it is longer than {@link SitemapOptions#maxBytes}. */
  TOO_LONG,
  /**
   * Its gzip data become more than {@link SitemapOptions#maxRatio} times as many bytes, as in a
   * decompression bomb. No more of them is unpacked.
   */
  PACKED_TOO_TIGHTLY,
  /** It ends in the middle. */
  CUT,
  /** Its tags do not match, a token is too long, or its gzip data are damaged. */
  MALFORMED,
  /**
   * Its namespace is not that of sitemaps.org, which {@link SitemapOptions.Namespace#STANDARD}
   * requires.
   */
  WRONG_NAMESPACE
}
