package dev.arachne.directory;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.Verdict;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.UsageException;
import dev.arachne.store.DiskStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** The URLs of a kept crawl that are decided, each with its last verdict. Stateless. */
public final class DecidedUrls {
  private DecidedUrls() {}

  /**
   * Reads them in the order of their verdicts, also while the crawl runs; in memory that does not
   * grow with them.
   *
   * @throws UsageException if no crawl is kept there
   * @throws IOException if it cannot be read
   */
  public static void read(Path crawl, Consumer<Verdict> sink) throws UsageException, IOException {
    CrawlOptions.recordedIn(crawl); // or no crawl is there
    DiskStore.read(
        DirectoryFormat.store(crawl),
        rows -> {
          Ledger ledger = Ledger.of(rows);
          ledger.read((entry, _) -> last(ledger, entry).ifPresent(sink));
          return true;
        });
  }

  /** The verdict of an entry, if it is the last about its URL. */
  private static Optional<Verdict> last(Ledger ledger, LedgerEntry entry) {
    return switch (entry) {
      case LedgerEntry.Decided decided -> {
        Discovery discovery = ledger.found(decided.found()).discovery();
        yield ledger.last(discovery.url()).filter(decided::equals).isPresent()
            ? Optional.of(
                new Verdict(
                    decided.at(),
                    discovery,
                    decided.visit(),
                    decided.attempt(),
                    decided.disposition()))
            : Optional.empty();
      }
      case LedgerEntry.Found found when found.rejection().isPresent() ->
          ledger.last(found.url()).filter(found::equals).isPresent()
              ? Optional.of(
                  Verdict.rejected(found.at(), found.discovery(), found.rejection().get()))
              : Optional.empty();
      default -> Optional.empty();
    };
  }
}
