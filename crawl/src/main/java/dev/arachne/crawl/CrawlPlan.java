package dev.arachne.crawl;

import dev.arachne.report.SampledSite;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.util.List;

/**
 * What a crawl would come to, by a sample of its pages. Immutable.
 *
 * @param size how many URLs it would fetch
 * @param asked pages of the sample that were fetched
 * @param disallowed URLs that were seen and robots.txt does not allow; they are no pages
 * @param inSitemaps pages that sitemaps list
 * @param bytes that the crawl would receive
 * @param time that it would take: that of the slowest host, or of all if they wait for each other
 * @param hosts the host with most pages first
 * @param idle options with patterns that were found in none of the URLs that were seen, as typed
 * @param seen URLs in which patterns were looked for
 * @param strays roots that do not belong to the crawl, or lead out of it, and why
 */
public record CrawlPlan(
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
  public CrawlPlan {
    hosts = List.copyOf(hosts);
    idle = List.copyOf(idle);
    strays = List.copyOf(strays);
  }

  /**
   * What one host would be asked for.
   *
   * @param origin the host
   * @param pages URLs of it
   * @param gap from one request to the next, at least: what is asked for, its robots.txt asks for,
   *     or it is seen to bear
   * @param time that they take
   */
  public record Host(Origin origin, long pages, Duration gap, Duration time) {}

  /**
   * A root of which the crawl does not come further.
   *
   * @param why in words for people
   */
  public record Stray(CrawlUrl root, String why) {}
}
