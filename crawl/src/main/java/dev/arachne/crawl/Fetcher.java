package dev.arachne.crawl;

import dev.arachne.frontier.Exchange;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.HostSignal;
import dev.arachne.frontier.Lease;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.Completeness;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import java.util.List;
import java.util.Optional;

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
   * Fetches a page.
   *
   * @param share holds the bytes of the answer
   * @throws TurnedAwayException if the lease has ended since its host cannot be asked now
   */
  FetchOutcome fetch(Lease lease, ByteBudget.Share share) {
    var departures = new Departures(frontier, lease);
    HttpRequest request =
        HttpRequest.get(lease.url())
            .heldBy(share)
            .whenSent(to -> departures.depart(lease.url().origin(), to))
            .sentOnce();
    return ask(lease.attempt() == 1 ? request : request.onNewConnection(), departures);
  }

  private FetchOutcome ask(HttpRequest request, Departures departures) {
    try {
      HttpResponse response = local.fetch(client, request);
      departures.end();
      Optional<HostSignal> signal = Optional.of(Signals.of(response, lag.now()));
      List<Exchange> exchanges = departures.exchanges();
      return response.completeness() instanceof Completeness.Truncated(var cause)
          ? new FetchOutcome.Cut(response, cause, exchanges, signal)
          : new FetchOutcome.Answered(response, exchanges, signal);
    } catch (HttpException failure) {
      departures.end();
      return new FetchOutcome.Failed(
          failure, departures.exchanges(), Signals.of(failure.failure()));
    }
  }
}
