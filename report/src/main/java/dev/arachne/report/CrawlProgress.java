package dev.arachne.report;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The progress of a crawl at one instant. Immutable.
 *
 * @param elapsed since the crawl started
 * @param pages URLs that were answered up to now, with any status
 * @param rate pages a second of late, not since the start
 * @param queued URLs that wait for their turn
 * @param inFlight URLs that are being fetched
 * @param errors URLs that failed by a network error or a reply that could not be read
 * @param bytes of the bodies received up to now, as they came over the wire
 * @param left the time that the crawl still takes, as a band, if it can be estimated
 * @param bottleneck the part that keeps it from being faster
 * @param waitingFor the resource for which the crawl has stopped; may hold text from the web
 * @param behind how many entries of the ledger are pending for each consumer, by its name
 */
public record CrawlProgress(
    Duration elapsed,
    long pages,
    double rate,
    long queued,
    int inFlight,
    long errors,
    long bytes,
    Optional<Forecast> left,
    Optional<Bottleneck> bottleneck,
    Optional<String> waitingFor,
    Map<String, Long> behind) {

  /**
   * @throws IllegalArgumentException if a number or the time is negative
   */
  public CrawlProgress {
    if (elapsed.isNegative()
        || pages < 0
        || !(rate >= 0)
        || queued < 0
        || inFlight < 0
        || errors < 0
        || bytes < 0) {
      throw new IllegalArgumentException("a crawl's progress has no negative numbers");
    }
    behind = Collections.unmodifiableMap(new TreeMap<>(behind));
  }
}
