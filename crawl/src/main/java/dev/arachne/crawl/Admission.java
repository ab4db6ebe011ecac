package dev.arachne.crawl;

import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpClient;
import dev.arachne.robots.RobotsAccess;
import dev.arachne.robots.RobotsVerdict;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;

/**
 * Says whether a leased URL may be fetched, and lets it go when its time has come: what its address
 * bears, and what robots rules say. Confined to the crawl's loop.
 */
final class Admission {
  private final CrawlOptions options;
  private final Frontier frontier;
  private final HttpClient client;
  private final RobotsCache robots;
  private int atRest;

  /** What was said. */
  sealed interface Answer permits Granted, Denied, RulesUnreachable {}

  /**
   * It may be fetched now.
   *
   * @param gap from its request to the next one to its host, at least
   */
  record Granted(Duration gap) implements Answer {}

  /** Robots rules do not let us ask. */
  record Denied(RobotsVerdict verdict) implements Answer {}

  /**
   * The site's rules could not be had, so it must not be asked now (RFC 9309 2.3.1.4).
   *
   * @param rest until the rules are asked for again
   * @param isGivenUp whether they failed so often that no URL is tried before that
   */
  record RulesUnreachable(String why, Duration rest, boolean isGivenUp) implements Answer {}

  Admission(CrawlOptions options, Frontier frontier, HttpClient client, RobotsCache robots) {
    this.options = options;
    this.frontier = frontier;
    this.client = client;
    this.robots = robots;
  }

  /** Whether the lease's host may be asked at its address; if not, the lease has ended. */
  boolean isAdmitted(Lease lease) {
    return !frontier.wantsAddress(lease)
        || client
            .address(lease.url().origin())
            .map(address -> frontier.locate(lease, address))
            .orElse(true);
  }

  /**
   * Waits for the rules, and for the time since they were asked for to go by.
   *
   * @param place is given up for a wait
   * @throws TurnedAwayException if the lease has ended since its host cannot be asked now
   */
  Answer of(Lease lease, Places.Place place) {
    return switch (options.robots()) {
      case IGNORE -> new Granted(options.delay());
      case OBEY -> byRules(lease, place);
    };
  }

  /** How many URLs wait for the time since their host's robots.txt to go by. */
  int atRest() {
    return atRest;
  }

  private Answer byRules(Lease lease, Places.Place place) {
    CrawlUrl url = lease.url();
    if (!robots.knows(url.origin())) {
      place.await();
    }
    RobotsCache.SiteRules site = robots.of(url.origin(), lease);
    if (site.access() instanceof RobotsAccess.Unreachable) {
      String why = site.access().rules().verdict("", url).text();
      return new RulesUnreachable(why, site.leftOfRest(), robots.isGivenUp(site));
    }
    RobotsVerdict verdict = site.access().rules().verdict(robots.agent(), url);
    if (!verdict.allowed()) {
      return new Denied(verdict);
    }
    Duration gap = longer(options.delay(), robots.crawlDelay(site));
    awaitGap(site, longer(gap, options.addressDelay()), place);
    return new Granted(gap);
  }

  private void awaitGap(RobotsCache.SiteRules site, Duration gap, Places.Place place) {
    if (!site.leftOf(gap).isPositive()) {
      return;
    }
    place.await();
    atRest++;
    try {
      EventLoop.sleep(site.leftOf(gap));
    } finally {
      atRest--;
    }
  }

  static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
