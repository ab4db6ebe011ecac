package dev.arachne.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A store in a directory, by RocksDB. A commit is one write batch. It has reached the operating
 * system's memory when it returns, so a killed process loses nothing of it; a sync has reached the
 * disk.
 *
 * <p>Changes since the last commit are in memory, and reads look there first. That makes a failed
 * commit harmless: its changes are still there, and to write them twice changes nothing. A disk
 * that was full leaves the database refusing all further writes, so the next commit opens it again.
 *
 * <p>A batch is laid out here, as the database has it in its log (db/write_batch.cc of RocksDB). A
 * call into native code for each change would cost more than the change:
 *
 * <pre>
 *   batch    = sequence (8 bytes, not ours) count (4 bytes, the least first) change*
 *   change   = 5 family key value | 4 family key
 *   key      = number byte*            family and number: as {@link RowWriter#number} has them
 * </pre>
 *
 * <p>Confined to one thread at a time; its methods block.
 */
public final class DiskStore implements TransactionalStore {
  /** The initial room for a batch, in bytes, enough for a busy crawl. */
  private static final int BATCH_ROOM = 1 << 14;

  /** Memory for a reader of a store that another process writes. */
  private static final long READERS_CACHE = 16 << 20;

  /** The attempts of such a reader. */
  private static final int ATTEMPTS = 5;

  private static final Pattern LOG_NUMBER = Pattern.compile("log number: (\\d{1,18})");

  private final Path directory;
  private final long cacheBytes;

  /** The changes since the last commit, by the number of the family. */
  private final FamilyChanges[] changes = new FamilyChanges[RocksFiles.FAMILIES];

  private final WriteOptions unsynced = new WriteOptions();
  private final long lost;
  private @Nullable RocksFiles files;

  /** The last proof; null before the first sync of a new store, and in one that is read. */
  private @Nullable StoreProof proof;

  private DiskStore(Path directory, long cacheBytes, RocksFiles files, @Nullable StoreProof proof) {
    this.directory = directory;
    this.cacheBytes = cacheBytes;
    this.files = files;
    this.proof = proof;
    this.lost = proof == null ? 0 : Math.max(0, proof.sequence() - files.sequence());
    Arrays.setAll(changes, _ -> new FamilyChanges());
  }

  /**
   * Opens the store in a directory. It is made if it was never there. A file next to it, of its
   * name and {@code .proof}, shows that it was.
   *
   * @param cacheBytes memory for blocks read and rows not yet in files, all together
   * @throws StoreException if a process has it open already, or the files are damaged
   */
  public static DiskStore open(Path directory, long cacheBytes) {
    try {
      if (!StoreProof.isBegun(directory)) {
        Files.createDirectories(directory);
        return new DiskStore(directory, cacheBytes, RocksFiles.make(directory, cacheBytes), null);
      }
      StoreProof proof = StoreProof.read(directory).orElse(null);
      String fault = proof == null ? null : proof.fault(directory).orElse(null);
      if (fault != null) {
        throw new StoreException(StoreException.Kind.CORRUPT, fault);
      }
      var store =
          new DiskStore(directory, cacheBytes, RocksFiles.open(directory, cacheBytes), proof);
      try {
        store.prove(StoreProof.of(directory, store.files().sequence()));
      } catch (Throwable e) {
        store.close();
        throw e;
      }
      return store;
    } catch (RocksDBException e) {
      throw failure(directory, e);
    } catch (IOException e) {
      throw new StoreException(
          StoreException.Kind.UNAVAILABLE, directory + " cannot be opened: " + e, e);
    }
  }

  /** Whether something was ever synced to the store of a directory, even if its files are gone. */
  public static boolean isProven(Path directory) {
    return Files.exists(StoreProof.path(directory));
  }

  /** Deletes the store in a directory, and its proof. */
  public static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    Files.deleteIfExists(StoreProof.path(directory));
  }

  /** Opens the store to be read as it is now, while another process may be working with it. */
  public static DiskStore openToRead(Path directory, long cacheBytes) {
    try {
      RocksFiles files = RocksFiles.openToRead(directory, cacheBytes);
      return new DiskStore(directory, cacheBytes, files, null);
    } catch (RocksDBException e) {
      throw failure(directory, e);
    }
  }

  /**
   * A question about the rows of a store. It may be called more than once.
   *
   * @param <T> the type of the answer
   * @param <E> the type of exceptions that it may throw
   */
  public interface Question<T, E extends Exception> {
    T of(DiskStore rows) throws E, IOException;
  }

  /**
   * Answers a question from the rows that are in a directory now, though another process may be
   * working with them.
   *
   * @throws IOException if they cannot be read
   */
  public static <T, E extends Exception> T read(Path directory, Question<T, E> question)
      throws E, IOException {
    for (int attempt = 1; ; attempt++) {
      try (DiskStore rows = openToRead(directory, READERS_CACHE)) {
        return question.of(rows);
      } catch (StoreException e) {
        // The other process may have replaced a file between our look and our reading it.
        if (attempt == ATTEMPTS) {
          throw new IOException(e.getMessage(), e);
        }
      }
    }
  }

  /** The number of synced changes that were missing when the store was opened. */
  public long lost() {
    return lost;
  }

  @Override
  public boolean outlivesProcess() {
    return true;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    byte[] changed = changes(key).byKey().get(key);
    if (changed != null) {
      return changed == FamilyChanges.DELETED ? null : changed;
    }
    try {
      RocksFiles rocks = files();
      return rocks.db().get(rocks.family(key), key);
    } catch (RocksDBException e) {
      throw failure(e);
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    changes(key).add(key, value);
  }

  @Override
  public void delete(byte[] key) {
    changes(key).add(key, FamilyChanges.DELETED);
  }

  @Override
  public List<Row> range(byte[] from, byte[] to, int limit) {
    List<Row> rows = new ArrayList<>();
    Iterator<Map.Entry<byte[], byte[]>> changes =
        changes(from).byKey().subMap(from, to).entrySet().iterator();
    try (var end = new Slice(to);
        var bounded = new ReadOptions().setIterateUpperBound(end);
        RocksIterator stored = files().db().newIterator(files().family(from), bounded)) {
      stored.seek(from);
      Map.Entry<byte[], byte[]> change = changes.hasNext() ? changes.next() : null;
      byte[] key = keyOf(stored);
      while (rows.size() < limit && (key != null || change != null)) {
        int order = order(key, change);
        if (order < 0 && key != null) {
          rows.add(new Row(key, stored.value()));
        } else if (change != null) {
          if (change.getValue() != FamilyChanges.DELETED) {
            rows.add(new Row(change.getKey(), change.getValue()));
          }
          change = changes.hasNext() ? changes.next() : null;
        }
        if (order <= 0) {
          stored.next();
          key = keyOf(stored);
        }
      }
      stored.status();
      return rows;
    } catch (RocksDBException e) {
      throw failure(e);
    }
  }

  @Override
  public void commit() {
    int count = 0;
    for (FamilyChanges family : changes) {
      count += family.size();
    }
    if (count > 0) {
      write(batch(count));
    }
  }

  @Override
  public void sync() {
    if (!Files.exists(directory)) {
      // Open files of a deleted directory could be written for long, without a use.
      throw wasDeleted(new NoSuchFileException(directory.toString()));
    }
    try {
      RocksFiles rocks = files();
      StoreProof now = StoreProof.of(directory, rocks.sequence());
      rocks.db().syncWal();
      prove(proof == null ? now : now.withManifestOf(proof));
      proof = now;
    } catch (RocksDBException e) {
      throw writeFailure(e);
    } catch (IOException e) {
      throw new StoreException(
          StoreException.Kind.UNAVAILABLE, "a file of the store is gone: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean isBlocking() {
    return true;
  }

  @Override
  public long diskBytes() {
    try (Stream<Path> paths = Files.list(directory)) {
      return paths.mapToLong(path -> path.toFile().length()).sum();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Rewrites the files without deleted rows; for measurements, and slow. */
  public void compact() {
    try {
      files().compact();
    } catch (RocksDBException e) {
      throw failure(e);
    }
  }

  /** Bytes of files for each kind of rows; without the log of rows that are not yet in files. */
  public Map<String, Long> bytesByKind() {
    try {
      return files().bytesByKind();
    } catch (RocksDBException e) {
      throw failure(e);
    }
  }

  @Override
  public void close() {
    if (files != null) {
      files.close();
      files = null;
    }
    unsynced.close();
  }

  private void prove(StoreProof now) {
    try {
      now.write(directory);
    } catch (IOException e) {
      return; // The existing proof is older, and still holds.
    }
  }

  private FamilyChanges changes(byte[] key) {
    return changes[RocksFiles.familyNumber(key)];
  }

  /** The changes in the form of the database. */
  private byte[] batch(int count) {
    var batch = new RowWriter(BATCH_ROOM).fixed(0);
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      batch.octet(count >>> shift);
    }
    for (int family = 0; family < changes.length; family++) {
      changes[family].write(family, batch);
    }
    return batch.toBytes();
  }

  private void write(byte[] laidOut) {
    try (var batch = new WriteBatch(laidOut)) {
      files().db().write(unsynced, batch);
    } catch (RocksDBException e) {
      throw writeFailure(e);
    }
    for (FamilyChanges family : changes) {
      family.clear();
    }
  }

  private RocksFiles files() throws RocksDBException {
    if (files == null) {
      files = RocksFiles.open(directory, cacheBytes);
    }
    return files;
  }

  /**
   * The order of a stored row and a change: negative if the row is first, positive if the change
   * is, 0 for a change of the row.
   */
  private static int order(byte @Nullable [] stored, Map.@Nullable Entry<byte[], byte[]> change) {
    if (change == null) {
      return -1;
    }
    return stored == null ? 1 : Arrays.compareUnsigned(stored, change.getKey());
  }

  private static byte @Nullable [] keyOf(RocksIterator stored) {
    return stored.isValid() ? stored.key() : null;
  }

  /**
   * Closes the database after a failed write, since it takes no more writes until it is opened
   * again.
   */
  private StoreException writeFailure(RocksDBException e) {
    if (files != null) {
      files.close();
      files = null;
    }
    return failure(e);
  }

  /** The failure of an open store, whose directory may have been deleted. */
  private StoreException failure(RocksDBException e) {
    return Files.exists(directory) ? failure(directory, e) : wasDeleted(e);
  }

  private StoreException wasDeleted(Exception e) {
    return new StoreException(StoreException.Kind.UNAVAILABLE, directory + " was deleted", e);
  }

  private static StoreException failure(Path directory, RocksDBException e) {
    String message = named(String.valueOf(e.getMessage()));
    Status status = e.getStatus();
    if (status == null) {
      return new StoreException(StoreException.Kind.UNAVAILABLE, directory + ": " + message, e);
    }
    StoreException.Kind kind =
        switch (status.getCode()) {
          case Corruption, NotFound, InvalidArgument -> StoreException.Kind.CORRUPT;
          case IOError ->
              status.getSubCode() == Status.SubCode.NoSpace
                  ? StoreException.Kind.FULL
                  : message.contains("No such file")
                      ? StoreException.Kind.CORRUPT
                      : StoreException.Kind.UNAVAILABLE;
          default -> StoreException.Kind.UNAVAILABLE;
        };
    return new StoreException(kind, directory + ": " + message, e);
  }

  /** A message with the name of the file, where the database has only the number of a log. */
  private static String named(String message) {
    Matcher log = LOG_NUMBER.matcher(message);
    return log.find() ? "%06d.log: %s".formatted(Long.parseLong(log.group(1)), message) : message;
  }
}
