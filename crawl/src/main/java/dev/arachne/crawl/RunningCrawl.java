package dev.arachne.crawl;

import dev.arachne.extract.LinkExtractor;
import dev.arachne.extract.LinkOptions;
import dev.arachne.extract.OutlinkKind;
import dev.arachne.frontier.Discovery;
import dev.arachne.frontier.Disposition;
import dev.arachne.frontier.DropReason;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.FrontierCounts;
import dev.arachne.frontier.Verdict;
import dev.arachne.http.AddressPolicy;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpOptions;
import dev.arachne.http.Timeouts;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parts of a crawl put together, while it runs. Confined to its loop. */
final class RunningCrawl {
  /** A reply that comes at a drip may take this many times the patience for silence. */
  private static final int EXCHANGE_TIMEOUTS = 10;

  private final CrawlOptions options;
  private final List<CrawlUrl> roots;
  private final Names names;
  private final List<PageHandler> handlers;
  private final CrawlListener listener;
  private final EventLoop loop = EventLoop.current();
  private final Tallies tallies = new Tallies();
  private final Rate rate = new Rate(loop.time());
  private final Frontier frontier;
  private final Instant started = loop.time().now();
  private final long startedNanos = loop.time().nanos();
  private final List<Task<?>> workers = new ArrayList<>();
  private final List<String> failedRoots = new ArrayList<>();
  private @Nullable PagesFile pages;
  private boolean stopped;

  RunningCrawl(
      CrawlOptions options,
      List<CrawlUrl> roots,
      Names names,
      List<PageHandler> handlers,
      CrawlListener listener) {
    this.options = options;
    this.roots = roots;
    this.names = names;
    this.handlers = new ArrayList<>(handlers);
    this.listener = listener;
    this.frontier = Frontier.inMemory(loop, options.maxPages(), this::decided);
  }

  EventLoop loop() {
    return loop;
  }

  CrawlReport crawl() throws Exception {
    if (options.save().isPresent()) {
      handlers.add(SavedBodies.in(options.save().get(), names::display));
    }
    if (options.pages().isPresent()) {
      pages = PagesFile.create(loop, options.pages().get(), names::display);
    }
    try (var client = new HttpClient(httpOptions())) {
      TaskGroup.run(group -> {
        if (pages != null) {
          group.spawn("pages file", pages);
        }
        work(client);
        if (pages != null) {
          pages.close();
        }
        return true;
      });
    }
    return report();
  }

  /** Gives up what is in flight; {@link #crawl} returns soon. */
  void stop() {
    stopped = true;
    frontier.stop();
    workers.forEach(Task::cancel);
  }

  CrawlProgress progress() {
    FrontierCounts counts = frontier.counts();
    return new CrawlProgress(
        elapsed(),
        tallies.answered(),
        rate.of(tallies.answered()),
        counts.queued() + counts.retrying(),
        counts.inFlight(),
        tallies.errors(),
        tallies.bytes(),
        waitingFor(counts));
  }

  private void work(HttpClient client) throws Exception {
    var robots = new RobotsCache(loop, client, options.robotsName());
    var fetcher = new Fetcher(options, frontier, client, robots);
    Scope scope = Scope.of(options, roots);
    var extractor = new LinkExtractor(LinkOptions.defaults().kinds(kindsToFollow()));
    roots.forEach(root -> frontier.offer(Discovery.root(root)));
    TaskGroup.run(group -> {
      for (int i = 1; i <= options.tasks(); i++) {
        var worker =
            new CrawlWorker(options, frontier, fetcher, scope, extractor, handlers, listener);
        workers.add(group.spawn("worker " + i, worker));
      }
      return true;
    });
  }

  private HttpOptions httpOptions() {
    Duration patience = options.timeout();
    Duration whole = patience.multipliedBy(EXCHANGE_TIMEOUTS);
    Set<String> rootHosts = new HashSet<>();
    roots.forEach(root -> rootHosts.add(root.host()));
    return HttpOptions.DEFAULT
        .withUserAgent(options.userAgent())
        .withTimeouts(new Timeouts(whole, patience, patience, patience, patience, patience, whole))
        .withConnections(options.tasks(), 2 * options.tasks())
        .withAddresses(AddressPolicy.PUBLIC.orHosts(rootHosts));
  }

  private Set<OutlinkKind> kindsToFollow() {
    Set<OutlinkKind> kinds = EnumSet.noneOf(OutlinkKind.class);
    options.follow().forEach(group -> kinds.addAll(group.kinds()));
    return kinds;
  }

  private void decided(Verdict verdict) {
    tallies.add(verdict);
    if (verdict.discovery().via() == null && !isGood(verdict.disposition())) {
      failedRoots.add(names.display(verdict.discovery().url().toString()));
    }
    if (pages != null) {
      pages.add(verdict);
    }
    listener.decided(verdict);
  }

  private static boolean isGood(Disposition.Final disposition) {
    return switch (disposition) {
      case Disposition.Done(Disposition.Answer answer) -> answer.status() < 400;
      case Disposition.Moved _ -> true;
      case Disposition.Dropped(DropReason _, String _, var _) -> false;
    };
  }

  private Optional<String> waitingFor(FrontierCounts counts) {
    if (counts.inFlight() == 0 && counts.queued() == 0 && counts.retrying() > 0) {
      return Optional.of("the next try");
    }
    if (counts.queued() > 0 && frontier.hostWait().isPositive()) {
      return Optional.of("the delay between requests to a host");
    }
    return counts.inFlight() > 0 ? Optional.of("answers") : Optional.empty();
  }

  private CrawlReport report() {
    FrontierCounts counts = frontier.counts();
    StoppedBy stoppedBy =
        counts.pending() == 0
            ? StoppedBy.NOTHING_LEFT
            : stopped ? StoppedBy.INTERRUPT : StoppedBy.LIMIT;
    return tallies.report(
        options.roots(), failedRoots, started, elapsed(), counts, stoppedBy, names);
  }

  private Duration elapsed() {
    return Duration.ofNanos(loop.time().nanos() - startedNanos);
  }
}
