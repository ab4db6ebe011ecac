package dev.arachne.cli;

import dev.arachne.crawl.Crawl;
import dev.arachne.index.IndexConsumer;
import dev.arachne.options.UsageException;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.StopReason;
import java.io.IOException;
import java.nio.file.Path;

/** A crawl with an index. Alone in a class, so that other crawls do not load the library for it. */
final class IndexedCrawl {
  private IndexedCrawl() {}

  /** Crawls, and completes the index; one that is interrupted is completed by the next process. */
  static CrawlReport run(Crawl crawl, Path directory) throws UsageException, IOException {
    try (var index = new IndexConsumer(directory)) {
      CrawlReport report = crawl.consume(index).run();
      if (report.stopReason() == StopReason.INTERRUPT) {
        index.commit();
      } else {
        index.finish();
      }
      return report;
    }
  }
}
