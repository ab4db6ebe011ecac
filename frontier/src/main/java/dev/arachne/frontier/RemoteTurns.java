package dev.arachne.frontier;

import dev.arachne.runtime.Deadline;
import dev.arachne.url.Origin;

/** Asks the shards of other processes for turns at their hosts. */
@FunctionalInterface
public interface RemoteTurns {
  /**
   * Waits until a host of another shard may be asked without a lease of it. On the loop of the
   * shard that asks.
   *
   * @return until when the request may leave, in nanoseconds of the loop's time source
   * @throws dev.arachne.runtime.DeadlineException if there is no turn before the deadline
   */
  long awaitTurn(Origin host, Deadline deadline);
}
