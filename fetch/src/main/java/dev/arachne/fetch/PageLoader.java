package dev.arachne.fetch;

import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpRequest;

/**
 * Loads pages: by HTTP, or in a program's own way, such as a browser or an archive. Each loop of a
 * crawl has a loader of its own.
 */
@FunctionalInterface
public interface PageLoader {
  /**
   * Loads the page of a lease, by one attempt; waits as coroutines do. Redirects are answers, and
   * are not followed. The URL fails if it throws an exception.
   *
   * @param request to send
   * @param departures must be notified before the first byte of each request is written, and at its
   *     answer or failure: the delays and the ledger depend on that. It is not notified without
   *     network traffic
   * @return the outcome, with the exchanges of {@code departures}
   */
  FetchOutcome load(Lease lease, HttpRequest request, LeaseRequests departures);
}
