package dev.arachne.audit;

import dev.arachne.ledger.FrontierCounts;
import java.util.Map;

/**
 * The result of an audit of a crawl. Immutable.
 *
 * @param entries of the ledger
 * @param requests that were on the wire, those for robots.txt included
 * @param unfinished those of them of which only the departure is known, since their process died or
 *     dropped them: the last of a process may not have left
 * @param counts of all URLs, by the ledger's own count
 * @param rules how often each rule was checked, and how often it was broken
 */
public record AuditReport(
    long entries,
    long requests,
    long unfinished,
    FrontierCounts counts,
    Map<Violation.Rule, Tally> rules) {

  /** The number of checks of a rule, and of its violations. */
  public record Tally(long checks, long violations) {}

  public AuditReport {
    rules = Map.copyOf(rules);
  }

  /** Whether every rule was kept. */
  public boolean isClean() {
    return rules.values().stream().allMatch(tally -> tally.violations() == 0);
  }
}
