package dev.arachne.compare;

import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.util.List;

/**
 * The options of a comparison. Immutable.
 *
 * @param urls the URLs to fetch, plain http; an empty list for the pages of a site on the loopback
 *     interface
 * @param pages how many pages that site has, from 1
 * @param latency how late each of its pages is, up to {@link #LONGEST_LATENCY}
 * @param concurrency pages at a time, from 1
 * @param repeat how often the stages that are not serial do it, from 1
 * @param warmUp how many fetches a stage does before it is measured, unless they take too long
 * @param waits how many fetches wait at a time when their memory is measured, from 1
 */
public record CompareOptions(
    List<CrawlUrl> urls,
    int pages,
    Duration latency,
    int concurrency,
    int repeat,
    int warmUp,
    int waits) {

  /** The pages of the seeds' site. */
  public static final int USUAL_PAGES = 100;

  /** The latency of the seeds' site. */
  public static final Duration USUAL_LATENCY = Duration.ofMillis(470);

  /** The bound of the latency; a client fails at a server that is much slower. */
  public static final Duration LONGEST_LATENCY = Duration.ofSeconds(20);

  /** The usual number of runs of the stages that are not serial. */
  public static final int USUAL_REPEAT = 5;

  /** Pages at a time from another owner's server. */
  public static final int POLITE_CONCURRENCY = 10;

  /**
   * Fetches that are enough to have the measured code compiled: interpreted frames are larger, and
   * slower.
   */
  public static final int USUAL_WARM_UP = 20_000;

  /** Waiting fetches that are enough to make the fixed costs of a process negligible for each. */
  public static final int USUAL_WAITS = 1_000;

  /** Checks the ranges. */
  public CompareOptions {
    urls = List.copyOf(urls);
    if (pages < 1 || concurrency < 1 || repeat < 1 || waits < 1) {
      throw new IllegalArgumentException("none of the numbers may be below 1");
    }
    if (latency.isNegative() || latency.compareTo(LONGEST_LATENCY) > 0) {
      throw new IllegalArgumentException("a latency of " + latency);
    }
    for (CrawlUrl url : urls) {
      if (!isPlain(url)) {
        throw new IllegalArgumentException(url + " is not plain http");
      }
    }
  }

  /** Whether the stages can fetch this URL: most of them write to a socket by hand. */
  public static boolean isPlain(CrawlUrl url) {
    return url.scheme().equals("http");
  }

  /** Whether the pages are those of the site on the loopback interface. */
  public boolean hasOwnSite() {
    return urls.isEmpty();
  }

  /** How many pages each stage fetches. */
  public int count() {
    return hasOwnSite() ? pages : urls.size();
  }
}
