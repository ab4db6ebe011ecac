package dev.arachne.crawl;

import dev.arachne.frontier.Visit;

/**
 * The result of a visit: the visit for the frontier, the yield of the page, and the site's reply
 * about identity and session. Immutable.
 */
record Visited(Visit visit, PageOutput output, SiteReply reply) {
  /** Returns the result of a URL without a yield. */
  static Visited of(Visit visit) {
    return new Visited(visit, PageOutput.NOTHING, SiteReply.NONE);
  }

  /** Returns a copy whose URL was seen {@code times} more times. */
  Visited withSightings(long times) {
    return times == 0 ? this : with(visit.withSightings(times));
  }

  /** Returns a copy with another visit. */
  Visited with(Visit other) {
    return new Visited(other, output, reply);
  }
}
