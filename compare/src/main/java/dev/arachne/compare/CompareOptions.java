package dev.arachne.compare;

import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.util.List;

/**
 * What is compared. Immutable.
 *
 * @param urls what to fetch, plain http; none: the pages of a site on the loopback interface
 * @param pages how many pages that site has, from 1
 * @param latency how late each of its pages is, up to {@link #LONGEST_LATENCY}
 * @param concurrency pages at a time, from 1
 * @param repeat how often the stages that are not serial do it, from 1
 * @param warmUp how many fetches a stage does before it is measured, if they are not too dear
 * @param waits how many fetches wait at a time where their memory is measured, from 1
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

  /** The bound of the latency; a client gives up on a server that is much slower. */
  public static final Duration LONGEST_LATENCY = Duration.ofSeconds(20);

  /** How often the stages that are not serial do it, unless somebody says otherwise. */
  public static final int USUAL_REPEAT = 5;

  /** Pages at a time from a server that is somebody else's. */
  public static final int POLITE_CONCURRENCY = 10;

  /** Enough to have what is measured compiled: interpreted frames are larger, and slower. */
  public static final int USUAL_WARM_UP = 20_000;

  /** Enough to let what a process takes once disappear among what each of them takes. */
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
