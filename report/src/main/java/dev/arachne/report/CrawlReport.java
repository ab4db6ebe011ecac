package dev.arachne.report;

import dev.arachne.items.FillRate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The outcome of a crawl. Every URL that was found is counted once: answered (by its status),
 * skipped, failed, or still to do. Immutable. Texts may come from the web: escape them before a
 * terminal or a browser sees them.
 *
 * @param roots the seeds as they were given
 * @param failedRoots those of them that were not answered with a status below 400, at the end of
 *     their redirects; the first thousand
 * @param started when the crawl started
 * @param elapsed from the start to the end
 * @param statuses the URLs that were answered, by HTTP status; redirects are among them
 * @param mediaTypes the answers with status 200, by media type
 * @param skipped URLs that were not fetched, by reason
 * @param failed URLs that got no usable answer, by reason
 * @param cut URLs whose body was kept in part, by reason; they are among those that were answered
 * @param slowest the answers that took longest, longest first
 * @param bytes of all answers as they came over the wire, heads included
 * @param toDo URLs that were found and not decided
 * @param stopReason why the crawl ended
 * @param items the tally of scraped records; empty for a crawl that does not scrape
 * @param renderings the pages that a browser rendered; empty if none was considered for it
 * @param finishedBefore when an earlier process ended the crawl, if this one had nothing left to do
 * @param changes those in force at the end that the user has made while the crawl ran
 */
public record CrawlReport(
    List<String> roots,
    List<String> failedRoots,
    Instant started,
    Duration elapsed,
    NavigableMap<Integer, Tally> statuses,
    List<MediaTypeTally> mediaTypes,
    List<ReasonTally> skipped,
    List<ReasonTally> failed,
    List<ReasonTally> cut,
    List<SlowPage> slowest,
    long bytes,
    long toDo,
    StopReason stopReason,
    Optional<ItemTally> items,
    Optional<RenderTally> renderings,
    Optional<Instant> finishedBefore,
    List<String> changes) {

  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  /**
   * Copies its arguments.
   *
   * @throws IllegalArgumentException if a number or the time is negative
   */
  public CrawlReport {
    roots = List.copyOf(roots);
    failedRoots = List.copyOf(failedRoots);
    statuses = Collections.unmodifiableNavigableMap(new TreeMap<>(statuses));
    mediaTypes = List.copyOf(mediaTypes);
    skipped = List.copyOf(skipped);
    failed = List.copyOf(failed);
    cut = List.copyOf(cut);
    slowest = List.copyOf(slowest);
    changes = List.copyOf(changes);
    if (elapsed.isNegative() || bytes < 0 || toDo < 0) {
      throw new IllegalArgumentException("a crawl's report has no negative numbers");
    }
  }

  /** A number of URLs and the first few of them. */
  public record Tally(long count, List<Example> examples) {
    /**
     * Copies the examples.
     *
     * @throws IllegalArgumentException if there are more examples than URLs
     */
    public Tally {
      examples = List.copyOf(examples);
      if (count < examples.size()) {
        throw new IllegalArgumentException(examples.size() + " examples of " + count + " URLs");
      }
    }
  }

  /** The number of URLs with one reason, in words for people, and the first few of them. */
  public record ReasonTally(String reason, Tally urls) {}

  /** A number of answers of one media type, and their bytes on the wire, heads included. */
  public record MediaTypeTally(String mediaType, long count, long bytes) {}

  /** A URL and the page that led to it; {@code via} is empty for a seed. */
  public record Example(String url, String via) {}

  /** A URL and the time from its request to the end of its answer. */
  public record SlowPage(String url, Duration time) {}

  /**
   * The records of the pages that are done.
   *
   * @param complete records
   * @param incomplete records that lack a required field
   * @param alone records of both kinds without the fields of their detail pages
   * @param held records that are not in the output yet, since pages before theirs are to do, or
   *     their detail pages
   * @param fields how often each field was found
   * @param sparse those that most pages lack, except for those that a listener has got
   */
  public record ItemTally(
      long complete,
      long incomplete,
      long alone,
      long held,
      List<FillRate> fields,
      List<FillRate> sparse) {
    /** Keeps copies. */
    public ItemTally {
      fields = List.copyOf(fields);
      sparse = List.copyOf(sparse);
    }
  }

  /**
   * The pages that a browser rendered, the reasons, the gain and the cost.
   *
   * @param rendered pages that were given to the browser
   * @param samples those of them that were samples for other pages
   * @param checks those of them that checked a decision against rendering
   * @param gained those of them that had more links or words in the browser
   * @param failed those of them that were not rendered, or not completely
   * @param withErrors those of them whose scripts reported errors
   * @param passed pages with scripts that were not rendered, since samples had gained nothing
   * @param links that only the rendered pages have
   * @param words that only the rendered pages have
   * @param requests of the rendered pages
   * @param time of all tabs together, without waits for requests
   */
  public record RenderTally(
      long rendered,
      long samples,
      long checks,
      long gained,
      long failed,
      long withErrors,
      long passed,
      long links,
      long words,
      long requests,
      Duration time) {}

  /**
   * The same report for a crawl with seeds that no user has chosen, so that none of them can have
   * failed.
   */
  public CrawlReport withoutFailedRoots() {
    return with(List.of(), changes);
  }

  /** The same with changes that are in force. */
  public CrawlReport withChanges(List<String> inForce) {
    return with(failedRoots, inForce);
  }

  private CrawlReport with(List<String> rootsThatFailed, List<String> inForce) {
    return new CrawlReport(
        roots,
        rootsThatFailed,
        started,
        elapsed,
        statuses,
        mediaTypes,
        skipped,
        failed,
        cut,
        slowest,
        bytes,
        toDo,
        stopReason,
        items,
        renderings,
        finishedBefore,
        inForce);
  }

  /** URLs that were answered, with any status. */
  public long answered() {
    return sum(statuses.values().stream());
  }

  /** Answered URLs whose status is a redirect: 301, 302, 303, 307 or 308 (RFC 9110 15.4). */
  public long redirects() {
    return sum(
        statuses.entrySet().stream()
            .filter(status -> REDIRECTS.contains(status.getKey()))
            .map(Map.Entry::getValue));
  }

  /** URLs that were decided: answered, skipped or failed. */
  public long done() {
    return answered() + sum(urls(skipped)) + sum(urls(failed));
  }

  /** URLs that were skipped. */
  public long skippedUrls() {
    return sum(urls(skipped));
  }

  /** Answered and failed URLs a second, over the whole crawl; 0 for a crawl that took no time. */
  public double urlsPerSecond() {
    double seconds = elapsed.toNanos() / 1e9;
    return seconds > 0 ? (answered() + sum(urls(failed))) / seconds : 0;
  }

  private static Stream<Tally> urls(List<ReasonTally> tallies) {
    return tallies.stream().map(ReasonTally::urls);
  }

  private static long sum(Stream<Tally> tallies) {
    return tallies.mapToLong(Tally::count).sum();
  }
}
