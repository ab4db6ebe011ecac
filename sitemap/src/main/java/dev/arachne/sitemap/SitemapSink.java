package dev.arachne.sitemap;

/** Receives the entries of a sitemap, in its order, while it is read. */
@FunctionalInterface
public interface SitemapSink {
  /**
   * An entry.
   *
   * @param form the sitemap's; of an {@link SitemapFormat#INDEX} the entry is a sitemap, else a
   *     page
   */
  void entry(SitemapFormat form, SitemapEntry entry);
}
