package dev.arachne.crawl;

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
  private int atRest;

  Fetcher(CrawlOptions options, Frontier frontier, HttpClient client, RobotsCache robots) {
    this.options = options;
    this.frontier = frontier;
    this.client = client;
    this.robots = robots;
  }

  /** How many URLs wait for the time since their host's robots.txt to go by. */
  int atRest() {
    return atRest;
  }

  FetchOutcome fetch(Lease lease) {
    return switch (options.robots()) {
      case IGNORE -> exchange(lease, options.delay());
      case OBEY -> fetchIfAllowed(lease);
    };
  }

  private FetchOutcome fetchIfAllowed(Lease lease) {
    CrawlUrl url = lease.url();
    RobotsCache.SiteRules site = robots.of(url.origin());
    if (site.access() instanceof RobotsAccess.Unreachable) {
      return new FetchOutcome.RulesUnreachable(site.access().rules().verdict("", url).text());
    }
    RobotsVerdict verdict = site.access().rules().verdict(robots.agent(), url);
    if (!verdict.allowed()) {
      return new FetchOutcome.Denied(verdict);
    }
    Duration delay = longer(options.delay(), robots.crawlDelay(site));
    awaitGap(site, delay);
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
    var departures = new Departures();
    FetchOutcome outcome =
        ask(
            HttpRequest.get(lease.url())
                .whenSent(to -> {
                  departures.depart(to);
                  frontier.started(lease, delay);
                }));
    departures.end();
    if (departures.isEmpty()) {
      frontier.started(lease, delay); // To have knocked counts as well.
    }
    departures.exchanges(frontier).forEach(lease::exchanged);
    return outcome;
  }

  private FetchOutcome ask(HttpRequest request) {
    try {
      HttpResponse response = client.fetch(request, Deadline.NEVER);
      return response.isWhole()
          ? new FetchOutcome.Answered(response)
          : new FetchOutcome.Cut(response);
    } catch (HttpException failure) {
      return new FetchOutcome.Failed(failure);
    }
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
