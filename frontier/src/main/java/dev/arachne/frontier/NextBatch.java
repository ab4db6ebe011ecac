package dev.arachne.frontier;

import dev.arachne.ledger.Discovery;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests that go to the shard together, next. Their discoveries have a bound in bytes: a
 * visit with more of them waits until the batch before is committed. Confined to a loop.
 */
final class NextBatch {
  /** The part of the memory that one batch may take; the bounds are in bytes. */
  private static final int SHARE = 8;

  private static final long LEAST = 1 << 20;
  private static final long MOST = 32 << 20;

  /** Rows and their copies on the way into the store: for each discovery, and by URL byte. */
  private static final int DISCOVERY_BYTES = 600;

  private static final int BYTES_BY_URL_BYTE = 10;

  private final EventLoop loop;
  private final long mostBytes;
  private List<ShardRequest> requests = new ArrayList<>();

  /** Bytes that committing the discoveries of the requests takes, roughly. */
  private long bytes;

  private Promise<Boolean> committed;

  /**
   * A batch without requests.
   *
   * @param memory of the crawl, in bytes
   */
  NextBatch(EventLoop loop, long memory) {
    this.loop = loop;
    this.mostBytes = Math.clamp(memory / SHARE, LEAST, MOST);
    this.committed = newPromise();
  }

  /**
   * Requests that go to the shard.
   *
   * @param leases how many leases are asked for with them
   * @param begun when they were taken
   */
  record Batch(List<ShardRequest> requests, int leases, Promise<Boolean> committed, long begun) {}

  /** A part of some discoveries, for which a batch has room. */
  record Part(List<Discovery> found, long bytes) {}

  boolean isEmpty() {
    return requests.isEmpty();
  }

  void add(ShardRequest request) {
    requests.add(request);
  }

  /** The commit of the requests that are here and of those to come, until they are taken. */
  Promise<Boolean> committed() {
    return committed;
  }

  /**
   * Takes all requests; the next ones make another batch. It asks for a lease for each worker that
   * waits for one, or will when the batch comes back.
   *
   * @param waiting workers without a lease; negative if there are more leases than those
   */
  Batch take(int waiting) {
    int leases = waiting;
    for (ShardRequest request : requests) {
      leases +=
          request instanceof ShardRequest.Complete || request instanceof ShardRequest.CompleteRules
              ? 1
              : 0;
    }
    return taken(Math.max(0, leases));
  }

  /** The same without leases. */
  Batch takeWithoutLeases() {
    return taken(0);
  }

  private Batch taken(int leases) {
    var batch = new Batch(requests, leases, committed, loop.time().nanos());
    requests = new ArrayList<>();
    bytes = 0;
    committed = newPromise();
    return batch;
  }

  /** Discoveries in parts for which a batch has room each; one part at least. */
  List<Part> parts(List<Discovery> found) {
    List<Part> parts = new ArrayList<>(1);
    int from = 0;
    long size = 0;
    for (int i = 0; i < found.size(); i++) {
      long more =
          DISCOVERY_BYTES + (long) BYTES_BY_URL_BYTE * found.get(i).url().toString().length();
      if (size + more > mostBytes / 4 && i > from) {
        parts.add(new Part(found.subList(from, i), size));
        from = i;
        size = 0;
      }
      size += more;
    }
    parts.add(new Part(from == 0 ? found : found.subList(from, found.size()), size));
    return parts;
  }

  /** Waits until there is room for a part, and keeps it. */
  void awaitRoom(Part part) {
    while (bytes > 0 && bytes + part.bytes > mostBytes) {
      committed.await();
    }
    bytes += part.bytes;
  }

  private Promise<Boolean> newPromise() {
    return new Promise<>(loop, "the commit");
  }
}
