package dev.arachne.dashboard;

import dev.arachne.crawl.CrawlSnapshot;
import dev.arachne.directory.UrlStory;
import dev.arachne.ledger.Change;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The crawl that a dashboard shows. Its methods may block; they are called by one thread at a time,
 * unless stated otherwise.
 */
interface DashboardSource extends Closeable {
  /** The state of a crawl. */
  enum State {
    /** It opens its resources. */
    STARTING,
    /** It crawls. */
    RUNNING,
    /** It runs, and starts no request, since its user paused it. */
    PAUSED,
    /** It is over, or no process runs it. */
    STILL
  }

  /**
   * A crawl at an instant.
   *
   * @param who the process that crawls, or why no process does, in words
   * @param snapshot empty before anything can be seen
   * @param told the same as the JSON of another process, in place of it
   */
  record Sight(State state, String who, Optional<CrawlSnapshot> snapshot, Optional<String> told) {
    Sight(State state, String who, Optional<CrawlSnapshot> snapshot) {
      this(state, who, snapshot, Optional.empty());
    }

    /** The same of a crawl that its user has paused. */
    Sight paused() {
      return new Sight(State.PAUSED, who, snapshot, told);
    }
  }

  /** Whether it is a crawl of this process, whose rate and limits are known from look to look. */
  boolean isOwn();

  /** The crawl now. */
  Sight look(CrawlSnapshot.Detail detail) throws UsageException, IOException;

  /**
   * Adds the new entries of the ledger, or only some of them if more would delay the crawl.
   *
   * @return whether these were all
   */
  boolean read(SiteTally to) throws UsageException, IOException;

  /** Whether it runs, so that it can be changed. Any thread. */
  boolean isControlled();

  /** Makes a change; returns when it is committed. Any thread. */
  Change.Outcome change(Change change) throws UsageException, IOException;

  /** The changes in force, in order. */
  List<LedgerEntry.Changed> changes() throws UsageException, IOException;

  /** The last warnings and events, the latest last. */
  List<EventLog.Line> log() throws IOException;

  /**
   * The history of a URL. Any thread.
   *
   * @throws UsageException if the history is not available, with the reason
   */
  UrlStory why(String url) throws UsageException, IOException;

  @Override
  void close();
}
