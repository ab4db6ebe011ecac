package dev.arachne.index;

import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.UsageException;
import dev.arachne.pages.CrawlPages;
import dev.arachne.pages.DecidedPage;
import dev.arachne.pages.Reading;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Makes the index of a kept crawl, or updates it with later pages. The content of each page is from
 * the crawl's note, its archive or its saved files.
 */
public final class CrawlIndexing {
  private final PageIndex index;
  private long verdicts;
  private long unread;

  private CrawlIndexing(PageIndex index) {
    this.index = index;
  }

  /**
   * Updates the index of the crawl in a directory to the present state of the crawl. If it ends
   * early, the next call continues there.
   *
   * @throws UsageException if no crawl is kept there, it kept nothing of its pages, or another
   *     process makes its index
   * @throws IOException if the crawl cannot be read, or the index not be written
   */
  public static IndexingReport of(Path crawl) throws UsageException, IOException {
    CrawlPages.read(
        crawl,
        pages -> {
          pages.requireKept();
          return true;
        });
    try (PageIndex index = PageIndex.open(crawl)) {
      var indexing = new CrawlIndexing(index);
      CrawlPages.read(
          crawl,
          pages -> {
            indexing.read(pages);
            return true;
          });
      index.join();
      return new IndexingReport(
          PageIndex.directory(crawl), indexing.verdicts, index.pages(), indexing.unread);
    }
  }

  private void read(CrawlPages pages) throws IOException {
    long end = pages.size();
    pages.from(index.position(), page -> add(page, pages.contentOf(page)));
    if (end > index.position()) {
      LedgerEntry last = pages.ledger().entry(end - 1);
      index.pass(end - 1, last);
    }
  }

  private void add(DecidedPage page, Reading reading) throws IOException {
    index.add(page, reading);
    index.commitIfDue();
    verdicts++;
    if (page.isReadable() && !(reading instanceof Reading.Read)) {
      unread++;
    }
  }
}
