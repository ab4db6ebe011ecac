package dev.arachne.crawl;

import dev.arachne.items.FillRate;
import dev.arachne.items.Misfit;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.Verdict;
import dev.arachne.url.CrawlUrl;
import java.util.Optional;

/**
 * Receives the events of a crawl, on the crawl's loop: its methods return at once and must not
 * block.
 */
public interface CrawlListener {
  /** A URL was decided. */
  default void decided(Verdict verdict) {}

  /** An attempt at a URL failed and will be repeated. */
  default void retried(CrawlUrl url, int attempt, String failure) {}

  /** Handling a fetched page threw an exception; its verdict follows. */
  default void threw(CrawlUrl url, Throwable thrown) {}

  /**
   * The crawl waits for a resource of this machine, such as disk space; empty when it continues.
   * Nothing is decided while the resource is missing.
   */
  default void waits(Optional<String> shortage) {}

  /**
   * A host refused this URL after several others, with status 429 or 503, and is throttled from now
   * on; reported once for each host.
   */
  default void slowed(CrawlUrl url) {}

  /** The user has changed the running crawl. */
  default void changed(LedgerEntry.Changed change) {}

  /** The crawl is slower than requested, for this reason. */
  default void limited(String why) {}

  /** Warns of something that does not stop the crawl. */
  default void warned(String text) {}

  /**
   * Waits, as coroutines do, until the listener has room for more events. Each worker calls it
   * after each URL, on the crawl's loop; the other methods must not wait.
   */
  default void awaitRoom() {}

  /** The export of the pages has ended, with this result in words for users. */
  default void exported(String text) {}

  /** A text that was found for a field is not of its type, so that the field has no value. */
  default void misfit(CrawlUrl page, Misfit misfit) {}

  /** Most of the latest pages with records lack a field; reported once for each field. */
  default void sparse(FillRate field) {}
}
