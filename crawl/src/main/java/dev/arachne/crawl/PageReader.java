package dev.arachne.crawl;

import dev.arachne.extract.LinkExtractor;
import dev.arachne.extract.LinkNote;
import dev.arachne.extract.LinkOptions;
import dev.arachne.extract.LinkSink;
import dev.arachne.extract.OutlinkKind;
import dev.arachne.extract.Page;
import dev.arachne.frontier.Discovery;
import dev.arachne.frontier.Disposition;
import dev.arachne.frontier.DropReason;
import dev.arachne.frontier.KnownUrls;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.Precedence;
import dev.arachne.http.HttpResponse;
import dev.arachne.items.Follow;
import dev.arachne.robots.RobotsDirective;
import dev.arachne.robots.RobotsDirectives;
import dev.arachne.runtime.Bulkhead;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.ParsedUrl;
import dev.arachne.url.RejectedUrl;
import dev.arachne.url.UrlResolver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads what was fetched: where it leads to, what it yields, and what that means for its URL.
 * Confined to its loop.
 */
final class PageReader {
  private final CrawlOptions options;
  private final Scope scope;
  private final Optional<SavedBodies> bodies;
  private final List<PageHandler> handlers;
  private final Bulkhead handlerThreads;
  private final Optional<ItemPipeline> pipeline;
  private final KnownUrls known;
  private final LinkExtractor extractor;
  private final Answers answers;
  private final Retries retries;

  /** Written by its loop. */
  private volatile int handling;

  PageReader(
      CrawlOptions options,
      Scope scope,
      Optional<SavedBodies> bodies,
      List<PageHandler> handlers,
      Bulkhead handlerThreads,
      Optional<ItemPipeline> pipeline,
      KnownUrls known) {
    this.options = options;
    this.scope = scope;
    this.bodies = bodies;
    this.handlers = handlers;
    this.handlerThreads = handlerThreads;
    this.pipeline = pipeline;
    this.known = known;
    this.extractor = new LinkExtractor(LinkOptions.defaults().kinds(kindsToFollow(options)));
    this.answers = Answers.of(options);
    this.retries = new Retries(options.maxTries());
  }

  /** What came of a leased URL; waits for page handlers. */
  Visit read(Lease lease, FetchOutcome outcome) {
    return switch (outcome) {
      case FetchOutcome.Answered(HttpResponse response) -> answered(lease, response);
      case FetchOutcome.Cut(HttpResponse _, var cause) ->
          Visit.ended(retries.after(lease, DropReason.FETCH, "the body was cut: " + cause.text()));
      case FetchOutcome.Failed(var failure) -> Visit.ended(retries.after(lease, failure.failure()));
    };
  }

  /** How many pages are with their handlers. Any thread. */
  int handling() {
    return handling;
  }

  private Visit answered(Lease lease, HttpResponse response) {
    Disposition.Answer answer = answers.of(response, EventLoop.current().time().now());
    Optional<ParsedUrl> target = response.redirectTarget();
    if (target.isPresent()) {
      return redirected(lease, answer, target.get());
    }
    if (RetryAfter.isAsked(response)
        && lease.attempt() < options.maxTries() * RetryAfter.patience(response)) {
      return Visit.ended(leftAlone(answer));
    }
    if (response.status() == 200) {
      return page(lease, answer, response);
    }
    return Visit.ended(new Disposition.Done(answer));
  }

  /** The whole host rests, as the frontier knows by the lease's signal. */
  private static Disposition leftAlone(Disposition.Answer answer) {
    String why = "status " + answer.status();
    return new Disposition.Retry(Duration.ZERO, why, Duration.ZERO, Optional.of(answer));
  }

  private Visit redirected(Lease lease, Disposition.Answer answer, ParsedUrl target) {
    return switch (target) {
      case CrawlUrl url -> {
        int redirects = lease.redirects() + 1;
        Optional<DropReason> rejection =
            redirects > options.maxRedirects()
                ? Optional.of(DropReason.TOO_MANY_REDIRECTS)
                : scope.rejection(url, lease.depth());
        var found =
            new Discovery(
                url, lease.url(), lease.depth(), redirects, lease.precedence(), rejection);
        yield new Visit(
            new Disposition.Moved(answer, url.toString()), List.of(found), Harvest.NOTHING);
      }
      case RejectedUrl rejected -> {
        String detail = rejected.reason().text() + ": " + rejected.shortInput();
        yield Visit.ended(
            new Disposition.Dropped(DropReason.BAD_REDIRECT, detail, Optional.of(answer)));
      }
    };
  }

  /** Finds the links and has the page handled; with a scraper, that alone says where to go on. */
  private Visit page(Lease lease, Disposition.Answer answer, HttpResponse response) {
    List<Discovery> found = new ArrayList<>();
    Set<CrawlUrl> left = new HashSet<>();
    String contentType = response.headers().first("Content-Type").orElse("");
    LinkSink sink = pipeline.isPresent() ? leftLinks(left) : newLinks(lease, found);
    Page page =
        response
            .content()
            .read((bytes, from, to) ->
                extractor.extract(bytes, from, to, contentType, lease.url(), sink));
    Harvest harvest = handle(lease, response);
    for (Follow follow : harvest.follows()) {
      if (!left.contains(follow.url())) {
        found.add(discovery(lease, follow.url(), lease.depth() + links(follow), Precedence.PAGES));
      }
    }
    if (!found.isEmpty() && asksNotToFollow(page, response)) {
      found.clear();
    }
    return new Visit(new Disposition.Done(answer), found, harvest);
  }

  /** Makes discoveries of links. */
  private LinkSink newLinks(Lease lease, List<Discovery> found) {
    int depth = lease.depth() + 1;
    return (OutlinkKind kind, UrlResolver target, LinkNote note) -> {
      if (known.sighted(target)) {
        lease.repeated();
      } else if (!isLeft(note)) {
        found.add(discovery(lease, target.url(), depth, LinkGroup.precedence(kind)));
      }
    };
  }

  /** Notes those that a scraper may not follow. */
  private LinkSink leftLinks(Set<CrawlUrl> left) {
    return (OutlinkKind _, UrlResolver target, LinkNote note) -> {
      if (isLeft(note)) {
        left.add(target.url());
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
    if (bodies.isEmpty() && handlers.isEmpty() && pipeline.isEmpty()) {
      response.content().discard();
      return Harvest.NOTHING;
    }
    response.content().detach(); // Handlers have it on other threads.
    var page = new CrawledPage(lease.url(), lease.via(), lease.depth(), response);
    handling(1);
    try {
      bodies.ifPresent(its -> its.save(page));
      if (handlers.isEmpty() && pipeline.isEmpty()) {
        return Harvest.NOTHING;
      }
      return EventLoop.current()
          .offload(
              handlerThreads, "the handlers of " + lease.url(), () -> handle(page), Deadline.NEVER);
    } finally {
      handling(-1);
    }
  }

  @SuppressWarnings("NonAtomicOperationOnVolatileField") // others only read it
  private void handling(int more) {
    handling += more;
  }

  private Harvest handle(CrawledPage page) throws Exception {
    for (PageHandler handler : handlers) {
      handler.handle(page);
    }
    return pipeline.isPresent() ? pipeline.get().scrape(page) : Harvest.NOTHING;
  }

  private static Set<OutlinkKind> kindsToFollow(CrawlOptions options) {
    Set<OutlinkKind> kinds = EnumSet.noneOf(OutlinkKind.class);
    options.follow().forEach(group -> kinds.addAll(group.kinds()));
    return kinds;
  }
}
