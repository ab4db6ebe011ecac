package dev.arachne.index;

import dev.arachne.crawl.Crawl;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SearchIndex;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.nio.file.Path;
import java.util.List;

/** Small sites that are crawled with an index, and what is found there. */
final class IndexedSite {
  private IndexedSite() {}

  static String page(String title, String language, String body) {
    return "<!doctype html><html lang=\"%s\"><title>%s</title><main><h1>%s</h1><p>%s</main></html>"
        .formatted(language, title, title, body);
  }

  /** Crawls a site into a directory, which is returned. */
  static Path crawled(TestWeb web, Path kept) throws Exception {
    CrawlOptions options =
        CrawlOptions.crawlOf(web.url("/"))
            .directory(kept)
            .maxTries(1)
            .index(SearchIndex.PAGES)
            .build();
    try (var index = new IndexConsumer(kept)) {
      new Crawl(options).consume(index).run();
      index.finish();
    }
    return kept;
  }

  /** The paths of what was found, best first. */
  static List<String> paths(SearchResults results) {
    return results.hits().stream().map(hit -> CrawlUrl.of(hit.url()).path()).toList();
  }

  /** The paths of what a query finds, best first. */
  static List<String> paths(CrawlSearch search, String query) throws Exception {
    return paths(search.search(SearchQuery.of(query)));
  }
}
