package dev.arachne.index;

import dev.arachne.ledger.Committed;
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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the index of a crawl while it runs, behind its ledger. The crawl has to note what its pages
 * say. Confined to the thread on which the crawl calls it; the rest is called before and after.
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
   * Bytes of a page that is read from what the crawl kept of it, if it was fetched before the crawl
   * noted what pages say: what one page takes has to fit beside the crawl.
   */
  private static final long MOST_READ = 1 << 20;

  private final Path crawl;
  private @Nullable PageIndex index;

  /** The index of the crawl in a directory. */
  public IndexConsumer(Path crawl) {
    this.crawl = crawl;
  }

  @Override
  public String name() {
    return "index";
  }

  @Override
  public String notes() {
    return ContentNote.NAME;
  }

  /** An index that was made afterwards is farther than the crawl knows: it is told again. */
  @Override
  public long begin(long kept) throws UsageException, IOException {
    PageIndex opened = PageIndex.open(crawl);
    index = opened;
    return Math.min(kept, opened.position());
  }

  /** Commits now and then: what is not, the next process is told again. */
  @Override
  public void consume(List<Committed> entries) throws IOException {
    PageIndex its = opened();
    List<DecidedPage> pages = new ArrayList<>();
    List<@Nullable Reading> readings = new ArrayList<>();
    for (Committed entry : entries) {
      if (entry.position() >= its.position()
          && entry.entry() instanceof LedgerEntry.Decided decided) {
        pages.add(new DecidedPage(entry.position(), decided, entry.found().orElseThrow()));
        readings.add(reading(pages.getLast(), entry));
      }
    }
    if (readings.contains(null)) {
      readKept(pages, readings);
    }
    for (int i = 0; i < pages.size(); i++) {
      Reading reading = readings.get(i);
      its.add(
          pages.get(i), reading == null ? new Reading.Unread(Reading.Why.NOT_KEPT) : reading);
    }
    Committed last = entries.getLast();
    if (last.position() >= its.position()) {
      its.pass(last.position(), last.entry());
    }
    its.commitIfDue();
  }

  /** What was noted of a page; null if it has to be looked for elsewhere. */
  private static @Nullable Reading reading(DecidedPage page, Committed entry) {
    if (entry.note().isPresent()) {
      try {
        return new Reading.Read(ContentNote.read(entry.note().get()));
      } catch (IllegalArgumentException e) {
        return new Reading.Unread(Reading.Why.DAMAGED);
      }
    }
    long bytes = page.entry().disposition().answered().map(Disposition.Answer::bytes).orElse(0L);
    return page.isHtml() && bytes <= MOST_READ ? null : new Reading.Unread(Reading.Why.NOT_KEPT);
  }

  private void readKept(List<DecidedPage> pages, List<@Nullable Reading> readings)
      throws IOException {
    try {
      CrawlPages.read(
          crawl,
          kept -> {
            for (int i = 0; i < pages.size(); i++) {
              if (readings.get(i) == null) {
                readings.set(i, kept.contentOf(pages.get(i)));
              }
            }
            return true;
          });
    } catch (UsageException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Completes the index once the crawl has ended, with the texts of links.
   *
   * @throws IOException if it cannot be written; what was committed stays
   */
  public void finish() throws IOException {
    if (index != null) {
      index.join();
    }
  }

  private PageIndex opened() {
    if (index == null) {
      throw new IllegalStateException("the crawl has not begun");
    }
    return index;
  }

  /** Gives up what is not committed: the next process is told it again. */
  @Override
  public void close() throws IOException {
    if (index != null) {
      index.close();
      index = null;
    }
  }
}
