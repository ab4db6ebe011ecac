package dev.arachne.crawl;

import dev.arachne.control.ControlServer;
import dev.arachne.control.Controlled;
import dev.arachne.ledger.Change;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.report.CrawlReport;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TimeSource;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** A running crawl as the user's other processes reach it. Thread-safe. */
record ControlledCrawl(Crawl crawl, Supplier<String> snapshots) implements Controlled {
  @Override
  public Change.Outcome change(Change change) {
    return crawl.change(change);
  }

  @Override
  public List<LedgerEntry.Changed> changes() {
    return crawl.changes();
  }

  @Override
  public String snapshot() {
    return snapshots.get();
  }

  /** Runs a crawl on this loop and makes it reachable; a simulated world has no other processes. */
  static CrawlReport run(
      Crawl crawl,
      Path directory,
      boolean isOffline,
      Callable<CrawlReport> body,
      Supplier<String> snapshots,
      CrawlListener listener)
      throws Exception {
    EventLoop loop = EventLoop.current();
    if (loop.time() != TimeSource.SYSTEM && !isOffline) {
      return body.call();
    }
    ControlServer server =
        ControlServer.start(
            directory,
            new ControlledCrawl(crawl, snapshots),
            why -> warn(loop, listener, "arachne tell cannot reach this crawl: " + why));
    try {
      return body.call();
    } finally {
      loop.offloadWhole(
          "the end of the control socket",
          () -> {
            server.close();
            return true;
          });
    }
  }

  private static void warn(EventLoop loop, CrawlListener listener, String text) {
    try {
      loop.execute(() -> listener.warned(text));
    } catch (IllegalStateException e) {
      return; // The crawl is over.
    }
  }
}
