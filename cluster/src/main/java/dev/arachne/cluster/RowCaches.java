package dev.arachne.cluster;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * Bounds what the stores of all shards of a process take together outside the heap: each of them
 * would have 50 MB of cache and 48 MB of buffers of its own. Streams makes it by its name.
 */
public final class RowCaches implements RocksDBConfigSetter {
  private static final long CACHE = 128L << 20;
  private static final long BUFFERS = 64L << 20;

  /** Bits of a bloom filter for each key: one of a hundred look-ups in vain reads a block. */
  private static final double BLOOM_BITS = 10;

  private static final Cache SHARED;
  private static final WriteBufferManager WRITTEN;

  static {
    RocksDB.loadLibrary();
    SHARED = new LRUCache(CACHE);
    WRITTEN = new WriteBufferManager(BUFFERS, SHARED);
  }

  /** Of no use without Streams. */
  public RowCaches() {}

  @Override
  public void setConfig(String store, Options options, Map<String, Object> streams) {
    var table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(SHARED);
    table.setCacheIndexAndFilterBlocks(true);
    table.setFilterPolicy(new BloomFilter(BLOOM_BITS));
    options.setTableFormatConfig(table);
    options.setWriteBufferManager(WRITTEN);
    options.setWriteBufferSize(BUFFERS / 4);
    options.setBottommostCompressionType(CompressionType.ZSTD_COMPRESSION);
  }

  @Override
  public void close(String store, Options options) {
    // What all stores share outlives each of them.
  }
}
