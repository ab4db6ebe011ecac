package dev.arachne.cluster;

import dev.arachne.index.IndexConsumer;
import dev.arachne.index.LedgerEntries;
import dev.arachne.index.ShardIndexes;
import dev.arachne.server.LocalServer;
import dev.arachne.server.ServerRequest;
import dev.arachne.server.ServerResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * The indexes that a worker keeps, and the server that answers {@code arachne cluster search} from
 * them. Alone in a class, so that workers without an index do not load the library for it.
 * Thread-safe.
 */
final class WorkerIndexes implements AutoCloseable {
  /** The media type of questions and answers. */
  static final String MEDIA_TYPE = "application/octet-stream";

  /** Bytes of a question: the statistics of some thousand words. */
  private static final int MOST_BYTES = 4 << 20;

  /** Steps of searches at a time; others wait. */
  private static final int MOST_AT_ONCE = 8;

  private static final String DIRECTORY = "indexes";
  private static final int OK = 200;
  private static final int MALFORMED = 400;
  private static final int NOT_FOUND = 404;
  private static final int TOO_LARGE = 413;

  private final ShardIndexes indexes;
  private final String path;
  private final LocalServer server;
  private final Semaphore room = new Semaphore(MOST_AT_ONCE);

  private WorkerIndexes(ShardIndexes indexes, String path, InetSocketAddress address)
      throws IOException {
    this.indexes = indexes;
    this.path = path;
    this.server = LocalServer.start(address, "default-src 'none'", List.of("POST"), this::reply);
  }

  /**
   * Opens those that a worker has, and answers searches until it is closed.
   *
   * @param worker the directory of the worker
   * @param listen the address to listen on; port 0 for any free one
   */
  static WorkerIndexes open(Path worker, Topics topics, int shards, InetSocketAddress listen)
      throws IOException {
    ShardIndexes indexes = ShardIndexes.in(worker.resolve(DIRECTORY), shards);
    try {
      return new WorkerIndexes(indexes, path(topics), listen);
    } catch (IOException e) {
      indexes.close();
      throw e;
    }
  }

  /** The path of the questions about a crawl. */
  static String path(Topics topics) {
    return "/" + topics.crawl();
  }

  /** The address on which searches are answered, as a URL has it. */
  String authority() {
    return server.url().replaceAll("^http://|/$", "");
  }

  /** The consumer that makes the index of a shard, behind its ledger. */
  IndexConsumer consumer(int shard, LedgerEntries ledger) {
    return indexes.consumer(shard, ledger);
  }

  /** Notes how many entries the ledger of a shard of this worker has; waits for nothing. */
  void grown(int shard, long entries) {
    indexes.grown(shard, entries);
  }

  /** Notes that this worker has a shard no more. */
  void taken(int shard) {
    indexes.taken(shard);
  }

  private ServerResponse reply(ServerRequest question) throws IOException, InterruptedException {
    if (!question.path().equals(path)) {
      return ServerResponse.text(NOT_FOUND, "no worker of this crawl listens here");
    }
    byte[] bytes = question.body().readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      return ServerResponse.text(TOO_LARGE, "the question is too long");
    }
    room.acquire();
    try {
      return new ServerResponse.Whole(OK, MEDIA_TYPE, indexes.answer(bytes));
    } catch (IllegalArgumentException e) {
      return ServerResponse.text(MALFORMED, e.getMessage() + "; use the same version everywhere");
    } finally {
      room.release();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    indexes.close();
  }
}
