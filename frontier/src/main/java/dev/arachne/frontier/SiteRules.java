package dev.arachne.frontier;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import dev.arachne.url.Origin;
import java.time.Duration;

/**
 * The state of the robots rules of one site in a shard: whether they are at hand, and when to
 * request them. The rules themselves are in the ledger. Times are in nanoseconds since 1970.
 * Confined to its shard.
 *
 * <p>Rules are requested again when they are a day old (RFC 9309 2.4). If they cannot be fetched
 * then, the old ones stay in force (2.3.1.4). A site whose rules were never received gets no other
 * request.
 */
final class SiteRules {
  private static final Duration LONGEST_AGE = Duration.ofHours(24);

  /** After the first failure; doubled for each further one in a row. */
  private static final Duration FIRST_REST = Duration.ofMillis(500);

  private static final Duration LONGEST_REST = Duration.ofMinutes(1);

  final Origin site;

  /** The time at which they were last received; 0 if never. */
  private long said;

  /** The nanoseconds between requests that they require; 0 for none. */
  private long crawlDelay;

  private int failures;
  private long failingSince;
  private long nextAsk;
  private String why = "";

  SiteRules(Origin site) {
    this.site = site;
  }

  static SiteRules read(Origin site, RowReader row) {
    var rules = new SiteRules(site);
    rules.said = row.number();
    rules.crawlDelay = row.number();
    rules.nextAsk = rules.said == 0 ? 0 : rules.said + LONGEST_AGE.toNanos();
    return rules;
  }

  void write(RowWriter row) {
    row.number(said).number(crawlDelay);
  }

  /** Whether they are at hand, be they old. */
  boolean areKnown() {
    return said > 0;
  }

  /** Whether they are to be requested before anything else. */
  boolean areDue(long now) {
    return nextAsk <= now;
  }

  /** The time at which they are to be requested. */
  long nextAsk() {
    return nextAsk;
  }

  /** Requests for them in a row that have failed. */
  int failures() {
    return failures;
  }

  /** The time for which they could not be fetched. */
  long failingFor(long now) {
    return failures == 0 ? 0 : now - failingSince;
  }

  /** The last failure, in words for people. */
  String why() {
    return why;
  }

  long crawlDelay() {
    return crawlDelay;
  }

  /** Records that they were received. */
  void said(Duration delay, long now) {
    said = now;
    crawlDelay = delay.toNanos();
    failures = 0;
    nextAsk = now + LONGEST_AGE.toNanos();
  }

  /** Puts off their next request until then. */
  void rest(long until) {
    nextAsk = until;
  }

  /** Records that they could not be fetched. */
  void failed(String reason, long now) {
    failingSince = failures++ == 0 ? now : failingSince;
    why = reason;
    long rest = FIRST_REST.toNanos() << Math.min(failures - 1, 10);
    nextAsk = now + Math.min(rest, LONGEST_REST.toNanos());
  }
}
