package dev.arachne.crawl;

import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.HostPartition;
import dev.arachne.frontier.Outbox;
import dev.arachne.frontier.Shards;
import dev.arachne.frontier.Tenure;
import dev.arachne.store.TransactionalStore;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The place of a crawl among several that share the hosts of one. Immutable.
 *
 * @param share the hosts of this crawl
 * @param join receives the frontier before its crawl starts, on the crawl's loop
 * @param engine keeps the rows, if they are not in the crawl's directory
 */
public record ShardMembership(
    HostPartition share, Consumer<Frontier> join, Optional<Engine> engine) {
  /**
   * The store of a shard's rows, and the outbox for links to hosts of other shards. Rows outlive
   * this process and may continue in another one, so the crawl's directory starts empty each time.
   * Immutable.
   *
   * @param store has the committed rows only
   * @param outbox receives links to hosts of other shards
   * @param tenure the terms on which this process has the shard
   * @param keeper the name of the process that keeps files of the crawl, such as its archive; files
   *     of others are not read; lower-case letters, digits and hyphens
   */
  public record Engine(TransactionalStore store, Outbox outbox, Tenure tenure, String keeper) {}

  /** A place among shards of this process. */
  static ShardMembership of(Shards shards, int number) {
    return new ShardMembership(shards.share(number), shards::join, Optional.empty());
  }
}
