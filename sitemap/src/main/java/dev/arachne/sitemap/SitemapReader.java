package dev.arachne.sitemap;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads sitemaps (sitemaps.org) and feeds as they arrive: in memory are one part of at most 64 KiB
 * and one entry, however long the sitemap is. Its kind, and whether it is packed, are detected from
 * its bytes, because media types of sitemaps are seldom right. Immutable; an instance may read any
 * number at once.
 */
public final class SitemapReader {
  private final SitemapOptions options;

  /** A reader with {@link SitemapOptions#defaults}. */
  public SitemapReader() {
    this(SitemapOptions.defaults());
  }

  /** A reader with these options. */
  public SitemapReader(SitemapOptions options) {
    this.options = options;
  }

  /**
   * Reads one sitemap to its end, or as far as the limits go. Flaws do not throw: see {@link
   * Sitemap#flaws}.
   *
   * @param in its bytes, transfer and content codings undone; not closed
   * @param url where it was found
   * @throws IOException if {@code in} fails
   */
  public Sitemap read(InputStream in, CrawlUrl url, SitemapSink sink) throws IOException {
    SitemapReading reading = begin(in, url, sink);
    while (reading.readPart()) {
      // Part by part, to the end.
    }
    return reading.result();
  }

  /**
   * Begins to read a sitemap, of which the caller requests one part after another.
   *
   * @param in its bytes, as for {@link #read}
   */
  public SitemapReading begin(InputStream in, CrawlUrl url, SitemapSink sink) {
    return new SitemapReading(in, options, new SitemapEntryBuilder(url, options, sink));
  }
}
