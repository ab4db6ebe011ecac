package dev.arachne.pages;

import dev.arachne.archive.ArchivePlace;
import dev.arachne.archive.CaptureIndex;
import dev.arachne.archive.CaptureReader;
import dev.arachne.archive.HttpPayload;
import dev.arachne.archive.Reference;
import dev.arachne.archive.WarcFile;
import dev.arachne.archive.WarcType;
import dev.arachne.directory.ArchiveSources;
import dev.arachne.directory.CrawlArchive;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.PayloadDigest;
import dev.arachne.options.CaptureChoice;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SourceOptions;
import dev.arachne.options.UsageException;
import dev.arachne.output.SavedBodies;
import dev.arachne.url.CrawlUrl;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The places where a crawl has kept the bodies of its pages: its archive, the archives that it was
 * made from, or files. Confined to one thread.
 */
final class BodySources implements Closeable {
  private final CrawlOptions options;
  private final Ledger ledger;
  private final ServedFolders folders;
  private final Optional<CrawlArchive> archive;
  private final CaptureReader.Idle idle = new CaptureReader.Idle();
  private @Nullable CaptureIndex captures;

  private BodySources(
      CrawlOptions options, Ledger ledger, ServedFolders folders, Optional<CrawlArchive> archive) {
    this.options = options;
    this.ledger = ledger;
    this.folders = folders;
    this.archive = archive;
  }

  static BodySources of(Path crawl, CrawlOptions options, ServedFolders folders, Ledger ledger)
      throws UsageException, IOException {
    return new BodySources(options, ledger, folders, CrawlArchive.of(crawl));
  }

  /** Whether the crawl kept bodies. */
  boolean areKept() {
    return archive.isPresent()
        || options.source().isOffline()
        || options.outputs().save().isPresent();
  }

  /** Whether the heads of answers were kept with all bodies. */
  boolean haveHeads() {
    return options.outputs().save().isEmpty();
  }

  /**
   * Returns the body of a page, at most {@value CrawlPages#MOST_BYTES} bytes of it, or empty if it
   * was not kept.
   *
   * @throws IOException if the kept body cannot be read
   */
  Optional<PageBody> of(DecidedPage page) throws IOException {
    Optional<ArchivePlace> place =
        ledger.note(ArchivePlace.NOTES, page.position()).map(ArchivePlace::read);
    if (archive.isPresent() && place.isPresent()) {
      Optional<PageBody> archived = archived(place.get(), archive.get());
      if (archived.isPresent()) {
        return archived;
      }
    }
    if (options.source().isOffline()) {
      return captured(page, options.source());
    }
    return options.outputs().save().isPresent()
        ? saved(page, options.outputs().save().get())
        : Optional.empty();
  }

  private Optional<PageBody> archived(ArchivePlace place, CrawlArchive from) throws IOException {
    if (place.type() == WarcType.RESPONSE) {
      return Optional.of(read(place(place, from)));
    }
    Optional<ArchivePlace> original = place.refersTo().flatMap(this::original);
    return original.isPresent() ? Optional.of(read(place(original.get(), from))) : Optional.empty();
  }

  private static CaptureIndex.Place place(ArchivePlace at, CrawlArchive in) {
    WarcFile file = WarcFile.of(in.directory().resolve(at.file()));
    return new CaptureIndex.Place(at.type(), file, at.offset(), 0, at.length(), at.date());
  }

  /**
   * Returns the record of this crawl that a revisit refers to, or empty if another crawl has it.
   */
  private Optional<ArchivePlace> original(Reference named) {
    if (!(CrawlUrl.parse(named.url()) instanceof CrawlUrl url)) {
      return Optional.empty();
    }
    return ledger.positionsAbout(url).stream()
        .map(position -> ledger.note(ArchivePlace.NOTES, position))
        .flatMap(Optional::stream)
        .map(ArchivePlace::read)
        .filter(place -> place.type() == WarcType.RESPONSE && place.date().equals(named.date()))
        .findFirst();
  }

  private Optional<PageBody> captured(DecidedPage page, SourceOptions source) throws IOException {
    if (captures == null) {
      try {
        captures =
            CaptureIndex.of(ArchiveSources.of("--from ", source.archives()).files(), _ -> {});
      } catch (UsageException e) {
        throw new IOException(e.getMessage(), e);
      }
    }
    CaptureIndex index = captures;
    Optional<CaptureIndex.Place> place =
        source.captures() == CaptureChoice.ALL
            ? index.numbered(page.url(), page.entry().visit())
            : index.nearest(page.url(), source.at().orElse(Instant.MAX));
    if (place.isPresent() && place.get().type() == WarcType.REVISIT) {
      try (CaptureReader revisit = CaptureReader.open(place.get(), idle)) {
        place = index.original(revisit.fields());
      }
    }
    return place.isPresent() ? Optional.of(read(place.get())) : Optional.empty();
  }

  private PageBody read(CaptureIndex.Place place) throws IOException {
    try (CaptureReader capture = CaptureReader.open(place, idle)) {
      if (place.type() == WarcType.RESOURCE) {
        byte[] bytes = capture.block().readNBytes(CrawlPages.MOST_BYTES);
        return new PageBody(bytes, capture.blockType(), "");
      }
      HttpPayload payload =
          HttpPayload.of(capture.block())
              .orElseThrow(() -> new IOException(place.file().name() + " has no response there"));
      try (InputStream content = payload.content(capture.length())) {
        return new PageBody(
            content.readNBytes(CrawlPages.MOST_BYTES),
            payload.head().headers().first("Content-Type").orElse(""),
            payload.head().headers().first("Content-Language").orElse(""));
      }
    }
  }

  private Optional<PageBody> saved(DecidedPage page, Path directory) throws IOException {
    Optional<PayloadDigest> digest =
        page.entry().disposition().answered().flatMap(answer -> answer.digest());
    for (Path file :
        SavedBodies.places(directory, folders.shown(page.url().toString()), page.url())) {
      if (Files.isRegularFile(file) && (digest.isEmpty() || digest.equals(digest(file)))) {
        try (InputStream in = Files.newInputStream(file)) {
          byte[] bytes = in.readNBytes(CrawlPages.MOST_BYTES);
          return Optional.of(new PageBody(bytes, page.mediaType(), ""));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<PayloadDigest> digest(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      byte[] piece = new byte[64 << 10];
      for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
        sha256.update(piece, 0, n);
      }
      return Optional.of(PayloadDigest.ofSha256(sha256.digest()));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  @Override
  public void close() throws IOException {
    idle.close();
    if (captures != null) {
      captures.close();
    }
  }
}
