package dev.arachne.cluster;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * Bounds the memory outside the heap of the stores of all shards of a process together. Each of
 * them would have 50 MB of cache and 48 MB of buffers of its own. Indexes and filters are in the
 * cache in parts of some kilobytes: whole ones take megabytes for each file, and push each other
 * out. Streams makes it by its name.
 */
public final class RowCaches implements RocksDBConfigSetter {
  private static final long CACHE = 128L << 20;
  private static final long BUFFERS = 64L << 20;

  /** Bits of a Bloom filter for each key: one of a hundred lookups of absent keys reads a block. */
  private static final double BLOOM_BITS = 10;

  private static final Cache SHARED;
  private static final WriteBufferManager WRITTEN;

  static {
    RocksDB.loadLibrary();
    SHARED = new LRUCache(CACHE);
    WRITTEN = new WriteBufferManager(BUFFERS, SHARED);
  }

  /** For Streams, which makes it by its name. */
  public RowCaches() {}

  @Override
  public void setConfig(String store, Options options, Map<String, Object> streams) {
    var table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(SHARED);
    table.setCacheIndexAndFilterBlocks(true);
    table.setIndexType(IndexType.kTwoLevelIndexSearch);
    table.setPartitionFilters(true);
    table.setFilterPolicy(new BloomFilter(BLOOM_BITS));
    options.setTableFormatConfig(table);
    options.setWriteBufferManager(WRITTEN);
    options.setWriteBufferSize(BUFFERS / 4);
    options.setCompactionStyle(CompactionStyle.LEVEL);
    options.setLevelCompactionDynamicLevelBytes(true);
    options.setBottommostCompressionType(CompressionType.ZSTD_COMPRESSION);
  }

  @Override
  public void close(String store, Options options) {
    // The shared cache and buffers outlive each store.
  }
}
