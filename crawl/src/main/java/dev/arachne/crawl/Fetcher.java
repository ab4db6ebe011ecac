package dev.arachne.crawl;

import dev.arachne.frontier.Exchange;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.Completeness;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import java.time.Duration;

/**
 * Fetches a leased URL by one HTTP exchange. Redirects are not followed; they are answers. A lost
 * kept connection ends the attempt; the next one is made on a new connection. Confined to its loop.
 */
final class Fetcher {
  private final Frontier frontier;
  private final HttpClient client;
  private final LoopLag lag;
  private final LocalFetch local;

  Fetcher(Frontier frontier, HttpClient client, LoopLag lag, LocalFetch local) {
    this.frontier = frontier;
    this.client = client;
    this.lag = lag;
    this.local = local;
  }

  /**
   * Fetches what was admitted.
   *
   * @param gap from this request to the next one to its host, at least
   * @param share holds the bytes of the answer
   * @throws TurnedAwayException if the lease has ended since its host cannot be asked now
   */
  FetchOutcome fetch(Lease lease, Duration gap, ByteBudget.Share share) {
    var departures = new Departures(frontier);
    HttpRequest request =
        HttpRequest.get(lease.url())
            .heldBy(share)
            .whenSent(to -> departures.depart(lease, gap, to))
            .sentOnce();
    FetchOutcome outcome = ask(lease, lease.attempt() == 1 ? request : request.onNewConnection());
    departures.end();
    if (departures.isEmpty()) {
      frontier.started(lease, gap); // To have knocked counts as well.
    }
    for (Exchange exchange : departures.exchanges()) {
      lease.exchanged(exchange);
    }
    return outcome;
  }

  private FetchOutcome ask(Lease lease, HttpRequest request) {
    try {
      HttpResponse response = local.fetch(client, request);
      lease.hear(Signals.of(response, lag.now()));
      return response.completeness() instanceof Completeness.Truncated(var cause)
          ? new FetchOutcome.Cut(response, cause)
          : new FetchOutcome.Answered(response);
    } catch (HttpException failure) {
      Signals.of(failure.failure()).ifPresent(lease::hear);
      return new FetchOutcome.Failed(failure);
    }
  }
}
