package dev.arachne.crawl;

import dev.arachne.http.HttpResponse;
import dev.arachne.items.Follow;
import dev.arachne.items.Item;
import dev.arachne.items.PageDocument;
import dev.arachne.ledger.Cut;
import dev.arachne.ledger.Note;
import dev.arachne.output.LedgerConsumer;
import dev.arachne.protocol.Headers;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A page that was fetched, as a {@link PageProcessor} gets it. Used by one thread at a time; the
 * body's array is shared by all processors of the page, and nobody changes it.
 */
public final class CrawledPage {
  private final CrawlUrl url;
  private final @Nullable CrawlUrl via;
  private final int depth;
  private final HttpResponse response;
  private final List<CrawlUrl> links = new ArrayList<>();
  private final List<Follow> follows = new ArrayList<>();
  private final List<Item> items = new ArrayList<>();
  private final List<Note> notes = new ArrayList<>();
  private @Nullable PageDocument document;
  private boolean stops;

  /**
   * A page.
   *
   * @param url what was asked for
   * @param via the page on which it was found; null for a root
   * @param depth links from a root to it
   * @param response the answer
   */
  public CrawledPage(CrawlUrl url, @Nullable CrawlUrl via, int depth, HttpResponse response) {
    this.url = url;
    this.via = via;
    this.depth = depth;
    this.response = response;
  }

  /** What was asked for. */
  public CrawlUrl url() {
    return url;
  }

  /** The page on which it was found; null for a root. */
  public @Nullable CrawlUrl via() {
    return via;
  }

  /** Links from a root to it. */
  public int depth() {
    return depth;
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

  /** How many bytes the decoded body has. */
  public long length() {
    return response.length();
  }

  /** Why the body is the beginning of one only; empty if it is whole. */
  public Optional<Cut> cut() {
    return Answers.cut(response);
  }

  /**
   * The decoded body.
   *
   * @throws LargeBodyException if it is too large for memory: {@link #openBody} has it, too
   */
  public byte[] body() {
    if (response.stored().isPresent()) {
      throw new LargeBodyException(url, response.length());
    }
    return response.body();
  }

  /**
   * The decoded body, however large it is, from its first byte; the caller closes it. It is there
   * until the processors of the page are through with it.
   *
   * @throws IOException if the file cannot be read in which a large one is
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
   * The page as a tree, made when it is first asked for.
   *
   * @throws LargeBodyException if its body is too large for memory
   */
  public PageDocument document() {
    if (document == null) {
      document = PageDocument.parse(body(), contentType().orElse(""), url);
    }
    return document;
  }

  /** Has the crawl go on at a URL, as if the page had a link there. */
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
   * Has bytes kept with this page's verdict, for the {@link LedgerConsumer} of that name: what it
   * needs of the page, since it has no body. What was noted for it before is replaced.
   */
  public void note(String consumer, byte[] bytes) {
    notes.removeIf(note -> note.name().equals(consumer));
    notes.add(new Note(consumer, bytes.clone()));
  }

  /** Has the crawl stop after this page, which is decided as any other. */
  public void stopCrawl() {
    stops = true;
  }

  /** The crawl itself has found a link in it. */
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

  List<Note> notes() {
    return List.copyOf(notes);
  }

  boolean stops() {
    return stops;
  }
}
