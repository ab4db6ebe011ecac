package dev.arachne.store;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBufferManager;

/**
 * A RocksDB database opened with the options that suit a crawl's rows. The first byte of a key
 * names its column family, because the kinds of rows are used so differently:
 *
 * <pre>
 *   seen  S  written once or twice, looked up for each URL found: a Bloom filter covers new ones
 *         G  written once, looked up for each payload archived
 *   queue Q  written and soon deleted; read in order, never over deleted rows
 *   ledger L written once in the order of its keys, rarely read: large blocks, best compression
 *   default  hosts, counts and all other kinds: few rows, often written
 * </pre>
 *
 * Memory is one budget: blocks, filters and indexes in the cache, and rows that are not yet in
 * files count against it too.
 */
final class RocksFiles implements AutoCloseable {
  static final int FAMILIES = 4;

  private static final int BLOOM_BITS_PER_KEY = 10;
  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;

  /**
   * The most bytes of rows of a family in one buffer: few enough that the search for a new row's
   * place stays in the processor's cache. That halves the cost of a commit.
   */
  private static final long MOST_BUFFER = 4 * MIB;

  /** Buffers that become a file together: the larger a file is, the less often it is rewritten. */
  private static final int BUFFERS_A_FILE = 4;

  private static final int MOST_BUFFERS = BUFFERS_A_FILE + 2;
  private static final double BUFFER_SHARE_OF_FILTER = 0.1;

  /**
   * The share of the cache for indexes and filters, which each lookup reads: no rows push them out.
   */
  private static final double SHARE_OF_INDEXES = 0.5;

  /** The logarithm of the cache's parts: in a small part a filter of megabytes would not last. */
  private static final int ONE_SHARD = 0;

  /**
   * Bytes of the log, at most: rows in it that are not yet in files are read again at the next
   * start.
   */
  private static final long MOST_LOG = 128 * MIB;

  /** The limit of files from which they need not be counted. */
  private static final long MANY_FILES = 4_096;

  /** The least bound that the database accepts. */
  private static final int FEWEST_FILES = 20;

  private static final int FILES_SHARE = 8;

  private final RocksDB db;
  private final List<ColumnFamilyHandle> families;

  /** The parts of the database that have to be closed after it. */
  private final List<AutoCloseable> parts;

  private RocksFiles(RocksDB db, List<ColumnFamilyHandle> families, List<AutoCloseable> parts) {
    this.db = db;
    this.families = families;
    this.parts = parts;
  }

  private interface Opener {
    RocksDB open(
        DBOptions options,
        String path,
        List<ColumnFamilyDescriptor> descriptors,
        List<ColumnFamilyHandle> families)
        throws RocksDBException;
  }

  /** Whether a database may be made: where one was, missing files are not to be replaced. */
  private enum Missing {
    MADE,
    REFUSED
  }

  static RocksFiles make(Path directory, long cacheBytes) throws RocksDBException {
    return open(directory, cacheBytes, Missing.MADE, RocksDB::open);
  }

  static RocksFiles open(Path directory, long cacheBytes) throws RocksDBException {
    return open(directory, cacheBytes, Missing.REFUSED, RocksDB::open);
  }

  static RocksFiles openToRead(Path directory, long cacheBytes) throws RocksDBException {
    return open(directory, cacheBytes, Missing.REFUSED, RocksDB::openReadOnly);
  }

  private static RocksFiles open(Path directory, long cacheBytes, Missing missing, Opener opener)
      throws RocksDBException {
    RocksLibrary.load();
    List<AutoCloseable> parts = new ArrayList<>();
    var cache = new LRUCache(cacheBytes, ONE_SHARD, false, SHARE_OF_INDEXES);
    parts.add(cache);
    var buffers = new WriteBufferManager(cacheBytes / 2, cache);
    parts.add(buffers);
    var options =
        withTrackedLogs()
            .setCreateIfMissing(missing == Missing.MADE)
            .setCreateMissingColumnFamilies(missing == Missing.MADE)
            .setWriteBufferManager(buffers)
            .setAllowConcurrentMemtableWrite(false)
            .setMaxTotalWalSize(MOST_LOG)
            .setBytesPerSync(MIB)
            .setMaxBackgroundJobs(2)
            .setMaxOpenFiles(mostOpenFiles())
            .setAvoidFlushDuringShutdown(true)
            .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
            .setKeepLogFileNum(2)
            .setStatsDumpPeriodSec(0);
    parts.add(options);
    List<ColumnFamilyDescriptor> descriptors =
        List.of(
            family("default", tuned(cache, parts, cacheBytes)),
            family("seen", seen(tuned(cache, parts, cacheBytes), cache, parts)),
            family("queue", tuned(cache, parts, cacheBytes)),
            family(
                "ledger",
                tuned(cache, parts, cacheBytes)
                    .setTableFormatConfig(table(cache).setBlockSize(16 * KIB))
                    .setCompressionType(CompressionType.ZSTD_COMPRESSION)));
    List<ColumnFamilyHandle> families = new ArrayList<>();
    try {
      RocksDB db = opener.open(options, directory.toString(), descriptors, families);
      var files = new RocksFiles(db, families, parts);
      files.checkNumbers();
      return files;
    } catch (RocksDBException e) {
      closeAll(parts);
      throw e;
    }
  }

