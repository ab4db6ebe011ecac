package dev.arachne.index;

import dev.arachne.options.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Search in the index of a crawl, also while it is made. Thread-safe.
 *
 * <pre>{@code
 * try (CrawlSearch search = CrawlSearch.open(Path.of("example.com.crawl"))) {
 *   for (SearchHit hit : search.search(SearchQuery.of("virtual threads site:example.com")).hits()) {
 *     System.out.println(hit.url());
 *   }
 * }
 * }</pre>
 */
public final class CrawlSearch implements Closeable {
  private CrawlSearch() {}

  /**
   * Opens the index of the crawl in a directory.
   *
   * @throws UsageException if there is no crawl, or it has no index; it says what to type
   * @throws IOException if the index cannot be read
   */
  public static CrawlSearch open(Path crawl) throws UsageException, IOException {
    throw new UsageException(crawl.toString(), "has no index; type arachne index " + crawl);
  }

  /**
   * Searches, in what the index has now.
   *
   * @throws IOException if the index cannot be read
   */
  public SearchResults search(SearchQuery query) throws IOException {
    throw new UnsupportedOperationException(query.text());
  }

  /**
   * The pages that are most like one of the index, without it.
   *
   * @param url of that page
   * @param query whose page and size are asked for, and among whose pages is searched if it has text
   * @throws UsageException if the index has no page of that URL
   * @throws IOException if the index cannot be read
   */
  public SearchResults similar(String url, SearchQuery query) throws UsageException, IOException {
    throw new UsageException(url, "is not in the index");
  }

  @Override
  public void close() throws IOException {}
}
