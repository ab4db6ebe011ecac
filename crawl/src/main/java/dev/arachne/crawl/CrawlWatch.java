package dev.arachne.crawl;

import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.HostRoster;
import dev.arachne.frontier.HostSurvey;
import dev.arachne.http.ByteBudget;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.metrics.Metrics;
import dev.arachne.options.CrawlOptions;
import dev.arachne.output.Outputs;
import dev.arachne.report.Bottleneck;
import dev.arachne.report.CrawlProgress;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.CrawlStatistics;
import dev.arachne.report.Forecast;
import dev.arachne.report.ProgressHistory;
import dev.arachne.report.Rate;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The view of a running crawl: its progress, snapshots and metrics. Most of it is gathered only
 * after the first request. Confined to its event loop.
 */
final class CrawlWatch {
  /** The latest part of the elapsed time, from which the forecast is made. */
  private static final double QUARTER = 0.25;

  /** Most hosts, and most URLs in flight, in a snapshot. */
  private static final int MOST_SHOWN = 40;

  /**
   * The time to wait for a survey of the hosts; a slower one, as on a full disk, is for the next
   * snapshot.
   */
  private static final Duration LOOK_PATIENCE = Duration.ofMillis(300);

  private final EventLoop loop = EventLoop.current();
  private final CrawlOptions options;
  private final Frontier frontier;
  private final CrawlStatistics statistics;
  private final Outputs outputs;
  private final ByteBudget pages;
  private final List<CrawlWorker> crew;
  private final boolean isOfOneHost;
  private final Function<FrontierCounts, Optional<String>> waitingFor;
  private final Rate rate = new Rate(loop.time());
  private final ProgressHistory course;
  private final long answeredBefore;
  private @Nullable LoadWatch loads;

  /** The fetch loops; null when there are no loops to sample. */
  private @Nullable FetchLoops fetchLoops;

  /** The result of the last survey of the hosts, and the survey under way. */
  private HostRoster roster = HostRoster.NONE;

  private @Nullable Task<HostRoster> look;

  /** Made on the first request. */
  private @Nullable CrawlMetrics measured;

  private volatile boolean isMeasured;

  /**
   * A watch that starts now.
   *
   * @param crew the workers, which may be added later
   * @param waitingFor the shortage that the whole crawl waits for; empty while it continues
   */
  CrawlWatch(
      CrawlOptions options,
      Frontier frontier,
      CrawlStatistics statistics,
      Outputs outputs,
      ByteBudget pages,
      List<CrawlWorker> crew,
      boolean isOfOneHost,
      Function<FrontierCounts, Optional<String>> waitingFor) {
    this.options = options;
    this.frontier = frontier;
    this.statistics = statistics;
    this.outputs = outputs;
    this.pages = pages;
    this.crew = crew;
    this.isOfOneHost = isOfOneHost;
    this.waitingFor = waitingFor;
    this.answeredBefore = statistics.answered();
    FrontierCounts before = frontier.counts();
    this.course = new ProgressHistory(loop.time(), done(before), known(before));
  }

  /**
   * The crew works there from now on.
   *
   * @param inBrowser the number of workers that wait for the browser
   */
  void isStaffed(FetchLoops where, IntSupplier inBrowser) {
    fetchLoops = where;
    loads = new LoadWatch(crew, where, pages, inBrowser);
  }

  /** The crew has ended, and the loops end. */
  void isUnstaffed() {
    fetchLoops = null;
  }

  /** Samples the loops before they end, if metrics were requested. */
  void lookForTheLastTime() {
    if (isMeasured) {
      lookAtLoops();
    }
  }

  /** Returns the current progress. */
  CrawlProgress progress() {
    FrontierCounts counts = frontier.counts();
    Optional<String> reason = waitingFor.apply(counts);
    Optional<Bottleneck> bottleneck =
        Optional.ofNullable(loads).flatMap(its -> Bottleneck.of(its.look(frontier.hosts())));
    return new CrawlProgress(
        statistics.elapsed(),
        statistics.answered(),
        rate.of(statistics.answered() - answeredBefore),
        counts.queued() + counts.retrying(),
        counts.inFlight(),
        statistics.errors(),
        statistics.bytes(),
        forecast(counts),
        reason.isPresent() ? Optional.empty() : bottleneck,
        reason,
        outputs.behind());
  }

