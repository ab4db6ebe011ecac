package dev.arachne.index;

import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.UsageException;
import dev.arachne.output.LedgerConsumer;
import dev.arachne.pages.ContentNote;
import dev.arachne.pages.CrawlPages;
import dev.arachne.pages.DecidedPage;
import dev.arachne.pages.Reading;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes the index of a crawl while it runs, behind its ledger. The crawl has to note the contents
 * of its pages. Confined to the thread on which the crawl calls it; the rest is called before and
 * after.
 *
 * <pre>{@code
 * try (var index = new IndexConsumer(directory)) {
 *   new Crawl(options.index(SearchIndex.PAGES).build()).consume(index).run();
 *   index.finish();
 * }
 * }</pre>
 */
public final class IndexConsumer implements LedgerConsumer, Closeable {
  /**
   * The limit, in bytes, of a page that is read from the crawl's archive or files, since it was
   * fetched before the crawl noted contents. One page in memory has to fit next to the crawl.
   */
  private static final long MOST_READ = 1 << 20;

  private static final Reading NOT_KEPT = new Reading.Unread(Reading.Why.NOT_KEPT);

  private final Path crawl;
  private final Opening opening;
  private final Unnoted unnoted;
  private @Nullable PageIndex index;

  /** Opens the index, before the first entry. */
  @FunctionalInterface
  interface Opening {
    PageIndex open() throws UsageException, IOException;
  }

  /** The treatment of pages without a note of their content. */
  enum Unnoted {
    /** They are read from the crawl's archive or files. */
    READ,
    /** They are known by their URLs. */
    KNOWN_BY_URL
  }

  /** The index of the crawl in a directory. */
  public IndexConsumer(Path crawl) {
    this(crawl, () -> PageIndex.open(crawl), Unnoted.READ);
  }

  IndexConsumer(Path crawl, Opening opening, Unnoted unnoted) {
    this.crawl = crawl;
    this.opening = opening;
    this.unnoted = unnoted;
  }

  @Override
  public String name() {
    return "index";
  }

  @Override
  public String notes() {
    return ContentNote.NAME;
  }

  /**
   * Begins. If the index was made afterwards and is ahead of the crawl's position, the entries come
   * again.
   */
  @Override
  public long begin(long kept) throws UsageException, IOException {
    PageIndex opened = opening.open();
    index = opened;
    return Math.min(kept, opened.position());
  }

  /** Commits now and then; the next process gets uncommitted entries again. */
  @Override
  public void consume(List<CommittedEntry> entries) throws IOException {
    PageIndex its = opened();
    if (unnoted == Unnoted.READ
        && entries.stream().anyMatch(entry -> isToBeRead(entry, its.position()))) {
      readAndTake(entries, its);
    } else {
      take(entries, its, _ -> NOT_KEPT);
    }
    its.commitIfDue();
  }

  /** Whether a page's content was not noted, but may be read from the crawl's archive or files. */
  private static boolean isToBeRead(CommittedEntry entry, long from) {
    return entry.position() >= from
        && entry.note().isEmpty()
        && entry.entry() instanceof LedgerEntry.Decided decided
        && isToBeRead(page(entry, decided));
  }

  private static boolean isToBeRead(DecidedPage page) {
    Optional<Disposition.Answer> answer = page.entry().disposition().answered();
    return page.isReadable() && answer.map(Disposition.Answer::bytes).orElse(0L) <= MOST_READ;
  }

  /**
   * Reads pages and takes entries; if it starts again, it continues behind the last entry taken.
   */
  private void readAndTake(List<CommittedEntry> entries, PageIndex to) throws IOException {
    try {
      CrawlPages.read(
          crawl,
          pages -> {
            take(entries, to, page -> isToBeRead(page) ? pages.contentOf(page) : NOT_KEPT);
            return true;
          });
    } catch (UsageException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Takes entries; one page at a time is in memory. */
  private static void take(
      List<CommittedEntry> entries, PageIndex to, Function<DecidedPage, Reading> unnoted)
      throws IOException {
    for (CommittedEntry entry : entries) {
      if (entry.position() >= to.position()) {
        if (entry.entry() instanceof LedgerEntry.Decided decided) {
          DecidedPage page = page(entry, decided);
          to.add(page, entry.note().isEmpty() ? unnoted.apply(page) : noted(entry.note().get()));
        } else {
          to.pass(entry.position(), entry.entry());
        }
      }
    }
  }

  private static DecidedPage page(CommittedEntry entry, LedgerEntry.Decided decided) {
    return new DecidedPage(entry.position(), decided, entry.found().orElseThrow());
  }

  private static Reading noted(byte[] note) {
    try {
      return new Reading.Read(ContentNote.read(note));
    } catch (IllegalArgumentException e) {
      return new Reading.Unread(Reading.Why.DAMAGED);
    }
  }

  /**
   * Completes the index once the crawl has ended, with the texts of links.
   *
   * @throws IOException if it cannot be written; committed entries stay
   */
  public void finish() throws IOException {
    if (index != null) {
      index.join();
    }
  }

  /**
   * Commits the entries received up to now, without the texts of new links: for a crawl that is to
   * end soon.
   *
   * @throws IOException if it cannot be written
   */
  public void commit() throws IOException {
    if (index != null) {
      index.commit();
    }
  }

  private PageIndex opened() {
    if (index == null) {
      throw new IllegalStateException("the crawl has not begun");
    }
    return index;
  }

  /** Discards uncommitted entries: the next process gets them again. */
  @Override
  public void close() throws IOException {
    if (index != null) {
      index.close();
      index = null;
    }
  }
}
