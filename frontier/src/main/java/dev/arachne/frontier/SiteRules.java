package dev.arachne.frontier;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import dev.arachne.url.Origin;
import java.time.Duration;

/**
 * What a shard knows of the robots rules of one site: whether they are at hand, and when to ask for
 * them. The rules themselves are in the ledger. Times are in nanoseconds since 1970. Confined to
 * its shard.
 *
 * <p>Rules are asked for again when they are a day old (RFC 9309 2.4). If they cannot be had then,
 * the old ones hold on (2.3.1.4); a site that has never said any is not asked for anything else.
 */
final class SiteRules {
  private static final Duration LONGEST_AGE = Duration.ofHours(24);

  /** After the first failure; doubled for each further one in a row. */
  private static final Duration FIRST_REST = Duration.ofMillis(500);

  private static final Duration LONGEST_REST = Duration.ofMinutes(1);

  final Origin site;

  /** When they were last said; 0 if never. */
  private long said;

  /** Nanoseconds that they ask for between requests; 0 for none. */
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

  /** Whether they are to be asked for before anything else. */
  boolean areDue(long now) {
    return nextAsk <= now;
  }

  /** When they are to be asked for. */
  long nextAsk() {
    return nextAsk;
  }

  /** Requests for them in a row that have failed. */
  int failures() {
    return failures;
  }

  /** For how long they have not been had. */
  long failingFor(long now) {
    return failures == 0 ? 0 : now - failingSince;
  }

  /** Why they were not had the last time, in words for people. */
  String why() {
    return why;
  }

  long crawlDelay() {
    return crawlDelay;
  }

  /** The site has said them. */
  void said(Duration delay, long now) {
    said = now;
    crawlDelay = delay.toNanos();
    failures = 0;
    nextAsk = now + LONGEST_AGE.toNanos();
  }

  /** They are not asked for until then. */
  void rest(long until) {
    nextAsk = until;
  }

  /** They could not be had. */
  void failed(String reason, long now) {
    failingSince = failures++ == 0 ? now : failingSince;
    why = reason;
    long rest = FIRST_REST.toNanos() << Math.min(failures - 1, 10);
    nextAsk = now + Math.min(rest, LONGEST_REST.toNanos());
  }
}