  /** Returns a snapshot of the crawl; waits a moment for the survey of hosts. */
  CrawlSnapshot snapshot(CrawlSnapshot.Detail detail, CrawlReport report) {
    boolean hasAll = detail == CrawlSnapshot.Detail.ALL;
    if (hasAll) {
      lookAtHosts();
    }
    long now = loop.time().nanos();
    return new CrawlSnapshot(
        loop.time().now(),
        progress(),
        frontier.counts(),
        report,
        hasAll ? roster : HostRoster.NONE,
        hasAll ? inFlight(now) : List.of());
  }

  /** Returns the crawl at its end, with the last survey of the hosts. */
  CrawlSnapshot end(CrawlReport report) {
    FrontierCounts counts = frontier.counts();
    var progress =
        new CrawlProgress(
            report.elapsed(),
            report.answered(),
            0,
            counts.queued() + counts.retrying(),
            counts.inFlight(),
            statistics.errors(),
            statistics.bytes(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of());
    HostRoster left = counts.pending() == 0 ? HostRoster.NONE : roster;
    return new CrawlSnapshot(loop.time().now(), progress, counts, report, left, List.of());
  }

  private void lookAtHosts() {
    Task<HostRoster> mine = look;
    if (mine == null || mine.isDone()) {
      mine = loop.spawn("a look at the hosts", () -> frontier.roster(MOST_SHOWN));
      look = mine;
    }
    try {
      roster = mine.await(loop.deadline(LOOK_PATIENCE));
    } catch (DeadlineException e) {
      return; // The last survey is sufficient.
    }
  }

  private List<CrawlSnapshot.InFlight> inFlight(long now) {
    return crew.stream()
        .flatMap(worker -> worker.inFlight(now).stream())
        .sorted(Comparator.comparing(CrawlSnapshot.InFlight::since).reversed())
        .limit(MOST_SHOWN)
        .toList();
  }

  /** Has the metrics kept to the end; thread-safe. */
  void measure() {
    isMeasured = true;
  }

  /** Returns the current metrics. */
  Metrics metrics() {
    lookAtLoops();
    return measured().metrics();
  }

  private void lookAtLoops() {
    if (fetchLoops != null && loads != null) {
      try {
        measured().look(fetchLoops, loads);
      } catch (IllegalStateException e) {
        return; // A loop has ended meanwhile; its last sample counts.
      }
    }
  }

  private CrawlMetrics measured() {
    if (measured == null) {
      measured = new CrawlMetrics(frontier, statistics, outputs, pages);
    }
    return measured;
  }

  /** Returns the metrics at the end, if they were requested before. */
  Optional<Metrics> lastMetrics() {
    return isMeasured ? Optional.of(measured().metrics()) : Optional.empty();
  }

  private Optional<Forecast> forecast(FrontierCounts counts) {
    HostSurvey asked = frontier.hosts();
    long done = done(counts);
    long known = known(counts);
    return Forecast.of(
        new Forecast.Known(
            course.seconds(),
            known - done,
            counts.inFlight(),
            frontier.changes().maxPages().orElse(options.limits().maxPages()) - done,
            course.last(QUARTER, done, known),
            course.last(QUARTER / 2, done, known),
            asked.longest().toNanos() / 1e9,
            asked.slowest().map(its -> its.time().toNanos() / 1e9).orElse(0.0),
            isOfOneHost && asked.busy() < 2
                ? Optional.empty()
                : asked.slowest().map(HostSurvey.Slowest::origin)));
  }

  /** URLs that were fetched or have failed. */
  private static long done(FrontierCounts counts) {
    return counts.fetched() + counts.failed();
  }

  /** Done and pending URLs; skipped ones take no time. */
  private static long known(FrontierCounts counts) {
    return done(counts) + counts.queued() + counts.retrying() + counts.inFlight();
  }

  /** Notes the progress at this time, for the forecast. */
  void noteCourse() {
    FrontierCounts counts = frontier.counts();
    course.note(done(counts), known(counts));
  }
}
