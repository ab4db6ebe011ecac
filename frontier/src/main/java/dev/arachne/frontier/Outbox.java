package dev.arachne.frontier;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Verdict;

/**
 * Takes what a shard has to say to others, where an engine carries that in the commit of the shard:
 * what is sent in a batch arrives if the batch is committed, once, or else not at all. Called in a
 * batch, on its thread.
 */
public interface Outbox {
  /** Sends a discovery to the shard that has its host. */
  void send(Discovery discovery);

  /** Tells the last word on a URL. */
  void decided(Verdict verdict);
}
