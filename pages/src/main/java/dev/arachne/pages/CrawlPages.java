package dev.arachne.pages;

import dev.arachne.content.Documents;
import dev.arachne.content.MarkupReader;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.UsageException;
import dev.arachne.store.DiskStore;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The pages of a kept crawl in the order of their verdicts, also while it runs: the content of
 * each, and its body. The content is read from its note, if the crawl made one, or else from the
 * body. The body is in the crawl's archive, in the archives that it was made from, or in saved
 * files. Confined to one thread.
 *
 * <pre>
 * CrawlPages.read(directory, pages -&gt; {
 *   pages.requireKept();
 *   pages.from(position, page -&gt; {
 *     if (pages.contentOf(page) instanceof Reading.Read(PageContent content)) ...
 *   });
 *   return pages.size(); // where to continue
 * });
 * </pre>
 */
public final class CrawlPages {
  /** Most bytes of a body that are read. */
  public static final int MOST_BYTES = 16 << 20;

  private final Path crawl;
  private final CrawlOptions options;
  private final Ledger ledger;
  private final BodySources bodies;
  private final ServedFolders folders;

  private CrawlPages(
      Path crawl, CrawlOptions options, Ledger ledger, BodySources bodies, ServedFolders folders) {
    this.crawl = crawl;
    this.options = options;
    this.ledger = ledger;
    this.bodies = bodies;
    this.folders = folders;
  }

  /**
   * A use of the pages.
   *
   * @param <T> its result
   */
  @FunctionalInterface
  public interface Use<T> {
    /** Uses the pages. */
    T of(CrawlPages pages) throws UsageException, IOException;
  }

  /** Receives pages. */
  @FunctionalInterface
  public interface Sink {
    /** Takes the next page. */
    void accept(DecidedPage page) throws IOException;
  }

  /**
   * Runs {@code use} on the pages of the crawl in a directory, as committed now. If a crawl that
   * runs there has replaced its files meanwhile, the use starts again.
   *
   * @throws UsageException if no crawl is kept there
   * @throws IOException if its files cannot be read
   */
  public static <T> T read(Path crawl, Use<T> use) throws UsageException, IOException {
    CrawlOptions options = CrawlOptions.recordedIn(crawl).build();
    ServedFolders folders = ServedFolders.of(crawl);
    return DiskStore.<T, UsageException>read(
        DirectoryFormat.store(crawl),
        rows -> {
          Ledger ledger = Ledger.of(rows);
          try (var bodies = BodySources.of(crawl, options, folders, ledger)) {
            return use.of(new CrawlPages(crawl, options, ledger, bodies, folders));
          }
        });
  }

  /**
   * Checks that the crawl has kept the content of its pages, or their bodies.
   *
   * @throws UsageException if not; it names the option to use
   */
  public void requireKept() throws UsageException {
    if (!options.outputs().notesContent() && !bodies.areKept()) {
      throw new UsageException(
          crawl.toString(),
          "the crawl kept neither what its pages say nor their bodies; crawl again with --index,"
              + " --markdown OUT, --warc or --save DIR");
    }
  }

  /** The ledger of the pages. */
  public Ledger ledger() {
    return ledger;
  }

  /** The number of entries in the ledger: the position after the last one. */
  public long size() {
    return ledger.size();
  }

  /** Returns a URL as users know it: that of a file, if the crawl served it from a folder. */
  public String shown(CrawlUrl url) {
    return folders.shown(url.toString());
  }

  /** Passes all verdicts from a position of the ledger on to {@code sink}, in order. */
  public void from(long position, Sink sink) throws IOException {
    long end = size();
    for (long at = position; at < end; at++) {
      if (ledger.entry(at) instanceof LedgerEntry.Decided decided) {
        sink.accept(new DecidedPage(at, decided, ledger.found(decided.found())));
      }
    }
  }

  /** Returns the verdict at a position. */
  public DecidedPage at(long position) {
    var decided = (LedgerEntry.Decided) ledger.entry(position);
    return new DecidedPage(position, decided, ledger.found(decided.found()));
  }

