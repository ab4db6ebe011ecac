package dev.arachne.frontier;

import dev.arachne.runtime.Deadline;
import dev.arachne.url.Origin;

/** Asks the shards of other processes for turns at their hosts. */
@FunctionalInterface
public interface Turnstile {
  /**
   * Waits until a host of another shard may be asked by somebody who has no lease of it, who has to
   * do so then. On the loop of the shard that asks.
   *
   * @throws dev.arachne.runtime.DeadlineException if there is no turn before the deadline
   */
  void awaitTurn(Origin host, Deadline deadline);
}
