package dev.arachne.index;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The indexes of the shards of a crawl that one process keeps. It makes those of the shards that it
 * crawls, and searches all, also those of shards that others crawl now. Thread-safe.
 *
 * <p>An index of a shard is a function of the shard's ledger up to a position, wherever it is. So
 * several processes may have one of the same shard, and of these the one that is ahead is searched.
 */
public final class ShardIndexes implements Closeable {
  private static final String SHARD = "shard-";

  /** Megabytes of documents in memory, of all shards together. */
  private static final double ALL_BUFFERS_MB = 64;

  private final Path directory;
  private final double bufferMb;
  private final Map<Integer, ShardIndex> all = new ConcurrentSkipListMap<>();

  private ShardIndexes(Path directory, int shards) {
    this.directory = directory;
    this.bufferMb = Math.clamp(ALL_BUFFERS_MB / shards, 1, PageIndex.BUFFER_MB);
  }

  /**
   * The indexes in a directory, which is made if it is not there.
   *
   * @param shards of the crawl
   */
  public static ShardIndexes in(Path directory, int shards) throws IOException {
    LuceneLogging.lucene();
    var indexes = new ShardIndexes(directory, shards);
    Files.createDirectories(directory);
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, SHARD + "*")) {
      for (Path each : found) {
        String number = each.getFileName().toString().substring(SHARD.length());
        if (number.matches("[0-9]{1,4}")) {
          indexes.of(Integer.parseInt(number));
        }
      }
    }
    return indexes;
  }

  private ShardIndex of(int shard) {
    return all.computeIfAbsent(shard, _ -> new ShardIndex(directory.resolve(SHARD + shard)));
  }

  /**
   * The consumer that makes the index of a shard, behind the shard's ledger. Pages of which the
   * crawl has noted no content are known by their URLs.
   *
   * @param ledger of the shard; read when the consumer begins
   */
  public IndexConsumer consumer(int shard, LedgerEntries ledger) {
    ShardIndex its = of(shard);
    return new IndexConsumer(
        its.directory(), () -> its.write(ledger, bufferMb), IndexConsumer.Unnoted.KNOWN_BY_URL);
  }

  /** Notes how many entries the ledger of a shard has that this process crawls. */
  public void grown(int shard, long entries) {
    of(shard).grown(entries);
  }

  /** Notes that this process does not crawl a shard any more. */
  public void taken(int shard) {
    of(shard).grown(ShardIndex.UNKNOWN);
  }

  /**
   * Answers a question of a {@link SharedSearch}.
   *
   * @throws IOException if an index cannot be read
   * @throws IllegalArgumentException if the question is malformed
   */
  public byte[] answer(byte[] question) throws IOException {
    try {
      return answer(SharedQuestion.read(new RowReader(question)));
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("the question is cut", e);
    }
  }

  private byte[] answer(SharedQuestion question) throws IOException {
    return switch (question) {
      case SharedQuestion.Copies _ -> copies();
      case SharedQuestion.OfShards asked -> {
        try (var opened = OpenShards.of(asked.shards(), all)) {
          yield new SharedAnswer(opened).to(asked);
        }
      }
    };
  }

  /** The copies of all shards that are here. */
  private byte[] copies() throws IOException {
    var row = new RowWriter(256);
    for (Map.Entry<Integer, ShardIndex> each : all.entrySet()) {
      each.getValue().copy(each.getKey()).ifPresent(copy -> row.bytes(copy.toBytes()));
    }
    return row.toBytes();
  }

  @Override
  public void close() throws IOException {
    for (ShardIndex each : all.values()) {
      each.close();
    }
  }
}
