package dev.arachne.audit;

import java.time.Instant;

/**
 * A breach of a rule in a crawl's ledger. Immutable.
 *
 * @param rule the rule
 * @param at when it happened
 * @param url the URL that was requested then, or that it is about; empty if that is the whole
 *     crawl. May hold text from the web
 * @param detail the facts, and the rule's demand. May hold text from the web
 */
public record Violation(Rule rule, Instant at, String url, String detail) {

  /** The rules that an audit checks. */
  public enum Rule {
    /**
     * {@code --delay}, or the Crawl-delay of robots.txt if that is more, between requests to a
     * host.
     */
    HOST_GAP("gap between requests to a host"),
    /** {@code --delay} between requests to an address. */
    ADDRESS_GAP("gap between requests to an address"),
    /** {@code --per-host}. */
    HOST_PARALLEL("requests to a host at once"),
    /** The bound on requests to an address under way at once. */
    ADDRESS_PARALLEL("requests to an address at once"),
    /** Each request against the robots.txt that was valid then. */
    ROBOTS("robots rules"),
    /** No request to a host in the time of its Retry-After. */
    RETRY_AFTER("Retry-After"),
    /** No request that a change of the user forbade while it was in force. */
    CHANGES("changes while the crawl ran"),
    /** Every URL has one verdict or is pending, and the counts agree. */
    SUMS("sums"),
    /** Whether each request could be put in its place among the others. */
    ORDER("order of requests");

    private final String text;

    Rule(String text) {
      this.text = text;
    }

    /** The rule in words for people. */
    public String text() {
      return text;
    }
  }
}
