package dev.arachne.crawl;

import dev.arachne.frontier.Verdict;
import dev.arachne.items.FillRate;
import dev.arachne.url.CrawlUrl;

/**
 * Is told what happens in a crawl, on the crawl's loop: an answer must come at once and must not
 * block.
 */
public interface CrawlListener {
  /** A URL was decided. */
  default void decided(Verdict verdict) {}

  /** An attempt at a URL failed and will be repeated. */
  default void retried(CrawlUrl url, int attempt, String failure) {}

  /** Dealing with a fetched page threw; its verdict follows. */
  default void threw(CrawlUrl url, Throwable thrown) {}

  /** Most of the latest pages that had records lack a field; told once for each field. */
  default void sparse(FillRate field) {}
}
