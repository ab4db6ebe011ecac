package dev.arachne.frontier;

import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.LedgerWriter;
import dev.arachne.pace.Politeness;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The outcome of requests for robots rules: a host gives out its URLs from then on, or rests until
 * its rules are requested again. Confined to its shard.
 */
final class RulesVisits {
  /**
   * The delay, after one turn, until the rules of a failed site, or old rules, are requested again.
   */
  private static final Duration REST = Duration.ofMinutes(1);

  private final Hosts hosts;
  private final HostScheduler line;
  private final HostGaps gaps;
  private final Leases leases;
  private final LedgerWriter ledger;

  RulesVisits(Hosts hosts, HostScheduler line, HostGaps gaps, Leases leases, LedgerWriter ledger) {
    this.hosts = hosts;
    this.line = line;
    this.gaps = gaps;
    this.leases = leases;
    this.ledger = ledger;
  }

  /**
   * The last robots rules of a site, received by an earlier process perhaps.
   *
   * @param said whether a record has an answer of the site
   */
  Optional<LedgerEntry.RulesFetched> known(Origin site, Predicate<byte[]> said) {
    return ledger.rules(site, hosts.of(CrawlUrl.of(site + "/")).key, said);
  }

  /** Ends a lease for robots rules; its host is held until it is released. */
  void complete(LeaseState state, RulesVisit visit, long now) {
    HostQueue host = state.host;
    Duration rest = gaps.hear(state, visit.exchanges(), visit.signal(), now);
    leases.end(state, now);
    host.departed();
    Origin site = state.lease.url().origin();
    long position =
        visit.failure().isEmpty()
            ? ledger.rulesSaid(site, host.key, visit.exchanges(), visit.record(), now)
            : ledger.rulesFailed(site, host.key, visit.exchanges(), visit.record(), now);
    ledger.noted(position, visit.notes());
    SiteRules rules = host.rules(site);
    if (visit.failure().isEmpty()) {
      rules.said(visit.crawlDelay(), now);
      host.keepsDelay(hosts.politeness());
    }
    long read = HostGaps.readAt(visit.exchanges(), now);
    host.asked(read);
    long next = Math.max(now, read + host.delay());
    line.leaveAlone(host, next, now);
    if (visit.failure().isPresent()) {
      rules.failed(visit.failure().get(), now);
      boolean isGivenUp = !rules.areKnown() && areGivenUp(host, rules, now);
      if (!isGivenUp) {
        gaps.rest(host, rest, now);
      }
      if (isGivenUp || rules.areKnown()) {
        rules.rest(next + REST.toNanos());
      } else if (!host.hasKnownRules()) {
        line.rest(host, rules.nextAsk(), now);
      }
    }
  }

  /**
   * Whether the rules of a host have failed: a host that has never answered has as many tries as a
   * URL, and any other one is waited for.
   */
  boolean areGivenUp(HostQueue host, SiteRules rules, long now) {
    Politeness politeness = hosts.politeness();
    long patience = host.hasAnswered() ? politeness.patience().toNanos() : 0;
    return rules.failures() >= politeness.maxTries() && rules.failingFor(now) >= patience;
  }
}
