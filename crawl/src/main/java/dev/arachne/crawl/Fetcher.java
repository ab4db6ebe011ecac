package dev.arachne.crawl;

import dev.arachne.frontier.Exchange;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.robots.RobotsAccess;
import dev.arachne.robots.RobotsVerdict;
import dev.arachne.runtime.Deadline;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;

/**
 * Fetches a leased URL: robots verdict first, then one HTTP exchange. Redirects are not followed;
 * they are answers. Confined to its loop.
 */
final class Fetcher {
  private final CrawlOptions options;
  private final Frontier frontier;
  private final HttpClient client;
  private final RobotsCache robots;
  private final LoopLag lag;
  private int atRest;

  Fetcher(
      CrawlOptions options, Frontier frontier, HttpClient client, RobotsCache robots, LoopLag lag) {
    this.options = options;
    this.frontier = frontier;
    this.client = client;
    this.robots = robots;
    this.lag = lag;
  }

  /** Whether the lease's host may be asked at its address; if not, the lease has ended. */
  boolean isAdmitted(Lease lease) {
    return !frontier.wantsAddress(lease)
        || client
            .address(lease.url().origin())
            .map(address -> frontier.locate(lease, address))
            .orElse(true);
  }

  /** How many URLs wait for the time since their host's robots.txt to go by. */
  int atRest() {
    return atRest;
  }

  /**
   * Fetches the URL, if robots rules allow it.
   *
   * @throws TurnedAwayException if the lease has ended since its host cannot be asked now
   */
  FetchOutcome fetch(Lease lease) {
    return switch (options.robots()) {
      case IGNORE -> exchange(lease, options.delay());
      case OBEY -> fetchIfAllowed(lease);
    };
  }

  private FetchOutcome fetchIfAllowed(Lease lease) {
    CrawlUrl url = lease.url();
    RobotsCache.SiteRules site = robots.of(url.origin(), lease);
    if (site.access() instanceof RobotsAccess.Unreachable) {
      return new FetchOutcome.RulesUnreachable(site.access().rules().verdict("", url).text());
    }
    RobotsVerdict verdict = site.access().rules().verdict(robots.agent(), url);
    if (!verdict.allowed()) {
      return new FetchOutcome.Denied(verdict);
    }
    Duration delay = longer(options.delay(), robots.crawlDelay(site));
    awaitGap(site, longer(delay, options.addressDelay()));
    return exchange(lease, delay);
  }

  private void awaitGap(RobotsCache.SiteRules site, Duration delay) {
    atRest++;
    try {
      site.awaitGap(delay);
    } finally {
      atRest--;
    }
  }

  private FetchOutcome exchange(Lease lease, Duration delay) {
    var departures = new Departures(frontier);
    FetchOutcome outcome =
        ask(
            lease,
            HttpRequest.get(lease.url())
                .whenSent(to -> {
                  departures.depart(lease, to);
                  frontier.started(lease, delay, to.getAddress());
                }));
    departures.end();
    if (departures.isEmpty()) {
      frontier.started(lease, delay); // To have knocked counts as well.
    }
    for (Exchange exchange : departures.exchanges()) {
      lease.exchanged(exchange);
    }
    return outcome;
  }

  private FetchOutcome ask(Lease lease, HttpRequest request) {
    try {
      HttpResponse response = client.fetch(request, Deadline.NEVER);
      lease.hear(Signals.of(response, lag.now()));
      return response.isWhole()
          ? new FetchOutcome.Answered(response)
          : new FetchOutcome.Cut(response);
    } catch (HttpException failure) {
      Signals.of(failure.failure()).ifPresent(lease::hear);
      return new FetchOutcome.Failed(failure);
    }
  }

  static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
