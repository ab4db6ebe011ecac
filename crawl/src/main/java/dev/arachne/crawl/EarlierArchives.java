package dev.arachne.crawl;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.archive.Cdxj;
import dev.arachne.archive.Reference;
import dev.arachne.archive.WarcDigest;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.options.ArchiveOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.FileFailure;
import dev.arachne.options.UsageException;
import dev.arachne.store.DiskStore;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import dev.arachne.store.TransactionalStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * Copies the index of earlier crawls' archives into the rows of this crawl, once for each archive,
 * so that {@link Revisits} finds their payloads there. The index is read in one pass, with little
 * of it in memory at a time.
 */
final class EarlierArchives {
  private static final int ROWS_A_COMMIT = 10_000;

  private final TransactionalStore store;
  private final WarcDigest.Algorithm algorithm;
  private int uncommitted;

  /** Whether the archive has digests by another algorithm. */
  private boolean hasOthers;

  private EarlierArchives(TransactionalStore store, WarcDigest.Algorithm algorithm) {
    this.store = store;
    this.algorithm = algorithm;
  }

  /**
   * Copies the archives that are not there yet; blocks.
   *
   * @throws UsageException if a place has no archive, or one with digests by another algorithm
   */
  static void learn(ArchiveOptions asked, TransactionalStore store) throws UsageException {
    for (Path place : asked.earlier()) {
      byte[] known = LedgerKeys.archiveKnown(place.toAbsolutePath().toString());
      if (store.get(known) != null) {
        continue;
      }
      var learning = new EarlierArchives(store, asked.digest());
      try {
        if (Files.isDirectory(place)) {
          learning.crawl(place);
        } else {
          learning.index(place);
        }
      } catch (IOException e) {
        throw new UsageException("--dedup " + place, FileFailure.reason(e));
      }
      store.put(known, new RowWriter().octet(1).toBytes());
      store.commit();
    }
  }

  private void crawl(Path directory) throws UsageException, IOException {
    Path other = DirectoryFormat.store(directory);
    boolean isArchived =
        Files.isDirectory(other)
            && DiskStore.read(other, rows -> rows.get(LedgerKeys.archiveEnd()) != null);
    if (!isArchived) {
      throw new UsageException(
          "--dedup " + directory, "has no archive; name a crawl that has one, or a CDXJ file");
    }
    boolean isOther =
        DiskStore.read(
            other,
            rows -> {
              rows.scan(LedgerKeys.kind('G'), LedgerKeys.kind('G' + 1), this::take);
              return hasOthers;
            });
    requireAlike(directory, !isOther);
  }

  private void take(RowStore.Row row) {
    if (row.key().length == 1 + algorithm.digest().getDigestLength()) {
      put(row.key(), row.value());
    } else {
      hasOthers = true;
    }
  }

  private void index(Path file) throws UsageException, IOException {
    long lines = 0;
    long alike = 0;
    try (BufferedReader reader = reader(file)) {
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        Optional<Cdxj> line = Cdxj.parse(text);
        if (line.isEmpty()) {
          continue;
        }
        lines++;
        Optional<WarcDigest> digest = digest(line.get());
        if (digest.isPresent()) {
          alike++;
          if (isWhole(line.get())) {
            put(LedgerKeys.payload(digest.get().bytes()), Reference.to(line.get()).toBytes());
          }
        }
      }
    }
    if (lines == 0) {
      throw new UsageException(
          "--dedup " + file, "has no line of an index; arachne archive cdxj makes one");
    }
    requireAlike(file, alike > 0);
  }

  private static BufferedReader reader(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    boolean isCompressed = file.toString().endsWith(".gz");
    return new BufferedReader(
        new InputStreamReader(isCompressed ? new GZIPInputStream(in) : in, UTF_8));
  }

  /** Indexes may have digests of SHA-1 without a label. */
  private Optional<WarcDigest> digest(Cdxj line) {
    String text = line.digest();
    return WarcDigest.parse(text.contains(":") ? text : "sha1:" + text)
        .filter(digest -> digest.algorithm() == algorithm);
  }

  private static boolean isWhole(Cdxj line) {
    return !line.mediaType().equals("warc/revisit")
        && line.status().filter(List.of(206, 304)::contains).isEmpty();
  }

  private void requireAlike(Path place, boolean isAlike) throws UsageException {
    if (!isAlike) {
      throw new UsageException(
          "--dedup " + place,
          "has no digests of %s; choose those that it has by --warc-digest"
              .formatted(algorithm.label()));
    }
  }

  /** Existing rows stay: the crawl's own archive takes precedence. */
  private void put(byte[] key, byte[] value) {
    if (store.get(key) != null) {
      return;
    }
    store.put(key, value);
    if (++uncommitted == ROWS_A_COMMIT) {
      store.commit();
      uncommitted = 0;
    }
  }
}
