package dev.arachne.cluster;

import dev.arachne.frontier.Frontier;
import dev.arachne.index.IndexConsumer;
import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.output.LedgerConsumer;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The index of a shard while its crawl is open. Confined to the loop of the shard. */
final class IndexedShard {
  private final WorkerIndexes indexes;
  private final int shard;
  private final Supplier<@Nullable Frontier> frontier;
  private final EventLoop loop = EventLoop.current();
  private final IndexConsumer consumer;

  /**
   * The index of a shard whose crawl has not begun.
   *
   * @param frontier of the shard, once its crawl is open
   */
  IndexedShard(WorkerIndexes indexes, int shard, Supplier<@Nullable Frontier> frontier) {
    this.indexes = indexes;
    this.shard = shard;
    this.frontier = frontier;
    this.consumer = indexes.consumer(shard, this::entry);
  }

  /** The consumer of the shard's ledger. */
  LedgerConsumer consumer() {
    return consumer;
  }

  /** The entry at a position; for the thread of the consumer. */
  private Optional<LedgerEntry> entry(long position) throws IOException {
    try {
      return loop.spawn("an entry of the ledger", () -> entries(position)).await().stream()
          .map(CommittedEntry::entry)
          .findFirst();
    } catch (IllegalStateException | CancelledException | TaskFailedException e) {
      throw new IOException("the crawl of shard " + shard + " has ended", e);
    }
  }

  private List<CommittedEntry> entries(long position) {
    Frontier open = frontier.get();
    if (open == null || open.isClosed()) {
      throw new IllegalStateException("no crawl is open");
    }
    return open.entries(position, 1);
  }

  /** Notes the size of the ledger, by which a search knows whether the index has all of it. */
  void grown(Frontier open) {
    indexes.grown(shard, open.ledgerSize());
  }

  /** Closes the index when its crawl has ended; one that is over gets the texts of links. */
  void end(boolean isOver) {
    loop.offloadWhole(
        "the index of shard " + shard,
        () -> {
          try (consumer) {
            if (isOver) {
              consumer.finish();
            } else {
              consumer.commit();
            }
          }
          return true;
        });
  }
}
