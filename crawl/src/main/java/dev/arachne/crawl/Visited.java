package dev.arachne.crawl;

import dev.arachne.frontier.Visit;

/**
 * A page that was visited: what comes back of it to the frontier, and what it yielded, and what its
 * site said of who asks. Immutable.
 */
record Visited(Visit visit, Harvest harvest, SiteReply reply) {
  /** That of a URL that yielded nothing. */
  static Visited of(Visit visit) {
    return new Visited(visit, Harvest.NOTHING, SiteReply.NONE);
  }

  /** The same of a URL that was seen again so often. */
  Visited sighted(long times) {
    return times == 0 ? this : with(visit.sighted(times));
  }

  /** The same with another visit. */
  Visited with(Visit other) {
    return new Visited(other, harvest, reply);
  }
}
