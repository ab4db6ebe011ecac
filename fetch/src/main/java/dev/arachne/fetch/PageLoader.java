package dev.arachne.fetch;

import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpRequest;

/**
 * Loads pages: by HTTP, unless a program has another way, such as a browser or an archive. Each
 * loop of a crawl has a loader of its own.
 */
@FunctionalInterface
public interface PageLoader {
  /**
   * Loads the page of a lease, by one attempt; waits as coroutines do. Redirects are answers, and
   * are not followed. What it throws makes the URL a failed one.
   *
   * @param request what to ask for
   * @param departures is to be told before each request's first byte is written, and when its
   *     answer, or its failure, is there: delays are kept and the ledger is written by that. It is
   *     told nothing when nothing goes over the network
   * @return what came of it, with the exchanges of {@code departures}
   */
  FetchOutcome load(Lease lease, HttpRequest request, Departures departures);
}
