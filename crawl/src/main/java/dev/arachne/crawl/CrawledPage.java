package dev.arachne.crawl;

import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpResponse;
import dev.arachne.items.Follow;
import dev.arachne.items.Item;
import dev.arachne.items.PageDocument;
import dev.arachne.ledger.Priority;
import dev.arachne.ledger.TruncationReason;
import dev.arachne.ledger.VisitNote;
import dev.arachne.output.LedgerConsumer;
import dev.arachne.protocol.Headers;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A page that was fetched, as a {@link PageProcessor} gets it. Used by one thread at a time; all
 * processors of the page share the body's array and must not change it.
 */
public final class CrawledPage {
  private final CrawlUrl url;
  private final @Nullable CrawlUrl via;
  private final int depth;
  private final HttpResponse response;
  private final List<CrawlUrl> links = new ArrayList<>();
  private final List<Follow> follows = new ArrayList<>();
  private final List<Item> items = new ArrayList<>();
  private final List<VisitNote> notes = new ArrayList<>();
  private final Optional<Instant> time;
  private final boolean isDetail;
  private @Nullable PageDocument document;
  private boolean stops;

  /**
   * A page.
   *
   * @param url the requested URL
   * @param via the page on which it was found; null for a seed
   * @param depth links from a seed to it
   * @param response the answer
   */
  public CrawledPage(CrawlUrl url, @Nullable CrawlUrl via, int depth, HttpResponse response) {
    this.url = url;
    this.via = via;
    this.depth = depth;
    this.response = response;
    this.time = Optional.empty();
    this.isDetail = false;
  }

  /** The page of a lease, whose response came at an instant. */
  CrawledPage(Lease lease, HttpResponse response, Instant time) {
    this.url = lease.url();
    this.via = lease.via();
    this.depth = lease.depth();
    this.response = response;
    this.time = Optional.of(time);
    this.isDetail = lease.priority() == Priority.DETAILS;
  }

  /** The requested URL. */
  public CrawlUrl url() {
    return url;
  }

  /** The page on which it was found; null for a seed. */
  public @Nullable CrawlUrl via() {
    return via;
  }

  /** Links from a seed to it. */
  public int depth() {
    return depth;
  }

  /** When the response came; empty for a page that a program made. */
  public Optional<Instant> time() {
    return time;
  }

  /** Whether it was requested to complete a record of another page. */
  public boolean isDetail() {
    return isDetail;
  }

  /** The answer: status, header fields, body, timings. */
  public HttpResponse response() {
    return response;
  }

  /** The HTTP status code. */
  public int status() {
    return response.status();
  }

  /** The header fields of the answer. */
  public Headers headers() {
    return response.headers();
  }

  /** The length of the decoded body in bytes. */
  public long length() {
    return response.length();
  }

  /** Why the body is incomplete; empty if it is complete. */
  public Optional<TruncationReason> cut() {
    return ResponseSummarizer.cut(response);
  }

  /**
   * The decoded body.
   *
   * @throws LargeBodyException if it is too large for memory; {@link #openBody} reads it
   */
  public byte[] body() {
    if (response.stored().isPresent()) {
      throw new LargeBodyException(url, response.length());
    }
    return response.body();
  }

  /**
   * Opens the decoded body, of any length, from its first byte; the caller closes it. It is
   * available until the processors of the page have ended.
   *
   * @throws IOException if the file of a large body cannot be read
   */
  public InputStream openBody() throws IOException {
    return response.stored().isPresent()
        ? response.stored().get().open()
        : new ByteArrayInputStream(response.body());
  }

  /** The value of its Content-Type header; empty if it has none. */
  public Optional<String> contentType() {
    return response.headers().first("Content-Type");
  }

  /**
   * The page as a tree, made on the first call.
   *
   * @throws LargeBodyException if its body is too large for memory
   */
  public PageDocument document() {
    if (document == null) {
      document = PageDocument.parse(body(), contentType().orElse(""), url);
    }
    return document;
  }

  /** Adds a URL to the crawl, as if the page had a link to it. */
  public void follow(CrawlUrl target) {
    follows.add(new Follow(target, Follow.Way.LINK));
  }

  /**
   * Adds a record, which reaches the crawl's output of records with this page's verdict.
   *
   * @see Crawl#records
   */
  public void add(Item item) {
    items.add(item);
  }

  /**
   * Keeps bytes with this page's verdict for the {@link LedgerConsumer} of that name, which does
   * not get the body. A second note for the same consumer replaces the first.
   */
  public void note(String consumer, byte[] bytes) {
    notes.removeIf(note -> note.name().equals(consumer));
    notes.add(new VisitNote(consumer, bytes.clone()));
  }

  /** Stops the crawl after this page, which is decided as usual. */
  public void stopCrawl() {
    stops = true;
  }

  /** Adds a link that the crawl itself has found. */
  void link(CrawlUrl target) {
    links.add(target);
  }

  List<CrawlUrl> links() {
    return links;
  }

  List<Follow> follows() {
    return follows;
  }

  List<Item> items() {
    return items;
  }

  List<VisitNote> notes() {
    return List.copyOf(notes);
  }

  boolean stops() {
    return stops;
  }
}
