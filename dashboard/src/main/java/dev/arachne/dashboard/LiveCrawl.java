package dev.arachne.dashboard;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.CrawlSnapshot;
import dev.arachne.directory.UrlStory;
import dev.arachne.ledger.Change;
import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A crawl of this process. Its state is read only when a look needs it. */
final class LiveCrawl implements DashboardSource {
  /** Entries in a reading. The crawl's own store reads the ledger, and decides no URL meanwhile. */
  private static final int ENTRIES_AT_ONCE = 500;

  /** Readings in a look, at most: this many take less than a hundredth of a core. */
  private static final int MOST_READINGS = 3;

  private final Crawl crawl;
  private final Optional<Path> directory;
  private final EventLog log;
  private Optional<CrawlSnapshot> last = Optional.empty();
  private boolean isReadWhole;

  LiveCrawl(Crawl crawl, Optional<Path> directory, EventLog log) {
    this.crawl = crawl;
    this.directory = directory;
    this.log = log;
  }

  @Override
  public boolean isOwn() {
    return true;
  }

  @Override
  public Sight look(CrawlSnapshot.Detail detail) throws UsageException, IOException {
    Optional<CrawlSnapshot> now = crawl.snapshot(detail);
    if (now.isPresent()) {
      last = now;
      return new Sight(State.RUNNING, "in this process", now);
    }
    Optional<CrawlSnapshot> end = crawl.end();
    if (end.isPresent()) {
      return new Sight(State.STILL, KeptCrawl.whoStopped(end.get().report().stopReason()), end);
    }
    return last.isPresent()
        ? new Sight(State.STILL, "the crawl has failed", last)
        : new Sight(State.STARTING, "the crawl begins", last);
  }

  @Override
  public boolean read(SiteTally to) throws UsageException, IOException {
    for (int i = 0; i < MOST_READINGS && crawl.end().isEmpty(); i++) {
      List<CommittedEntry> some = crawl.ledger(to.position(), ENTRIES_AT_ONCE);
      to.add(some);
      isReadWhole = some.size() < ENTRIES_AT_ONCE && crawl.end().isEmpty();
      if (isReadWhole) {
        return true;
      }
    }
    return isReadWhole;
  }

  @Override
  public boolean isControlled() {
    return true;
  }

  @Override
  public Change.Outcome change(Change change) {
    return crawl.change(change);
  }

  @Override
  public List<LedgerEntry.Changed> changes() {
    return crawl.changes();
  }

  @Override
  public List<EventLog.Line> log() {
    return log.lines();
  }

  @Override
  public UrlStory why(String url) throws UsageException, IOException {
    if (directory.isEmpty()) {
      throw new UsageException(url, "the crawl is in memory, and keeps no story of its URLs");
    }
    return UrlStory.of(url, directory.get());
  }

  @Override
  public void close() {}
}
