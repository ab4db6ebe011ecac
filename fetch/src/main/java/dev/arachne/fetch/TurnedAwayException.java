package dev.arachne.fetch;

import dev.arachne.frontier.Lease;

/**
 * A connection came about at an address that has no room for another request now, or a change of
 * the crawl forbids the request that was prepared. Nothing was asked; the lease has ended, and its
 * URL comes again. Like a cancellation it ends whatever is done for the lease, and says nothing of
 * its URL.
 */
public final class TurnedAwayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TurnedAwayException(Lease lease) {
    super("nothing may be asked now for " + lease);
  }
}