  /** Returns the content of a page. */
  public Reading contentOf(DecidedPage page) {
    DecidedPage answered = unchanged(page);
    if (!answered.isPage()) {
      return new Reading.Unread(Reading.Why.NO_PAGE);
    }
    try {
      Optional<byte[]> note = ledger.note(ContentNote.NAME, answered.position());
      if (note.isPresent()) {
        return new Reading.Read(ContentNote.read(note.get()));
      }
      if (!answered.isReadable()) {
        return new Reading.Unread(Reading.Why.NOT_HTML);
      }
      Optional<PageBody> body = bodies.of(answered);
      return body.isEmpty()
          ? new Reading.Unread(Reading.Why.NOT_KEPT)
          : read(body.get(), answered.url());
    } catch (IOException | IllegalArgumentException e) {
      return new Reading.Unread(Reading.Why.DAMAGED);
    }
  }

  /** Returns the markup of a page. */
  public MarkupReading markupOf(DecidedPage page) {
    DecidedPage answered = unchanged(page);
    if (!answered.isPage()) {
      return new MarkupReading.Unread(Reading.Why.NO_PAGE);
    }
    try {
      Optional<byte[]> note = ledger.note(MarkupNote.NAME, answered.position());
      if (note.isPresent()) {
        return new MarkupReading.Read(MarkupNote.read(note.get()), MarkupReading.Head.KNOWN);
      }
      if (!answered.isHtml()) {
        return new MarkupReading.Unread(Reading.Why.NOT_HTML);
      }
      Optional<PageBody> body = bodies.of(answered);
      return body.isEmpty()
          ? new MarkupReading.Unread(Reading.Why.NOT_KEPT)
          : markup(body.get(), answered.url());
    } catch (IOException | IllegalArgumentException e) {
      return new MarkupReading.Unread(Reading.Why.DAMAGED);
    }
  }

  /** The options of the crawl. */
  public CrawlOptions options() {
    return options;
  }

  /**
   * Returns the body of a page of any media type, or empty if the verdict is not a page, or the
   * body was not kept.
   *
   * @throws IOException if the kept body cannot be read
   */
  public Optional<PageBody> bodyOf(DecidedPage page) throws IOException {
    DecidedPage answered = unchanged(page);
    try {
      return answered.isPage() ? bodies.of(answered) : Optional.empty();
    } catch (IllegalArgumentException e) {
      throw new IOException("the ledger's note of where " + page.url() + " is is damaged", e);
    }
  }

  private static Reading read(PageBody body, CrawlUrl url) {
    return Documents.read(body.bytes(), body.contentType(), body.contentLanguage(), url)
        .<Reading>map(Reading.Read::new)
        .orElseGet(() -> new Reading.Unread(Reading.Why.NOT_HTML));
  }

  private MarkupReading markup(PageBody body, CrawlUrl url) {
    var head = bodies.haveHeads() ? MarkupReading.Head.KNOWN : MarkupReading.Head.UNKNOWN;
    return MarkupReader.read(body.bytes(), body.contentType(), url)
        .<MarkupReading>map(markup -> new MarkupReading.Read(markup, head))
        .orElseGet(() -> new MarkupReading.Unread(Reading.Why.NOT_HTML));
  }

  /** Returns the earlier verdict with the body, for a page that was not modified since. */
  private DecidedPage unchanged(DecidedPage page) {
    DecidedPage at = page;
    while (at.entry().disposition().isUnchanged()) {
      Optional<DecidedPage> before = before(at);
      if (before.isEmpty()) {
        return page;
      }
      at = before.get();
    }
    return at;
  }

  private Optional<DecidedPage> before(DecidedPage page) {
    long at = page.entry().previous();
    while (ledger.entry(at) instanceof LedgerEntry.Later later) {
      if (later instanceof LedgerEntry.Decided decided) {
        return Optional.of(new DecidedPage(at, decided, page.found()));
      }
      at = later.previous();
    }
    return Optional.empty();
  }
}
