package dev.arachne.crawl;

import dev.arachne.url.CrawlUrl;

/** Thrown when the body of a page is too large for memory, and can only be read as a stream. */
public final class LargeBodyException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private final long length;

  LargeBodyException(CrawlUrl url, long length) {
    super(
        "the body of %s has %,d bytes, which is too large for memory; read it by CrawledPage.openBody"
            .formatted(url, length));
    this.length = length;
  }

  /** The length of the body in bytes. */
  public long length() {
    return length;
  }
}
