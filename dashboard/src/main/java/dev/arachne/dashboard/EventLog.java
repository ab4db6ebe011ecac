package dev.arachne.dashboard;

import dev.arachne.crawl.CrawlListener;
import dev.arachne.items.FillRate;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.runtime.TimeSource;
import dev.arachne.url.CrawlUrl;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The last warnings of a crawl, for later viewers. It gets them on the crawl's loop, and takes no
 * lock there. Thread-safe.
 */
final class EventLog implements CrawlListener {
  private static final int MOST = 60;
  private static final int LONGEST = 2_000;

  private final ConcurrentLinkedDeque<Line> lines = new ConcurrentLinkedDeque<>();
  private final AtomicInteger size = new AtomicInteger();

  /** An event and its time; may hold text from the web. */
  record Line(Instant at, String text) {}

  /** The last lines, the latest last. */
  List<Line> lines() {
    return List.copyOf(lines);
  }

  void add(String text) {
    String cut = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    lines.addLast(new Line(TimeSource.SYSTEM.now(), cut));
    if (size.incrementAndGet() > MOST) {
      lines.pollFirst();
      size.decrementAndGet();
    }
  }

  @Override
  public void threw(CrawlUrl url, Throwable thrown) {
    add(url + " was fetched, but could not be processed: " + thrown);
  }

  @Override
  public void waits(Optional<String> shortage) {
    add(shortage.map(what -> "waiting for " + what).orElse("going on"));
  }

  @Override
  public void slowed(CrawlUrl url) {
    add(url.origin() + " answers 429 or 503 and is throttled, most recently for " + url);
  }

  @Override
  public void limited(String why) {
    add(why);
  }

  @Override
  public void warned(String text) {
    add(text);
  }

  @Override
  public void changed(LedgerEntry.Changed change) {
    add(change.text());
  }

  @Override
  public void exported(String text) {
    add(text);
  }

  @Override
  public void sparse(FillRate field) {
    add(field.text());
  }
}
