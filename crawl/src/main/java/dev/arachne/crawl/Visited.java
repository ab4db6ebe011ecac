package dev.arachne.crawl;

import dev.arachne.frontier.Visit;

/**
 * A page that was visited: what comes back of it to the frontier, and what it yielded. Immutable.
 */
record Visited(Visit visit, Harvest harvest) {
  /** That of a URL that yielded nothing. */
  static Visited of(Visit visit) {
    return new Visited(visit, Harvest.NOTHING);
  }

  /** The same of a URL that was seen again so often. */
  Visited sighted(long times) {
    return times == 0 ? this : new Visited(visit.sighted(times), harvest);
  }
}
