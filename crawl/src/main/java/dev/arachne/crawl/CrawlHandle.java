package dev.arachne.crawl;

import dev.arachne.ledger.Change;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.UsageException;
import dev.arachne.report.CrawlProgress;
import dev.arachne.report.CrawlReport;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A crawl that was started.
 *
 * <p>Thread-safe.
 *
 * @see Crawl#start
 */
public final class CrawlHandle {
  private final Crawl crawl;
  private final Task<CrawlReport> running;

  CrawlHandle(Crawl crawl, Task<CrawlReport> running) {
    this.crawl = crawl;
    this.running = running;
  }

  /** The current progress; empty before the crawl has started and after it has ended. */
  public Optional<CrawlProgress> progress() {
    return crawl.progress();
  }

  /** The current state in detail, for user interfaces; see {@link Crawl#snapshot}. */
  public Optional<CrawlSnapshot> snapshot(CrawlSnapshot.Detail detail) {
    return crawl.snapshot(detail);
  }

  /** Ends the crawl soon: fetches in flight are aborted, and their URLs stay pending. */
  public void stop() {
    crawl.stop();
  }

  /**
   * Fetches a decided URL again; see {@link Crawl#revisit}.
   *
   * @return whether it will be fetched again
   */
  public boolean revisit(CrawlUrl url) {
    return crawl.revisit(url);
  }

  /**
   * Changes the running crawl; see {@link Crawl#change}.
   *
   * @return the change with its number, or the reason why it was refused
   */
  public Change.Outcome change(Change change) {
    return crawl.change(change);
  }

  /** The changes in force, in order; empty before the crawl has started and after it has ended. */
  public List<LedgerEntry.Changed> changes() {
    return crawl.changes();
  }

  /** Whether the crawl is over. */
  public boolean isDone() {
    return running.isDone();
  }

  /**
   * Waits until the crawl is over; may be called more than once.
   *
   * @throws UsageException if a seed or an output is invalid; nothing was fetched
   * @throws IOException if an output could not be written any more; the message names it
   */
  public CrawlReport await() throws UsageException, IOException {
    try {
      return running.await();
    } catch (TaskFailedException e) {
      throw Crawl.unwrapped(e);
    }
  }
}
