package dev.arachne.crawl;

import dev.arachne.extract.LinkExtractor;
import dev.arachne.extract.LinkNote;
import dev.arachne.extract.LinkSink;
import dev.arachne.extract.OutlinkKind;
import dev.arachne.extract.Page;
import dev.arachne.frontier.Discovery;
import dev.arachne.frontier.Disposition;
import dev.arachne.frontier.DropReason;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.OutputRecord;
import dev.arachne.frontier.Precedence;
import dev.arachne.http.HttpFailure;
import dev.arachne.http.HttpResponse;
import dev.arachne.items.Follow;
import dev.arachne.robots.RobotsDirective;
import dev.arachne.robots.RobotsDirectives;
import dev.arachne.robots.RobotsVerdict;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.ParsedUrl;
import dev.arachne.url.RejectedUrl;
import dev.arachne.url.UrlResolver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * One coroutine of a crawl: it leases a URL, lives the URL's life from there to its verdict, and
 * leases the next, until none is left. Confined to its loop.
 *
 * <p>{@link #live} is that life. What happens in it is a call with a stack trace of its own; what
 * goes wrong in it is a verdict on this URL and no other.
 */
final class CrawlWorker implements Callable<@Nullable Void> {
  /** Before the second attempt at a URL; doubled before each further one. */
  private static final Duration FIRST_BACK_OFF = Duration.ofMillis(500);

  private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(60);

  /** What the worker does, or waits for. */
  enum Stage {
    LEASING,
    FETCHING,
    HANDLING,
    COMMITTING
  }

  private final CrawlOptions options;
  private final Frontier frontier;
  private final Fetcher fetcher;
  private final Scope scope;
  private final LinkExtractor extractor;
  private final List<PageHandler> handlers;
  private final Optional<ItemPipeline> pipeline;
  private final Outputs outputs;
  private final CrawlListener listener;
  private final Answers answers;

  private Stage stage = Stage.LEASING;

  /** What this lease has found; handed to the frontier with its verdict. */
  private final List<Discovery> found = new ArrayList<>();

  /** What this lease's page yielded; its records are committed with its verdict. */
  private Harvest harvest = Harvest.NOTHING;

  CrawlWorker(
      CrawlOptions options,
      Frontier frontier,
      Fetcher fetcher,
      Scope scope,
      LinkExtractor extractor,
      List<PageHandler> handlers,
      Optional<ItemPipeline> pipeline,
      Outputs outputs,
      CrawlListener listener) {
    this.options = options;
    this.frontier = frontier;
    this.fetcher = fetcher;
    this.scope = scope;
    this.extractor = extractor;
    this.handlers = handlers;
    this.pipeline = pipeline;
    this.outputs = outputs;
    this.listener = listener;
    this.answers = Answers.of(options);
  }

  @Override
  public @Nullable Void call() {
    for (Lease lease = frontier.lease(); lease != null; lease = frontier.lease()) {
      if (fetcher.isAdmitted(lease)) {
        live(lease);
      }
    }
    return null;
  }

  /** What the worker does now. */
  Stage stage() {
    return stage;
  }

  private void live(Lease lease) {
    clear();
    stage = Stage.FETCHING;
    Disposition disposition;
    try {
      disposition =
          switch (fetcher.fetch(lease)) {
            case FetchOutcome.Answered(HttpResponse response) -> answered(lease, response);
            case FetchOutcome.Denied(RobotsVerdict verdict) ->
                new Disposition.Dropped(DropReason.ROBOTS, verdict.reason());
            case FetchOutcome.RulesUnreachable(String why) ->
                failed(lease, DropReason.ROBOTS_UNREACHABLE, why);
            case FetchOutcome.Cut(HttpResponse response) ->
                failed(lease, DropReason.FETCH, "the body was cut: " + response.completeness());
            case FetchOutcome.Failed(var failure) when isWorthAnotherTry(failure.failure()) ->
                failed(lease, DropReason.FETCH, failure.failure().text());
            case FetchOutcome.Failed(var failure) ->
                new Disposition.Dropped(DropReason.FETCH, failure.failure().text());
          };
    } catch (CancelledException e) {
      throw e; // The lease stays open: its URL is still to do.
    } catch (TurnedAwayException e) {
      stage = Stage.LEASING;
      return; // The lease has ended: its URL is still to do.
    } catch (RuntimeException | StackOverflowError e) {
      disposition = threw(lease, e);
    }
    stage = Stage.COMMITTING;
    frontier.complete(lease, disposition, found, records(lease, disposition));
    outputs.awaitRoom();
    stage = Stage.LEASING;
  }

  private List<OutputRecord> records(Lease lease, Disposition disposition) {
    return pipeline.isPresent() && disposition instanceof Disposition.Final verdict
        ? pipeline.get().records(lease.url(), verdict, harvest, found)
        : List.of();
  }

  private void clear() {
    found.clear();
    harvest = Harvest.NOTHING;
  }

  private Disposition answered(Lease lease, HttpResponse response) {
    Disposition.Answer answer = answers.of(response, EventLoop.current().time().now());
    Optional<ParsedUrl> target = response.redirectTarget();
    if (target.isPresent()) {
      return redirected(lease, answer, target.get());
    }
    if (RetryAfter.isAsked(response)
        && lease.attempt() < options.maxTries() * RetryAfter.patience(response)) {
      return leftAlone(lease, answer);
    }
    if (response.status() == 200) {
      read(lease, response);
    }
    return new Disposition.Done(answer);
  }

  /** The whole host rests, as the frontier knows by the lease's signal. */
  private Disposition leftAlone(Lease lease, Disposition.Answer answer) {
    String why = "status " + answer.status();
    listener.retried(lease.url(), lease.attempt(), why);
    return new Disposition.Retry(Duration.ZERO, why, Duration.ZERO, Optional.of(answer));
  }

  private Disposition redirected(Lease lease, Disposition.Answer answer, ParsedUrl target) {
    return switch (target) {
      case CrawlUrl url -> {
        int redirects = lease.redirects() + 1;
        Optional<DropReason> rejection =
            redirects > options.maxRedirects()
                ? Optional.of(DropReason.TOO_MANY_REDIRECTS)
                : scope.rejection(url, lease.depth());
        found.add(
            new Discovery(
                url, lease.url(), lease.depth(), redirects, lease.precedence(), rejection));
        yield new Disposition.Moved(answer, url.toString());
      }
      case RejectedUrl rejected -> {
        String detail = rejected.reason().text() + ": " + rejected.input();
        yield new Disposition.Dropped(DropReason.BAD_REDIRECT, detail, Optional.of(answer));
      }
    };
  }

  /** Finds the links and has the page handled; with a scraper, that alone says where to go on. */
  private void read(Lease lease, HttpResponse response) {
    Set<CrawlUrl> left = new HashSet<>();
    String contentType = response.headers().first("Content-Type").orElse("");
    LinkSink sink = linkSink(lease, left);
    Page page =
        response
            .content()
            .read((bytes, from, to) ->
                extractor.extract(bytes, from, to, contentType, lease.url(), sink));
    harvest = handle(lease, response);
    for (Follow follow : harvest.follows()) {
      if (!left.contains(follow.url())) {
        found.add(discovery(lease, follow.url(), lease.depth() + links(follow), Precedence.PAGES));
      }
    }
    if (!found.isEmpty() && asksNotToFollow(page, response)) {
      found.clear();
    }
  }

  /** Makes discoveries of links; with a scraper, notes only those that it may not follow. */
  private LinkSink linkSink(Lease lease, Set<CrawlUrl> left) {
    if (pipeline.isPresent()) {
      return (OutlinkKind _, UrlResolver target, LinkNote note) -> {
        if (isLeft(note)) {
          left.add(target.url());
        }
      };
    }
    int depth = lease.depth() + 1;
    return (OutlinkKind kind, UrlResolver target, LinkNote note) -> {
      if (frontier.hasSeen(target)) {
        lease.repeated();
      } else if (!isLeft(note)) {
        found.add(discovery(lease, target.url(), depth, LinkGroup.precedence(kind)));
      }
    };
  }

  private Discovery discovery(Lease lease, CrawlUrl url, int depth, Precedence precedence) {
    return new Discovery(url, lease.url(), depth, 0, precedence, scope.rejection(url, depth));
  }

  private static int links(Follow follow) {
    return switch (follow.way()) {
      case LINK -> 1;
      case NEXT_PAGE -> 0;
    };
  }

  private boolean isLeft(LinkNote note) {
    return options.nofollow() == NofollowPolicy.LINKS && note.relHas("nofollow");
  }

  private boolean asksNotToFollow(Page page, HttpResponse response) {
    return options.nofollow() != NofollowPolicy.IGNORE
        && RobotsDirectives.ofMeta(page.robots())
            .and(
                RobotsDirectives.ofHeaders(
                    response.headers().all("X-Robots-Tag"), options.robotsName()))
            .has(RobotsDirective.NOFOLLOW);
  }

  private Harvest handle(Lease lease, HttpResponse response) {
    if (handlers.isEmpty() && pipeline.isEmpty()) {
      response.content().drop();
      return Harvest.NOTHING;
    }
    stage = Stage.HANDLING;
    var page = new CrawledPage(lease.url(), lease.via(), lease.depth(), response);
    return EventLoop.current()
        .offload(
            "the handlers of " + lease.url(),
            () -> {
              for (PageHandler handler : handlers) {
                handler.handle(page);
              }
              return pipeline.isPresent() ? pipeline.get().scrape(page) : Harvest.NOTHING;
            },
            Deadline.NEVER);
  }

  private Disposition threw(Lease lease, Throwable thrown) {
    Throwable cause = thrown instanceof TaskFailedException e ? e.failure() : thrown;
    listener.threw(lease.url(), cause);
    clear();
    return new Disposition.Dropped(DropReason.PROCESSING, cause.toString());
  }

  private Disposition failed(Lease lease, DropReason reason, String why) {
    if (lease.attempt() >= options.maxTries()) {
      return new Disposition.Dropped(reason, why);
    }
    listener.retried(lease.url(), lease.attempt(), why);
    return new Disposition.Retry(backOff(lease.attempt()), why);
  }

  private static Duration backOff(int attempt) {
    Duration wait = FIRST_BACK_OFF.multipliedBy(1L << Math.min(attempt - 1, 10));
    return wait.compareTo(LONGEST_BACK_OFF) < 0 ? wait : LONGEST_BACK_OFF;
  }

  /** Whether the network may do better next time, or the answer is bound to be the same. */
  private static boolean isWorthAnotherTry(HttpFailure failure) {
    return switch (failure) {
      case HttpFailure.ConnectionRefused _,
          HttpFailure.Unreachable _,
          HttpFailure.ClosedEarly _,
          HttpFailure.Reset _,
          HttpFailure.TimedOut _ ->
          true;
      default -> false;
    };
  }
}
