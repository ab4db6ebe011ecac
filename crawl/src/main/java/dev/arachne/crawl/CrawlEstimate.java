package dev.arachne.crawl;

import dev.arachne.report.SampledSite;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.util.List;

/**
 * An estimate of a crawl, from a sample of its pages. Immutable.
 *
 * @param size URLs that it would fetch
 * @param asked pages of the sample that were fetched
 * @param disallowed URLs that were found and that robots.txt disallows; they do not count as pages
 * @param inSitemaps pages that sitemaps list
 * @param bytes that the crawl would receive
 * @param time that it would take: that of the slowest host, or that of all hosts together if the
 *     tasks limit it
 * @param hosts the host with most pages first
 * @param idle options with patterns that match no URL that was found, as typed
 * @param seen URLs that patterns were matched against
 * @param strays seeds that are out of scope, or lead out of it, and why
 */
public record CrawlEstimate(
    SampledSite.Size size,
    int asked,
    int disallowed,
    long inSitemaps,
    long bytes,
    Duration time,
    List<Host> hosts,
    List<String> idle,
    long seen,
    List<Stray> strays) {

  /** Keeps copies. */
  public CrawlEstimate {
    hosts = List.copyOf(hosts);
    idle = List.copyOf(idle);
    strays = List.copyOf(strays);
  }

  /**
   * The estimate for one host.
   *
   * @param origin the host
   * @param pages URLs of it
   * @param gap between requests, at least: the configured delay, the host's Crawl-delay, or the gap
   *     that the host is seen to accept
   * @param time that they take
   */
  public record Host(Origin origin, long pages, Duration gap, Duration time) {}

  /**
   * A seed from which the crawl does not continue.
   *
   * @param why in words for people
   */
  public record Stray(CrawlUrl root, String why) {}
}
