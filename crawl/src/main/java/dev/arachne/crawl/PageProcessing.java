package dev.arachne.crawl;

import dev.arachne.fetch.FetchOutcome;
import dev.arachne.frontier.Lease;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.Completeness;
import dev.arachne.http.HttpResponse;
import dev.arachne.options.CutBodies;
import dev.arachne.output.SavedBodies;
import dev.arachne.runtime.Bulkhead;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.spool.StoredBody;
import dev.arachne.text.MediaType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The stage of a visit that saves and processes a page. Confined to its event loop; processors run
 * on threads of their own.
 */
final class PageProcessing {
  /** Bytes of the tree that a scraper reads, for each byte of the page, roughly. */
  private static final int TREE_BYTES = 8;

  private final Optional<SavedBodies> bodies;
  private final List<PageProcessor> processors;
  private final Bulkhead threads;
  private final Optional<Scraping> scraping;
  private final boolean scrapes;
  private final PageNotes notes;
  private final long mostRead;
  private final CutBodies cutBodies;
  private final Retries retries;

  // Written by the loop only.

  private volatile int handling;
  private volatile int saving;

  /**
   * The stage of a loop.
   *
   * @param notes made of pages
   * @param mostRead bytes of the largest page with notes
   */
  PageProcessing(
      Optional<SavedBodies> bodies,
      List<PageProcessor> processors,
      Bulkhead threads,
      Optional<Scraping> scraping,
      PageNotes notes,
      long mostRead,
      CutBodies cutBodies,
      Retries retries) {
    this.bodies = bodies;
    this.processors = processors;
    this.threads = threads;
    this.scraping = scraping;
    this.scrapes = scraping.isPresent() && scraping.get().scrapes();
    this.notes = notes;
    this.mostRead = mostRead;
    this.cutBodies = cutBodies;
    this.retries = retries;
  }

  /**
   * Returns the yield of processing an outcome; empty if it is not an answer. Waits for the
   * processors.
   *
   * @param who the identification that was sent to the site
   * @param share holds the bytes of the answer
   * @param place is released while processors have the page
   */
  PageOutput process(
      Lease lease,
      RequestIdentity who,
      FetchOutcome outcome,
      ByteBudget.Share share,
      TaskPermits.Place place) {
    return outcome instanceof FetchOutcome.Answered answered
            && isEnough(answered.response())
            && !retries.isToRepeat(lease, who, answered.response())
        ? process(lease, answered.response(), share, place)
        : PageOutput.NOTHING;
  }

  /** Discards an outcome without processing it, and gives its memory back. */
  PageOutput none(FetchOutcome outcome, ByteBudget.Share share) {
    if (outcome instanceof FetchOutcome.Answered answered) {
      drop(answered.response(), share);
    }
    return PageOutput.NOTHING;
  }

  private static void drop(HttpResponse response, ByteBudget.Share share) {
    share.shrink(response.content().room());
    response.content().discard();
  }

  /**
   * Whether the whole body of an answer with this status is needed, regardless of its length: it is
   * saved, or processed by a program.
   */
  boolean wants(int status) {
    return (status == 200 && bodies.isPresent()) || isProcessed(status);
  }

  /** Whether the body of an answer is needed but incomplete. */
  boolean misses(HttpResponse response) {
    return !isEnough(response)
        && (wants(response.status()) || (scrapes && response.status() == 200));
  }

  /** Whether the body is complete, or cut at a bound and kept all the same. */
  private boolean isEnough(HttpResponse response) {
    return response.isComplete()
        || (cutBodies == CutBodies.KEEP
            && response.completeness() instanceof Completeness.Truncated);
  }

  /** The number of pages with their processors. Thread-safe. */
  int handling() {
    return handling;
  }

  /** The number of pages that are being saved. Thread-safe. */
  int saving() {
    return saving;
  }

  private PageOutput process(
      Lease lease, HttpResponse response, ByteBudget.Share share, TaskPermits.Place place) {
    boolean isPage = response.status() == 200;
    boolean isScraped = isPage && scrapes && response.stored().isEmpty();
    boolean isProcessed = isProcessed(response.status());
    boolean isRead = isPage && isRead(response);
    if (!isScraped && !isRead && !isProcessed && !(isPage && bodies.isPresent())) {
      drop(response, share);
      return PageOutput.NOTHING;
    }
    int trees = (isScraped ? TREE_BYTES : 0) + (isRead ? notes.bytesPerByte() : 0);
    long tree = (long) trees * response.content().length();
    share.grow(tree);
    response.content().detach(); // Processors use it on other threads.
    var page = new CrawledPage(lease, response, EventLoop.current().time().now());
    try {
      String file = "";
      if (isPage && bodies.isPresent() && response.stored().isEmpty()) {
        file = save(page, lease.visit(), bodies.get());
      }
      PageOutput output =
          isScraped || isRead || isProcessed
              ? processed(page, isScraped, isRead, place)
              : PageOutput.NOTHING;
      if (isPage && bodies.isPresent() && response.stored().isPresent()) {
        file = save(page, lease.visit(), bodies.get()); // This moves the file.
      }
      return output.savedAs(file);
    } finally {
      share.shrink(tree);
    }
  }

  @SuppressWarnings("NonAtomicOperationOnVolatileField") // others only read it
  private String save(CrawledPage page, int visit, SavedBodies disk) {
    saving++;
    try {
      Optional<StoredBody> stored = page.response().stored();
      return stored.isPresent()
          ? disk.save(page.url(), stored.get(), visit)
          : disk.save(page.url(), page.response().body(), visit);
    } finally {
      saving--;
    }
  }

  @SuppressWarnings("NonAtomicOperationOnVolatileField") // others only read it
  private PageOutput processed(
      CrawledPage page, boolean isScraped, boolean isRead, TaskPermits.Place place) {
    EventLoop loop = EventLoop.current();
    handling++;
    try {
      return loop.offload(
          threads,
          "the processors of " + page.url(),
          () -> {
            place.processing(loop.time().nanos());
            try {
              if (isRead) {
                notes.note(page);
              }
              return process(page, isScraped);
            } finally {
              place.processed();
            }
          },
          Deadline.NEVER);
    } finally {
      handling--;
    }
  }

  /** Whether the page gets notes; one that is too large for memory is only saved. */
  private boolean isRead(HttpResponse response) {
    return notes.areMade()
        && response.stored().isEmpty()
        && response.content().length() <= mostRead
        && notes.areMadeOf(response.headers().first("Content-Type").flatMap(MediaType::parse));
  }

  private boolean isProcessed(int status) {
    for (PageProcessor processor : processors) {
      if (processor.takes(status)) {
        return true;
      }
    }
    return false;
  }

  /** Runs the processors; the failure of one does not stop the others. */
  private PageOutput process(CrawledPage page, boolean isScraped) {
    List<Throwable> failures = new ArrayList<>();
    for (PageProcessor processor : processors) {
      if (processor.takes(page.status())) {
        try {
          processor.process(page);
        } catch (Exception | StackOverflowError e) {
          failures.add(e);
        }
      }
    }
    PageOutput output = PageOutput.of(page);
    if (scraping.isPresent()) {
      try {
        output = scraping.get().output(page, isScraped);
      } catch (Exception | StackOverflowError e) {
        failures.add(e);
      }
    }
    return failures.isEmpty() ? output : output.failed(failures);
  }
}
