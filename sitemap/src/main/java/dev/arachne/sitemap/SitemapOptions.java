package dev.arachne.sitemap;

/**
 * How strictly a sitemap is read. Immutable.
 *
 * @param maxEntries the entries that are reported at most
 * @param maxBytes the bytes that are read at most, unpacked
 * @param maxRatio by how many a byte of gzip data may be unpacked, beyond the first mebibyte
 */
public record SitemapOptions(
    int maxEntries, long maxBytes, int maxRatio, Location location, Namespace namespace) {

  /** Which pages a sitemap may speak of. Indexes and feeds may name sitemaps and pages anywhere. */
  public enum Location {
    /** Any: whoever reads the sitemap decides. */
    ANYWHERE,
    /**
     * Those in the sitemap's own directory and below it (sitemaps.org, "Sitemap file location").
     */
    OWN_DIRECTORY
  }

  /** Which namespace the elements must be in. */
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
