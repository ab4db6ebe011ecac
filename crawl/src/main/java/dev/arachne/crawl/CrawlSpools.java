package dev.arachne.crawl;

import dev.arachne.directory.CrawlDirectory;
import dev.arachne.ledger.Ledger;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.FileFailure;
import dev.arachne.runtime.EventLoop;
import dev.arachne.spool.Spool;
import dev.arachne.store.RowStore;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The places for bodies that are too large for memory: the crawl's directory, or that of saved
 * bodies. Sitemaps are always read whole: without such a directory they go to a temporary one, made
 * for the first large sitemap and deleted at the end.
 *
 * @param bodies empty if bodies that are too large are not kept
 */
record CrawlSpools(Optional<Spool> bodies, Spool sitemaps) {
  /** The directory under that of saved bodies, for a crawl without one of its own. */
  private static final String NAME = ".arachne-spool";

  /**
   * Opens the spools; waits for the disk.
   *
   * @param unfinished the rows of a crawl that resumes with the remaining bodies; empty if none
   *     does
   */
  static CrawlSpools open(
      CrawlOptions options,
      @Nullable CrawlDirectory directory,
      Optional<? extends RowStore> unfinished)
      throws IOException {
    Optional<Path> place =
        directory == null
            ? options.outputs().save().map(its -> its.resolve(NAME))
            : Optional.of(directory.spool());
    EventLoop loop = EventLoop.current();
    if (place.isEmpty()) {
      String name = "arachne-sitemaps-" + ProcessHandle.current().pid() + "-" + loop.time().nanos();
      Path own = Path.of(System.getProperty("java.io.tmpdir"), name);
      return new CrawlSpools(Optional.empty(), Spool.in(own, FileFailure::text));
    }
    Spool opened =
        loop.offloadWhole(
            "what is left in " + place.get(),
            () -> {
              Spool spool = Spool.in(place.get(), FileFailure::text);
              if (unfinished.isPresent()) {
                Ledger ledger = Ledger.of(unfinished.get());
                spool.keepOnly(url -> isToDo(url, ledger));
              } else {
                spool.clear();
              }
              return spool;
            });
    return new CrawlSpools(Optional.of(opened), opened);
  }

  /** Deletes remaining bodies; waits for the disk. */
  void clear() {
    EventLoop.current()
        .offloadWhole(
            "the end of the spool",
            () -> {
              try {
                sitemaps.clear();
              } catch (IOException e) {
                return false; // The next start tries again.
              }
              return true;
            });
  }

  private static boolean isToDo(String url, Ledger ledger) {
    return CrawlUrl.parse(url) instanceof CrawlUrl its && !ledger.isDecided(its);
  }
}
