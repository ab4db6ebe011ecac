package dev.arachne.directory;

import dev.arachne.archive.ArchiveEnd;
import dev.arachne.archive.ArchivePlace;
import dev.arachne.archive.Cdxj;
import dev.arachne.archive.CdxjIndex;
import dev.arachne.archive.WarcFile;
import dev.arachne.archive.WarcType;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.options.ArchiveOptions;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.OptionsFile;
import dev.arachne.options.UsageException;
import dev.arachne.store.DiskStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The archive of a crawl, as far as it is committed, also while the crawl runs. The place of each
 * capture is in the crawl's ledger, in the same commits as the captures. So an index of them takes
 * no reading of the files, and is right at every instant. Immutable.
 *
 * @param crawl the directory of the crawl
 * @param directory that of the WARC files
 * @param end up to where they are committed
 */
public record CrawlArchive(Path crawl, Path directory, ArchiveEnd end) {

  /**
   * The archive of the crawl in a directory, which may have nothing committed yet; empty if no
   * crawl is kept there, or it writes none.
   */
  public static Optional<CrawlArchive> of(Path crawl) throws UsageException, IOException {
    if (!OptionsFile.isThere(crawl)) {
      return Optional.empty();
    }
    ArchiveOptions options = CrawlOptions.recordedIn(crawl).build().outputs().archive();
    if (options.directory().isEmpty()) {
      return Optional.empty();
    }
    Path store = DirectoryFormat.store(crawl);
    Path directory = CrawlDirectory.archive(crawl, options);
    if (!Files.exists(store)) {
      throw new UsageException(
          crawl.toString(), "the store of this crawl is missing; use its WARC files, " + directory);
    }
    ArchiveEnd end =
        DiskStore.read(
            store,
            rows ->
                Optional.ofNullable(rows.get(LedgerKeys.archiveEnd()))
                    .map(ArchiveEnd::read)
                    .orElse(ArchiveEnd.NOTHING));
    return Optional.of(new CrawlArchive(crawl, directory, end));
  }

  /** The WARC files, as far as they are committed; without those that are gone. */
  public List<WarcFile> files() {
    List<WarcFile> files = new ArrayList<>();
    for (int serial = 1; serial <= end.serial(); serial++) {
      Path file = directory.resolve(end.file(serial));
      if (Files.exists(file)) {
        files.add(serial < end.serial() ? WarcFile.of(file) : WarcFile.of(file, end.length()));
      }
    }
    return files;
  }

  /**
   * The captures that are committed: the last answer of each attempt. An answer before it in the
   * same attempt, such as one that requires a password, is in the files only.
   */
  public CdxjIndex index() throws IOException {
    return DiskStore.read(
        DirectoryFormat.store(crawl),
        rows -> {
          var index = new CdxjIndex();
          Ledger ledger = Ledger.of(rows);
          try {
            ledger.read((entry, position) ->
                ledger
                    .note(ArchivePlace.NOTES, position)
                    .map(ArchivePlace::read)
                    .ifPresent(place -> add(entry, place, index)));
          } catch (UncheckedIOException e) {
            index.close();
            throw e.getCause();
          }
          return index;
        });
  }

  private void add(LedgerEntry entry, ArchivePlace place, CdxjIndex index) {
    Optional<Disposition.Answer> answer =
        entry instanceof LedgerEntry.Attempt attempt
            ? attempt.disposition().answered()
            : Optional.empty();
    boolean isCapture = place.type() == WarcType.RESPONSE || place.type() == WarcType.REVISIT;
    if (!isCapture) {
      return;
    }
    try {
      if (answer.isEmpty() || place.payload().isEmpty()) {
        var file = WarcFile.of(directory.resolve(place.file()));
        index.addAt(file, place.offset());
      } else {
        index.add(
            new Cdxj(
                Cdxj.key(place.url()),
                Cdxj.timestamp(place.date()),
                place.url(),
                place.type() == WarcType.REVISIT ? "warc/revisit" : answer.get().mediaType(),
                Optional.of(answer.get().status()),
                place.payload().get().toString(),
                place.length(),
                place.offset(),
                place.file()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
