package dev.arachne.crawl;

import dev.arachne.frontier.HostRoster;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.report.CrawlProgress;
import dev.arachne.report.CrawlReport;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A crawl at one instant, in the detail that a user watches. Immutable.
 *
 * @param at the instant
 * @param progress rates and their limits
 * @param counts URLs by state
 * @param report the results up to now
 * @param hosts the hosts with most pending URLs, and those in trouble; a moment older than the rest
 * @param inFlight URLs that workers have, the one in flight longest first
 */
public record CrawlSnapshot(
    Instant at,
    CrawlProgress progress,
    FrontierCounts counts,
    CrawlReport report,
    HostRoster hosts,
    List<InFlight> inFlight) {

  /** Keeps a copy. */
  public CrawlSnapshot {
    inFlight = List.copyOf(inFlight);
  }

  /** A step of a URL in flight. */
  public enum Doing {
    /** Its host's robots.txt is requested or awaited. */
    ASKING_FOR_RULES,
    /** It is fetched, read and processed. */
    FETCHING,
    /** Its verdict is committed. */
    COMMITTING,
    /** Its verdict waits for room in the outputs. */
    HANDING_OVER
  }

  /**
   * A URL that a worker has.
   *
   * @param since how long ago the worker got it
   * @param attempt which try it is, from 1
   */
  public record InFlight(CrawlUrl url, Doing doing, Duration since, int attempt) {}

  /**
   * The detail of a snapshot. A survey of hosts takes longer the more hosts there are; the rest
   * does not.
   */
  public enum Detail {
    /** Counts, rates and the report. */
    SUMS,
    /** Hosts and URLs in flight, too. */
    ALL
  }
}
