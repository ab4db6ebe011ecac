package dev.arachne.crawl;

import dev.arachne.items.Scraped;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The way of records from a crawl's pages to their sink. A worker puts a page down before it
 * completes it, and waits until what became due by that is written; one coroutine has the records
 * written elsewhere, all that came while it wrote the last ones in one go. Confined to its loop,
 * but for {@link #scrape}.
 */
final class ItemPipeline implements Callable<@Nullable Void>, AutoCloseable {
  private final EventLoop loop;
  private final Names names;
  private final Scraper scraper;
  private final ItemSink sink;
  private final Optional<PageOrder> order;
  private final Condition changed;
  private final Condition progress;
  private List<ScrapedPage> waiting = new ArrayList<>();

  /** Pages that were put down for the sink, and those of them that it has. */
  private long sent;

  private long written;
  private boolean finished;

  private ItemPipeline(EventLoop loop, Scraping scraping, List<CrawlUrl> roots, Names names) {
    this.loop = loop;
    this.names = names;
    this.scraper = scraping.scraper();
    this.sink = scraping.sink();
    this.order =
        switch (scraping.order()) {
          case ARRIVAL -> Optional.empty();
          case PAGES -> Optional.of(new PageOrder(roots));
        };
    this.changed = new Condition(loop, "records");
    this.progress = new Condition(loop, "records to be written");
  }

  /**
   * Opens the sink.
   *
   * @param names turns URLs into what users know them by
   * @throws TaskFailedException if it cannot be opened, with the reason as its failure
   */
  static ItemPipeline open(EventLoop loop, Scraping scraping, List<CrawlUrl> roots, Names names) {
    var pipeline = new ItemPipeline(loop, scraping, roots, names);
    pipeline.elsewhere("opening the sink of records", pipeline.sink::open);
    return pipeline;
  }

  /** What {@code page} yields. Any thread that may block. */
  Scraped scrape(CrawledPage page) throws Exception {
    return scraper.scrape(page);
  }

  /** Puts down a page that is about to be decided; returns when the sink has what is due now. */
  void put(ScrapedPage page) {
    send(order.map(its -> its.add(page)).orElse(List.of(page)));
    for (long mine = sent; written < mine; ) {
      progress.await(Deadline.NEVER);
    }
  }

  /** No more pages will come: {@link #call} ends when the last record is written. */
  void finish() {
    order.ifPresent(its -> send(its.rest()));
    finished = true;
    changed.signal();
  }

  /** Closes the sink. */
  @Override
  public void close() {
    elsewhere("closing the sink of records", sink::close);
  }

  /** Writes what is put down, until there will be no more. */
  @Override
  public @Nullable Void call() {
    while (!finished || !waiting.isEmpty()) {
      if (waiting.isEmpty()) {
        changed.await(Deadline.NEVER);
      } else {
        List<ScrapedPage> pages = waiting;
        waiting = new ArrayList<>();
        elsewhere("the sink of records", () -> write(pages));
        written += pages.size();
        progress.signalAll();
      }
    }
    return null;
  }

  private void send(List<ScrapedPage> pages) {
    for (ScrapedPage page : pages) {
      if (!page.items().isEmpty()) {
        waiting.add(page);
        sent++;
        changed.signal();
      }
    }
  }

  private void write(List<ScrapedPage> pages) throws IOException {
    for (ScrapedPage page : pages) {
      sink.write(page.url(), page.items().stream().map(names::display).toList());
    }
  }

  private void elsewhere(String what, Step step) {
    loop.offload(
        what,
        () -> {
          step.run();
          return true;
        },
        Deadline.NEVER);
  }

  /** Something that may block. */
  private interface Step {
    void run() throws IOException, UsageException;
  }
}
