package dev.arachne.index;

import dev.arachne.crawl.Crawl;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SearchIndex;
import java.nio.file.Path;

/** The program of a process that is to be killed: it crawls a root, and makes its index. */
final class IndexedProcess {
  private IndexedProcess() {}

  /** Crawls {@code arguments[0]}, and keeps it in {@code [1]}. */
  public static void main(String[] arguments) throws Exception {
    Path kept = Path.of(arguments[1]);
    CrawlOptions options =
        CrawlOptions.crawlOf(arguments[0])
            .directory(kept)
            .index(SearchIndex.PAGES)
            .tasks(20)
            .build();
    try (var index = new IndexConsumer(kept)) {
      new Crawl(options).consume(index).run();
      index.finish();
    }
  }
}
