package dev.arachne.crawl;

import dev.arachne.frontier.Visit;

/**
 * The result of a visit: the visit for the frontier, the yield of the page, and the site's reply
 * about identity and session. Immutable.
 */
record Visited(Visit visit, Harvest harvest, SiteReply reply) {
  /** Returns the result of a URL without a yield. */
  static Visited of(Visit visit) {
    return new Visited(visit, Harvest.NOTHING, SiteReply.NONE);
  }

  /** Returns a copy whose URL was seen {@code times} more times. */
  Visited sighted(long times) {
    return times == 0 ? this : with(visit.sighted(times));
  }

  /** Returns a copy with another visit. */
  Visited with(Visit other) {
    return new Visited(other, harvest, reply);
  }
}