  /** Files that are kept open: all, unless this process may have only few. */
  private static int mostOpenFiles() {
    long limit = FileDescriptors.ofProcess().map(FileDescriptors::limit).orElse(Long.MAX_VALUE);
    return limit > MANY_FILES ? -1 : (int) Math.max(FEWEST_FILES, limit / FILES_SHARE);
  }

  RocksDB db() {
    return db;
  }

  /** The number of the last change. */
  long sequence() {
    return db.getLatestSequenceNumber();
  }

  /** The column family of the rows of the kind of {@code key}. */
  ColumnFamilyHandle family(byte[] key) {
    return families.get(familyNumber(key));
  }

  /** The number that the family has for the database: they were made in this order. */
  static int familyNumber(byte[] key) {
    return switch (key[0]) {
      case 'S', 'G' -> 1;
      case 'Q' -> 2;
      case 'L' -> 3;
      default -> 0;
    };
  }

  /** Checks the numbers of the families: rows committed under a wrong number would be lost. */
  private void checkNumbers() {
    for (int i = 0; i < families.size(); i++) {
      if (families.get(i).getID() != i) {
        throw new StoreException(
            StoreException.Kind.CORRUPT,
            "the manifest is damaged: column family %d is number %d"
                .formatted(i, families.get(i).getID()));
      }
    }
  }

  void compact() throws RocksDBException {
    for (ColumnFamilyHandle family : families) {
      db.compactRange(family);
    }
  }

  Map<String, Long> bytesByKind() throws RocksDBException {
    Map<String, Long> bytes = new TreeMap<>();
    for (ColumnFamilyHandle family : families) {
      String name = new String(family.getName(), StandardCharsets.UTF_8);
      bytes.put(name, db.getLongProperty(family, "rocksdb.total-sst-files-size"));
    }
    return bytes;
  }

  @Override
  public void close() {
    families.forEach(ColumnFamilyHandle::close);
    db.close();
    closeAll(parts);
  }

  /**
   * Options that track closed logs and their synced lengths in the manifest (settable by name
   * only).
   */
  private static DBOptions withTrackedLogs() {
    var named = new Properties();
    named.setProperty("track_and_verify_wals_in_manifest", "true");
    return Objects.requireNonNull(DBOptions.getDBOptionsFromProps(named), "an option is unknown");
  }

  private static ColumnFamilyDescriptor family(String name, ColumnFamilyOptions options) {
    return new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8), options);
  }

  private static ColumnFamilyOptions tuned(
      Cache cache, List<AutoCloseable> parts, long cacheBytes) {
    var options =
        new ColumnFamilyOptions()
            .setWriteBufferSize(Math.clamp(cacheBytes / 16, MIB, MOST_BUFFER))
            .setMinWriteBufferNumberToMerge(BUFFERS_A_FILE)
            .setMaxWriteBufferNumber(MOST_BUFFERS)
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            .setLevelCompactionDynamicLevelBytes(true)
            .setTableFormatConfig(table(cache));
    parts.add(options);
    return options;
  }

  private static ColumnFamilyOptions seen(
      ColumnFamilyOptions options, Cache cache, List<AutoCloseable> parts) {
    var filter = new BloomFilter(BLOOM_BITS_PER_KEY);
    parts.add(filter);
    return options
        .setMemtablePrefixBloomSizeRatio(BUFFER_SHARE_OF_FILTER)
        .setMemtableWholeKeyFiltering(true)
        .setTableFormatConfig(table(cache).setFilterPolicy(filter));
  }

  private static BlockBasedTableConfig table(Cache cache) {
    return new BlockBasedTableConfig()
        .setBlockCache(cache)
        .setCacheIndexAndFilterBlocks(true)
        .setCacheIndexAndFilterBlocksWithHighPriority(true)
        .setPinL0FilterAndIndexBlocksInCache(true)
        .setFormatVersion(5)
        .setBlockSize(4 * KIB);
  }

  private static void closeAll(List<AutoCloseable> parts) {
    for (AutoCloseable part : parts.reversed()) {
      try {
        part.close();
      } catch (Exception e) {
        throw new IllegalStateException(e); // The exception is declared and never thrown.
      }
    }
  }
}
