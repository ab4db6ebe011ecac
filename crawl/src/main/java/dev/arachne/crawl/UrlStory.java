package dev.arachne.crawl;

import dev.arachne.frontier.DiskStore;
import dev.arachne.frontier.Ledger;
import dev.arachne.frontier.LedgerEntry;
import dev.arachne.frontier.StoreException;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a crawl has decided about one URL, and how it came to it. Immutable.
 *
 * @param url the URL
 * @param way from a root to the URL, each found on the one before; empty if it was never found
 * @param entries of the ledger about the URL, in order; the first is its discovery
 * @param isTooFar whether it was found, but by ways that are too long, and a shorter one may turn
 *     up
 */
public record UrlStory(
    CrawlUrl url, List<CrawlUrl> way, List<LedgerEntry> entries, boolean isTooFar) {
  private static final long CACHE = 16 << 20;

  public UrlStory {
    way = List.copyOf(way);
    entries = List.copyOf(entries);
  }

  /**
   * The story of {@code typed} in the crawl that is kept in {@code directory}.
   *
   * @throws UsageException if no crawl is kept there, or {@code typed} is no URL
   * @throws IOException if the crawl's files cannot be read
   */
  public static UrlStory of(String typed, Path directory) throws UsageException, IOException {
    CrawlDirectory.options(directory);
    if (!(Root.of(typed) instanceof Root.Page(CrawlUrl url))) {
      throw new UsageException(typed, "is a folder; type the URL of a page");
    }
    try (DiskStore store = DiskStore.openToRead(CrawlDirectory.store(directory), CACHE)) {
      Ledger ledger = Ledger.of(store);
      List<LedgerEntry> entries = ledger.about(url);
      List<CrawlUrl> way =
          !entries.isEmpty() && entries.getFirst() instanceof LedgerEntry.Found found
              ? ledger.way(found).stream().map(LedgerEntry.Found::url).toList()
              : List.of();
      return new UrlStory(url, way, entries, ledger.isTooFar(url));
    } catch (StoreException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
