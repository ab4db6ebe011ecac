package dev.arachne.fetch;

import dev.arachne.frontier.Lease;
import dev.arachne.http.Completeness;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.Exchange;
import dev.arachne.pace.HostSignal;
import java.util.List;
import java.util.Optional;

/**
 * Loads a page by one HTTP exchange. Losing a kept connection ends the attempt; the next attempt
 * opens a new connection. Confined to its event loop.
 */
public final class HttpLoader implements PageLoader {
  private final HttpClient client;
  private final LoopLag lag;
  private final ShortageAwareFetch local;
  private final FetchCounts counts;

  /**
   * A loader with {@code client}.
   *
   * @param lag of the client's loop
   * @param counts of the client's loop
   */
  public HttpLoader(HttpClient client, LoopLag lag, ShortageAwareFetch local, FetchCounts counts) {
    this.client = client;
    this.lag = lag;
    this.local = local;
    this.counts = counts;
  }

  @Override
  public FetchOutcome load(Lease lease, HttpRequest request, LeaseRequests departures) {
    HttpRequest once =
        request.onSend(to -> departures.depart(request.url().origin(), to)).sentOnce();
    try {
      HttpResponse response =
          local.fetch(client, counts, lease.attempt() == 1 ? once : once.onNewConnection());
      departures.end();
      Optional<HostSignal> signal = Optional.of(HostSignals.of(response, lag.now()));
      List<Exchange> exchanges = departures.exchanges();
      return response.completeness() instanceof Completeness.Truncated(var cause) && !cause.isOurs()
          ? new FetchOutcome.Cut(response, cause, exchanges, signal)
          : new FetchOutcome.Answered(response, exchanges, signal);
    } catch (HttpException failure) {
      departures.end();
      return new FetchOutcome.Failed(
          failure, departures.exchanges(), HostSignals.of(failure.failure()));
    }
  }
}
