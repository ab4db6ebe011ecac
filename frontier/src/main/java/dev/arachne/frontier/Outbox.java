package dev.arachne.frontier;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Verdict;

/**
 * Takes the messages of a shard to others, where an engine carries them in the commit of the shard.
 * A message sent in a batch arrives if the batch is committed, or else not at all; it may arrive
 * twice. Called in a batch, on its thread.
 */
public interface Outbox {
  /** Sends a discovery to the shard that has its host. */
  void send(Discovery discovery);

  /** Sends the final verdict on a URL. */
  void decided(Verdict verdict);
}
