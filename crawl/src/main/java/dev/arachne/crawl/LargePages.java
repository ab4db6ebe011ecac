package dev.arachne.crawl;

import dev.arachne.extract.LinkExtractor;
import dev.arachne.extract.LinkOptions;
import dev.arachne.extract.LinkSink;
import dev.arachne.extract.PageMetadata;
import dev.arachne.http.Body;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import org.jspecify.annotations.Nullable;

/**
 * Reads the links of large pages in slices, between which the loop does other work: a page of 60 MB
 * would block it for a second. It has an extractor of its own and reads one page at a time, since
 * other pages must not use that extractor between two slices. Confined to its event loop.
 */
final class LargePages {
  /** Pages up to this size take some milliseconds, and are cheaper to read at once. */
  private static final int LARGE = 4 * LinkExtractor.SLICE_BYTES;

  private final LinkExtractor extractor;
  private @Nullable Condition free;
  private boolean isReading;

  LargePages(LinkOptions options) {
    extractor = new LinkExtractor(options);
  }

  /** Whether a page of this length is large. */
  static boolean isLarge(int bytes) {
    return bytes > LARGE;
  }

  /** Reads a page, which must not be discarded meanwhile; waits for its turn and between slices. */
  PageMetadata extract(Body page, String contentType, CrawlUrl url, LinkSink sink) {
    page.stay();
    while (isReading) {
      free().await(Deadline.NEVER);
    }
    isReading = true;
    try {
      return page.read((bytes, from, to) ->
          extractor.extract(bytes, from, to, contentType, url, sink, EventLoop::yieldNow));
    } finally {
      isReading = false;
      free().signal();
    }
  }

  private Condition free() {
    Condition condition = free;
    if (condition == null) {
      condition = new Condition(EventLoop.current(), "another large page");
      free = condition;
    }
    return condition;
  }
}
