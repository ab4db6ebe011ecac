package dev.arachne.crawl;

import dev.arachne.extract.LinkExtractor;
import dev.arachne.extract.LinkNote;
import dev.arachne.extract.LinkOptions;
import dev.arachne.extract.LinkSink;
import dev.arachne.extract.OutlinkKind;
import dev.arachne.extract.Page;
import dev.arachne.extract.Truncation;
import dev.arachne.frontier.Discovery;
import dev.arachne.frontier.Disposition;
import dev.arachne.frontier.DropReason;
import dev.arachne.frontier.KnownUrls;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.Precedence;
import dev.arachne.frontier.Visit;
import dev.arachne.http.ByteBudget;
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
  /** Bytes of the tree that a scraper looks at, by each byte of the page, roughly. */
  private static final int TREE_BYTES = 8;

  private final CrawlOptions options;
  private final MemoryPlan memory;
  private final Scope scope;
  private final Optional<SavedBodies> bodies;
  private final List<PageHandler> handlers;
  private final Bulkhead handlerThreads;
  private final Optional<ItemPipeline> pipeline;
  private final KnownUrls known;
  private final LinkExtractor extractor;
  private final LargePages largePages;
  private final Answers answers;
  private final Retries retries;

  /** Written by its loop. */
  private volatile int handling;

  PageReader(
      CrawlOptions options,
      MemoryPlan memory,
      Scope scope,
      Optional<SavedBodies> bodies,
      List<PageHandler> handlers,
      Bulkhead handlerThreads,
      Optional<ItemPipeline> pipeline,
      KnownUrls known) {
    this.options = options;
    this.memory = memory;
    this.scope = scope;
    this.bodies = bodies;
    this.handlers = handlers;
    this.handlerThreads = handlerThreads;
    this.pipeline = pipeline;
    this.known = known;
    LinkOptions links =
        LinkOptions.defaults().kinds(kindsToFollow(options)).agent(options.network().robotsName());
    this.extractor = new LinkExtractor(links);
    this.largePages = new LargePages(links);
    this.answers = Answers.of(options);
    this.retries = new Retries(options.politeness().maxTries());
  }

  /**
   * What came of a leased URL; waits for page handlers.
   *
   * @param share holds the bytes of the answer
   */
  Visited read(Lease lease, FetchOutcome outcome, ByteBudget.Share share) {
    Visited visited =
        switch (outcome) {
          case FetchOutcome.Answered answered -> answered(lease, answered.response(), share);
          case FetchOutcome.Cut cut ->
              ended(
                  retries.after(
                      lease, DropReason.FETCH, "the body was cut: " + cut.cause().text()));
          case FetchOutcome.Failed failed ->
              ended(retries.after(lease, failed.failure().failure()));
        };
    return new Visited(
        visited.visit().over(outcome.exchanges(), outcome.signal()), visited.harvest());
  }

  private static Visited ended(Disposition disposition) {
    return Visited.of(Visit.of(disposition));
  }

  /** How many pages are with their handlers. Any thread. */
  int handling() {
    return handling;
  }

  private Visited answered(Lease lease, HttpResponse response, ByteBudget.Share share) {
    Disposition.Answer answer = answers.of(response, EventLoop.current().time().now());
    Optional<ParsedUrl> target = response.redirectTarget();
    if (target.isPresent()) {
      return redirected(lease, answer, target.get());
    }
    if (RetryAfter.isAsked(response) && lease.attempt() < options.politeness().maxTries()) {
      return ended(retries.after(lease, answer));
    }
    if (response.status() == 200) {
      return page(lease, answer, response, share);
    }
    return ended(new Disposition.Done(answer));
  }

  private Visited redirected(Lease lease, Disposition.Answer answer, ParsedUrl target) {
    return switch (target) {
      case CrawlUrl url when url.equals(lease.url()) ->
          ended(
              new Disposition.Dropped(
                  DropReason.BAD_REDIRECT, "it redirects to itself", Optional.of(answer)));
      case CrawlUrl url -> {
        int redirects = lease.redirects() + 1;
        Optional<DropReason> rejection =
            redirects > options.limits().maxRedirects()
                ? Optional.of(DropReason.TOO_MANY_REDIRECTS)
                : scope.rejection(url, lease.depth());
        var found =
            new Discovery(
                url, lease.url(), lease.depth(), redirects, lease.precedence(), rejection);
        yield Visited.of(
            Visit.of(new Disposition.Moved(answer, url.toString())).leadingTo(List.of(found), 0));
      }
      case RejectedUrl rejected -> {
        String detail = rejected.reason().text() + ": " + rejected.shortInput();
        yield ended(new Disposition.Dropped(DropReason.BAD_REDIRECT, detail, Optional.of(answer)));
      }
    };
  }

  /** Finds the links and has the page handled; with a scraper, that alone says where to go on. */
  private Visited page(
      Lease lease, Disposition.Answer answer, HttpResponse response, ByteBudget.Share share) {
    var links = new FoundLinks(share, memory.links());
    Set<CrawlUrl> left = new HashSet<>();
    boolean scrapes = pipeline.isPresent();
    Page page = extract(lease, response, scrapes ? leftLinks(left, links) : newLinks(lease, links));
    if (links.isStarved()) {
      left.clear();
      links.startAgain();
      extract(lease, response, scrapes ? leftLinks(left, links) : newLinksAgain(lease, links));
    }
    boolean isCut = links.isFull() || page.truncations().contains(Truncation.LINKS);
    Harvest harvest = handle(lease, response, share);
    for (Follow follow : harvest.follows()) {
      if (!left.contains(follow.url()) && links.awaitRoom(follow.url().toString().length())) {
        links.add(discovery(lease, follow.url(), lease.depth() + links(follow), Precedence.PAGES));
      }
    }
    if (asksNotToFollow(page, response)) {
      links.clear();
      isCut = false;
    } else if (scrapes) {
      isCut = links.isFull();
    }
    Disposition.Final verdict =
        isCut
            ? new Disposition.Dropped(DropReason.LINKS_CUT, whyCut(links), Optional.of(answer))
            : new Disposition.Done(answer);
    return new Visited(Visit.of(verdict).leadingTo(links.all(), links.repeats()), harvest);
  }

  private Page extract(Lease lease, HttpResponse response, LinkSink sink) {
    String contentType = response.headers().first("Content-Type").orElse("");
    if (LargePages.isLarge(response.content().length())) {
      return largePages.extract(response.body(), contentType, lease.url(), sink);
    }
    return response
        .content()
        .read((bytes, from, to) ->
            extractor.extract(bytes, from, to, contentType, lease.url(), sink));
  }

  private String whyCut(FoundLinks links) {
    return links.isFull() || links.isStarved()
        ? "its links take more than " + (memory.links() >> 20) + " MiB (--memory)"
        : "it has more than " + LinkOptions.defaults().maxLinks() + " links";
  }

  /** Makes discoveries of links. */
  private LinkSink newLinks(Lease lease, FoundLinks found) {
    return (OutlinkKind kind, UrlResolver target, LinkNote note) -> {
      if (known.sighted(target)) {
        found.repeated();
      } else {
        add(lease, kind, target, note, found);
      }
    };
  }

  /** The same for links that were counted before. */
  private LinkSink newLinksAgain(Lease lease, FoundLinks found) {
    return (OutlinkKind kind, UrlResolver target, LinkNote note) -> {
      if (!known.contains(target)) {
        add(lease, kind, target, note, found);
      }
    };
  }

  private void add(
      Lease lease, OutlinkKind kind, UrlResolver target, LinkNote note, FoundLinks found) {
    if (!isLeft(note) && found.hasRoom(target.length())) {
      found.add(discovery(lease, target.url(), lease.depth() + 1, LinkGroup.precedence(kind)));
    }
  }

  /** Notes those that a scraper may not follow. */
  private LinkSink leftLinks(Set<CrawlUrl> left, FoundLinks room) {
    return (OutlinkKind _, UrlResolver target, LinkNote note) -> {
      if (isLeft(note) && room.hasRoom(target.length())) {
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
    return options.scope().nofollow() == NofollowPolicy.LINKS && note.relHas("nofollow");
  }

  private boolean asksNotToFollow(Page page, HttpResponse response) {
    return options.scope().nofollow() != NofollowPolicy.IGNORE
        && RobotsDirectives.ofMeta(page.robots())
            .and(
                RobotsDirectives.ofHeaders(
                    response.headers().all("X-Robots-Tag"), options.network().robotsName()))
            .has(RobotsDirective.NOFOLLOW);
  }

  private Harvest handle(Lease lease, HttpResponse response, ByteBudget.Share share) {
    if (bodies.isEmpty() && handlers.isEmpty() && pipeline.isEmpty()) {
      response.content().discard();
      share.shrink(response.content().length());
      return Harvest.NOTHING;
    }
    long tree = pipeline.isPresent() ? TREE_BYTES * (long) response.content().length() : 0;
    share.grow(tree);
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
      share.shrink(tree);
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
    options.scope().follow().forEach(group -> kinds.addAll(group.kinds()));
    return kinds;
  }
}
