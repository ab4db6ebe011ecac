package dev.arachne.crawl;

import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Outbox;
import dev.arachne.frontier.Shards;
import dev.arachne.frontier.Share;
import dev.arachne.store.TransactionalStore;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The place of a crawl among several that share the hosts of one. Immutable.
 *
 * @param share which of the hosts are here
 * @param join is given the frontier before its crawl begins, on the crawl's loop
 * @param engine what has the rows elsewhere than in the crawl's directory
 */
public record Seat(Share share, Consumer<Frontier> join, Optional<Engine> engine) {
  /**
   * What keeps the rows of a shard and carries what it finds on hosts of others. Rows outlive this
   * process and may go on in another one, so the crawl's directory is begun anew each time.
   * Immutable.
   *
   * @param store has the rows, and nothing that is not committed
   * @param outbox gets what is found on hosts of other shards
   * @param tenure for how long after a commit has begun a request may leave
   * @param keeper the name of what keeps files of the crawl, such as its archive: what another one
   *     keeps is not looked for; of small letters, digits and hyphens
   */
  public record Engine(TransactionalStore store, Outbox outbox, Duration tenure, String keeper) {}

  /** A place among shards of this process. */
  static Seat of(Shards shards, int number) {
    return new Seat(shards.share(number), shards::join, Optional.empty());
  }
}
