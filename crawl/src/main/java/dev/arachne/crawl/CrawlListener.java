package dev.arachne.crawl;

import dev.arachne.items.FillRate;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.Verdict;
import dev.arachne.url.CrawlUrl;
import java.util.Optional;

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

  /**
   * The crawl waits for something that this machine lacks, such as room on a disk; empty when it
   * goes on. Nothing is decided for want of it.
   */
  default void waits(Optional<String> shortage) {}

  /**
   * A host refused this URL after several others, with status 429 or 503, and is asked less often
   * from now on; told once for each host.
   */
  default void slowed(CrawlUrl url) {}

  /** The user has changed what the crawl does. */
  default void changed(LedgerEntry.Changed change) {}

  /** The crawl goes slower than it was asked to, for this reason. */
  default void limited(String why) {}

  /** Something is not as it was left; the crawl goes on. */
  default void warned(String text) {}

  /**
   * Waits, as coroutines do, while what was told is not dealt with. Each worker calls it after each
   * URL, on the crawl's loop; the other methods may not wait.
   */
  default void awaitRoom() {}

  /** The pages have been exported: what has come of it, as users read it. */
  default void exported(String text) {}

  /** Most of the latest pages that had records lack a field; told once for each field. */
  default void sparse(FillRate field) {}
}
