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
 * A crawl at one instant, with all that a user watches. Immutable.
 *
 * @param at the instant
 * @param progress rates and what limits them
 * @param counts where all URLs are
 * @param report what the crawl has come to so far
 * @param hosts the hosts with most to do, and those in trouble; a moment older than the rest
 * @param inFlight URLs that workers have, the one that takes longest first
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

  /** What is done for a URL in flight. */
  public enum Doing {
    /** Its host is asked for robots.txt, or that is awaited. */
    ASKING_FOR_RULES,
    /** It is fetched, read and processed. */
    FETCHING,
    /** What came of it is committed. */
    COMMITTING,
    /** Outputs have no room for what came of it. */
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
   * How much of a snapshot is wanted. A look at hosts takes longer the more of them there are; the
   * rest does not.
   */
  public enum Detail {
    /** Counts, rates and the report. */
    SUMS,
    /** Hosts and URLs in flight, too. */
    ALL
  }
}
