package dev.arachne.sitemap;

/**
 * The limits and the strictness of a sitemap reader. Immutable.
 *
 * @param maxEntries the most entries that are reported
 * @param maxBytes the most bytes that are read, unpacked
 * @param maxRatio the most unpacked bytes for each byte of gzip data, beyond the first mebibyte
 */
public record SitemapOptions(
    int maxEntries, long maxBytes, int maxRatio, Location location, Namespace namespace) {

  /** The pages that a sitemap may cover. Indexes and feeds may list sitemaps and pages anywhere. */
  public enum Location {
    /** Any: the caller decides. */
    ANYWHERE,
    /**
     * Those in the sitemap's own directory and below it (sitemaps.org, "Sitemap file location").
     */
    OWN_DIRECTORY
  }

  /** The namespace that the elements must have. */
  public enum Namespace {
    /** Any, or none: many sitemaps get it wrong. */
    ANY,
    /** That of sitemaps.org. */
    STANDARD
  }

  private static final SitemapOptions DEFAULTS =
      new SitemapOptions(50_000, 50L << 20, 200, Location.ANYWHERE, Namespace.ANY);

  /** Checks the ranges. */
  public SitemapOptions {
    if (maxEntries < 0 || maxBytes < 0 || maxRatio < 1) {
      throw new IllegalArgumentException("a limit is too low");
    }
  }

  /** The protocol's own limits, 50,000 entries and 50 MiB; lenient otherwise. */
  public static SitemapOptions defaults() {
    return DEFAULTS;
  }

  /** These options with another {@link #maxEntries}. */
  public SitemapOptions maxEntries(int maxEntries) {
    return new SitemapOptions(maxEntries, maxBytes, maxRatio, location, namespace);
  }

  /** These options with another {@link #maxBytes}. */
  public SitemapOptions maxBytes(long maxBytes) {
    return new SitemapOptions(maxEntries, maxBytes, maxRatio, location, namespace);
  }

  /** These options with another {@link #maxRatio}. */
  public SitemapOptions maxRatio(int maxRatio) {
    return new SitemapOptions(maxEntries, maxBytes, maxRatio, location, namespace);
  }

  /** These options with another {@link #location}. */
  public SitemapOptions location(Location location) {
    return new SitemapOptions(maxEntries, maxBytes, maxRatio, location, namespace);
  }

  /** These options with another {@link #namespace}. */
  public SitemapOptions namespace(Namespace namespace) {
    return new SitemapOptions(maxEntries, maxBytes, maxRatio, location, namespace);
  }
}
