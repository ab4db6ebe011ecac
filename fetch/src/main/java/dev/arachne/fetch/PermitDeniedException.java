package dev.arachne.fetch;

import dev.arachne.frontier.Lease;

/**
 * Thrown when a connection went to an address without room for another request now, or when a
 * change of the crawl forbids the prepared request. Nothing was sent; the lease has ended, and its
 * URL is leased again. Like a cancellation it ends all work for the lease, and says nothing of its
 * URL.
 */
public final class PermitDeniedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PermitDeniedException(Lease lease) {
    super("nothing may be asked now for " + lease);
  }
}
