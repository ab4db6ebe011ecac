package dev.arachne.crawl;

import dev.arachne.extract.HeaderLinks;
import dev.arachne.extract.LinkAttributes;
import dev.arachne.extract.LinkExtractor;
import dev.arachne.extract.LinkOptions;
import dev.arachne.extract.LinkSink;
import dev.arachne.extract.Outlink;
import dev.arachne.extract.OutlinkKind;
import dev.arachne.extract.PageMetadata;
import dev.arachne.extract.Truncation;
import dev.arachne.fetch.FetchOutcome;
import dev.arachne.frontier.KnownUrls;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.TrapPolicy;
import dev.arachne.html.TokenReader;
import dev.arachne.http.Body;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.Completeness;
import dev.arachne.http.HttpResponse;
import dev.arachne.items.Follow;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Priority;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.LinkGroup;
import dev.arachne.options.NofollowPolicy;
import dev.arachne.options.PageRequisites;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.protocol.Headers;
import dev.arachne.robots.Purpose;
import dev.arachne.robots.RobotsDirective;
import dev.arachne.robots.RobotsDirectives;
import dev.arachne.robots.UsagePreferences;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.spool.StoredBody;
import dev.arachne.text.MediaType;
import dev.arachne.text.MediaTypeSniffer;
import dev.arachne.traps.ContentHash;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import dev.arachne.url.ParsedUrl;
import dev.arachne.url.UrlResolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The stage of a visit that finds links: those of a page, or the target of a redirect. Filters may
 * drop or rewrite them; the scope decides which belong to the crawl. Confined to its event loop.
 */
final class PageLinks {
  /** Bytes from which the type of a large body is sniffed. */
  private static final int SNIFFED_BYTES = 16 << 10;

  private final CrawlOptions options;
  private final MemoryPlan memory;
  private final Scope scope;
  private final List<LinkFilter> filters;
  private final KnownUrls known;
  private final Set<OutlinkKind> followed;

  /** Whether links with nofollow are skipped. */
  private final boolean leavesLinks;

  private final boolean closesTraps;

  /** Reads what pages run, if that decides whether they are shown in a browser. */
  private final Optional<PageCode.Reader> code;

  private final LinkExtractor extractor;
  private final LargePages largePages;

  /** The name by which pages address this crawler. */
  private final String agent;

  /** Finds links for one loop. */
  PageLinks(
      CrawlOptions options,
      MemoryPlan memory,
      Scope scope,
      List<LinkFilter> filters,
      KnownUrls known) {
    this.options = options;
    this.memory = memory;
    this.scope = scope;
    this.filters = filters;
    this.known = known;
    this.followed = kindsToFollow(options);
    this.leavesLinks = options.scope().nofollow() == NofollowPolicy.LINKS;
    this.closesTraps = options.scope().traps() == TrapPolicy.CLOSE;
    this.code =
        options.renderPlan().judgesPages() ? Optional.of(new PageCode.Reader()) : Optional.empty();
    this.agent = options.network().robotsName();
    LinkOptions links = LinkOptions.defaults().kinds(kindsToRead()).agent(agent);
    this.extractor = new LinkExtractor(links);
    this.largePages = new LargePages(links);
  }

  /**
   * Returns the links of an outcome; none if it is not a page.
   *
   * @param share holds the bytes of the links
   */
  FoundLinks of(Lease lease, FetchOutcome outcome, ByteBudget.Share share) {
    FoundLinks links = none(share);
    if (outcome instanceof FetchOutcome.Answered answered) {
      HttpResponse response = answered.response();
      Optional<ParsedUrl> target = response.redirectTarget();
      boolean isUsualSitemap = lease.priority() == Priority.USUAL_SITEMAPS;
      if (target.isPresent()) {
        if (!isUsualSitemap || SitemapLinks.isLikely(target.get())) {
          redirect(lease, target.get(), links);
        }
      } else if (hasPage(response.status())
          && !isUsualSitemap
          && lease.priority() != Priority.EXTERNAL
          && !(response.completeness() instanceof Completeness.TooLarge)) {
        page(lease, response, share, links);
      }
    }
    return links;
  }

  /** No links. */
  FoundLinks none(ByteBudget.Share share) {
    return new FoundLinks(share, memory.links());
  }

  /** Adds links that a stage after this one has found in the page. */
  void addFound(Lease lease, List<CrawlUrl> found, FoundLinks links) {
    for (CrawlUrl link : found) {
      if (links.awaitRoom(link.toString().length())) {
        filtered(link, lease)
            .ifPresent(url -> links.add(discovery(lease, url, lease.depth() + 1, Priority.PAGES)));
      }
    }
  }

  /** Adds the URLs that the page's processors follow. */
  void add(Lease lease, List<Follow> follows, FoundLinks links) {
    for (Follow follow : follows) {
      CrawlUrl url = follow.url();
      if (!links.isLeft(url) && links.awaitRoom(url.toString().length())) {
        int depth = lease.depth() + (follow.way() == Follow.Way.LINK ? 1 : 0);
        Priority its = follow.way() == Follow.Way.DETAIL ? Priority.DETAILS : Priority.PAGES;
        links.add(discovery(lease, url, depth, its));
      }
    }
    if (links.areForbidden()) {
      links.clear();
    }
  }

  /**
   * Adds the links of the rendered page to those of the page as received.
   *
   * @param share holds the bytes of the links
   */
  void addShown(Lease lease, HttpResponse shown, ByteBudget.Share share, FoundLinks links) {
    FoundLinks more = none(share);
    page(lease, shown, shown.content(), more, newLinksAgain(lease, more));
    links.addAll(more);
  }

  /** Returns the targets of the page's links that are followed, in scope or not. */
  Set<Fingerprint> targets(Lease lease, HttpResponse response) {
    Set<Fingerprint> targets = new HashSet<>();
    var _ =
        extract(
            lease,
            response,
            response.content(),
            (kind, target, _) -> {
              if (followed.contains(kind)) {
                targets.add(new Fingerprint(target.high(), target.low()));
              }
            });
    return targets;
  }

  /**
   * Returns how many URLs in scope the rendered page leads to that the page as received does not.
   *
   * @param rendered has the URLs that its scripts navigated to and requested
   * @param before the targets of the page as received; the further ones are added
   */
  int more(Lease lease, HttpResponse shown, RenderResult rendered, Set<Fingerprint> before) {
    before.add(lease.url().fingerprint());
    var more = new AtomicInteger();
    var _ =
        extract(
            lease,
            shown,
            shown.content(),
            (kind, target, _) -> {
              if (followed.contains(kind)
                  && before.add(new Fingerprint(target.high(), target.low()))
                  && isInScope(target.url(), lease)) {
                more.incrementAndGet();
              }
            });
    return more.get()
        + more(lease, OutlinkKind.ANCHOR, rendered.leads(), before)
        + more(lease, OutlinkKind.API, rendered.api(), before);
  }

  private int more(Lease lease, OutlinkKind kind, List<String> urls, Set<Fingerprint> before) {
    int more = 0;
    for (String each : urls) {
      if (CrawlUrl.parse(each) instanceof CrawlUrl url
          && isFollowed(lease, kind, url)
          && before.add(url.fingerprint())
          && isInScope(url, lease)) {
        more++;
      }
    }
    return more;
  }

  private boolean isInScope(CrawlUrl url, Lease lease) {
    return discovery(lease, url, lease.depth() + 1, Priority.PAGES).rejection().isEmpty();
  }

  /**
   * Adds the URLs that the page's scripts navigated to, and those of JSON that they requested, if
   * such links are followed.
   */
  void addScripted(Lease lease, PageRendering shown, FoundLinks links) {
    addScripted(lease, OutlinkKind.ANCHOR, shown.leads(), links);
    addScripted(lease, OutlinkKind.API, shown.api(), links);
  }

  private void addScripted(Lease lease, OutlinkKind kind, List<String> urls, FoundLinks links) {
    if (links.areForbidden()) {
      return;
    }
    Priority its = LinkGroup.priority(kind);
    for (String each : urls) {
      if (CrawlUrl.parse(each) instanceof CrawlUrl found
          && !found.equals(lease.url())
          && isFollowed(lease, kind, found)
          && links.awaitRoom(each.length())) {
        filtered(found, lease)
            .ifPresent(url -> links.add(discovery(lease, url, lease.depth() + 1, its)));
      }
    }
  }

  /** Whether a URL is followed that scripts of a page navigated to or requested. */
  private boolean isFollowed(Lease lease, OutlinkKind kind, CrawlUrl url) {
    return followed.contains(kind)
        || (kind == OutlinkKind.API
            && options.outputs().rules().stream()
                .anyMatch(rules -> rules.followsApi(lease.url(), url)));
  }

  private void redirect(Lease lease, ParsedUrl target, FoundLinks links) {
    if (target instanceof CrawlUrl direct && !direct.equals(lease.url())) {
      filtered(direct, lease)
          .ifPresent(url -> {
            int redirects = lease.redirects() + 1;
            links.add(
                redirects > options.limits().maxRedirects()
                    ? redirected(lease, url, redirects, DropReason.TOO_MANY_REDIRECTS)
                    : redirected(lease, url, redirects));
          });
    }
  }

  private static Discovery redirected(
      Lease lease, CrawlUrl target, int redirects, DropReason rejection) {
    return new Discovery(
        target, lease.url(), lease.depth(), redirects, lease.priority(), Optional.of(rejection));
  }

  private Discovery redirected(Lease lease, CrawlUrl target, int redirects) {
    int depth = lease.depth();
    Priority priority = lease.priority();
    return switch (priority) {
      case PAGES, DETAILS, REQUISITES, PROBES, GUESSES, API ->
          scope.discovery(target, lease.url(), depth, redirects, priority);
      case EXTERNAL -> scope.discovery(target, lease.url(), depth, redirects, Priority.PAGES);
      case SITEMAPS, INDEXED_SITEMAPS, USUAL_SITEMAPS ->
          new Discovery(
              target,
              lease.url(),
              depth,
              redirects,
              priority,
              priority == Priority.SITEMAPS
                  ? scope.namedSitemapRejection(target)
                  : scope.sitemapRejection(target, lease.url()));
    };
  }

  private void page(Lease lease, HttpResponse response, ByteBudget.Share share, FoundLinks links) {
    if (response.stored().isEmpty()) {
      page(lease, response, response.content(), links, newLinks(lease, links));
      return;
    }
    byte[] start = beginning(response, SNIFFED_BYTES);
    if (!isDocument(start, contentType(response))) {
      page(lease, response, Body.of(start), links, newLinks(lease, links));
      return;
    }
    int most = (int) Math.min(memory.limits().decodedBytes(), response.length());
    share.grow(most);
    try {
      page(lease, response, Body.of(beginning(response, most)), links, newLinks(lease, links));
    } finally {
      share.shrink(most);
    }
  }

  /** Adds the links of this part of a page. */
  private void page(
      Lease lease, HttpResponse response, Body body, FoundLinks links, LinkSink sink) {
    PageMetadata page = read(lease, response, body, links, sink);
    if (links.isStarved()) {
      links.startAgain();
      extract(lease, response, body, newLinksAgain(lease, links));
    }
    if (!followed.isEmpty() && page.truncations().contains(Truncation.LINKS)) {
      links.cut();
    }
    links.entitle(page.title());
    addFields(lease, response, links);
    if (asksNotToFollow(page, response)) {
      links.forbid();
    }
    options
        .politeness()
        .purpose()
        .flatMap(purpose -> refusal(purpose, page, response))
        .ifPresent(links::refuse);
  }

  /**
   * Whether a response with this status has a page in it (RFC 9110 15.3, 15.4.1): not one without
   * content, nor a partial one, since no range was requested; but 300 has.
   */
  private static boolean hasPage(int status) {
    return switch (status) {
      case 204, 205, 206 -> false;
      case 300 -> true;
      default -> status / 100 == 2;
    };
  }

  /** Adds the links in header fields, which most responses do not have. */
  private void addFields(Lease lease, HttpResponse response, FoundLinks links) {
    Headers headers = response.headers();
    boolean hasChoice = response.status() == 300 && headers.find("Location", 0) >= 0;
    if (headers.find("Link", 0) < 0
        && headers.find("Refresh", 0) < 0
        && headers.find("Content-Location", 0) < 0
        && !hasChoice) {
      return;
    }
    List<Outlink> found = new ArrayList<>();
    headers.all("Link").forEach(value -> found.addAll(HeaderLinks.links(value, lease.url())));
    headers
        .first("Refresh")
        .flatMap(it -> HeaderLinks.refresh(it, lease.url()))
        .ifPresent(found::add);
    headers
        .first("Content-Location")
        .flatMap(it -> HeaderLinks.contentLocation(it, lease.url()))
        .ifPresent(found::add);
    if (hasChoice) {
      headers
          .first("Location")
          .flatMap(it -> HeaderLinks.contentLocation(it, lease.url()))
          .ifPresent(found::add);
    }
    for (Outlink link : found) {
      addField(lease, link, links);
    }
  }

  private void addField(Lease lease, Outlink link, FoundLinks links) {
    List<String> rel = Arrays.asList(link.rel().toLowerCase(Locale.ROOT).split(" +", -1));
    boolean isLeft = leavesLinks && rel.contains("nofollow");
    if (followed.contains(link.kind())
        && !isLeft
        && links.awaitRoom(link.url().toString().length())) {
      filtered(link.url(), lease)
          .ifPresent(url ->
              links.add(discovery(lease, url, lease.depth() + 1, LinkGroup.priority(link.kind()))));
    }
  }

  /**
   * Finds the links of a page, and in the same pass its content hash and its code, as far as the
   * crawl needs them.
   */
  private PageMetadata read(
      Lease lease, HttpResponse response, Body body, FoundLinks links, LinkSink sink) {
    boolean isJudged = closesTraps && PageWording.isJudged(lease, response);
    if (!isJudged && code.isEmpty()) {
      return extract(lease, response, body, sink);
    }
    ContentHash content =
        lease.isTitleEnough()
            ? ContentHash.readingTitle(lease.url())
            : ContentHash.reading(lease.url());
    TokenReader other = isJudged ? content : TokenReader.NONE;
    if (code.isPresent()) {
      code.get().forget();
      other = TokenReader.of(other, code.get());
    }
    PageMetadata page = extract(lease, response, body, sink, other);
    if (isJudged) {
      links.says(content.signature());
    }
    code.filter(PageCode.Reader::hasRead).ifPresent(reader -> links.runs(reader.code()));
    return page;
  }

  private PageMetadata extract(Lease lease, HttpResponse response, Body body, LinkSink sink) {
    return extract(lease, response, body, sink, TokenReader.NONE);
  }

  private PageMetadata extract(
      Lease lease, HttpResponse response, Body body, LinkSink sink, TokenReader other) {
    String contentType = contentType(response);
    if (LargePages.isLarge(body.length())) {
      return largePages.extract(body, contentType, lease.url(), sink);
    }
    return body.read((bytes, from, to) ->
        extractor.extract(bytes, from, to, contentType, lease.url(), sink, other));
  }

  private static String contentType(HttpResponse response) {
    return response.headers().first("Content-Type").orElse("");
  }

  /** Reads the first bytes of a stored body; waits for the disk. */
  private static byte[] beginning(HttpResponse response, int most) {
    StoredBody stored = response.stored().orElseThrow();
    return EventLoop.current()
        .offload(
            "the beginning of " + response.url(), () -> stored.beginning(most), Deadline.NEVER);
  }

  /** Whether a body that begins like this may have links. */
  private static boolean isDocument(byte[] start, String contentType) {
    return MediaTypeSniffer.type(start, 0, start.length, contentType, MediaType.parse(contentType))
        .filter(type -> type.isHtml() || type.isXml() || type.isJson() || type.is("text", "css"))
        .isPresent();
  }

  /** Returns a sink that makes discoveries of links. */
  private LinkSink newLinks(Lease lease, FoundLinks found) {
    return (OutlinkKind kind, UrlResolver target, LinkAttributes note) -> {
      if (isFollowed(kind, target, note, found)) {
        if (known.countIfSeen(target)) {
          found.repeated();
        } else {
          add(lease, kind, target, found);
        }
      }
    };
  }

  /** Returns the same for links that were counted before. */
  private LinkSink newLinksAgain(Lease lease, FoundLinks found) {
    return (OutlinkKind kind, UrlResolver target, LinkAttributes note) -> {
      if (isFollowed(kind, target, note, found) && !known.contains(target)) {
        add(lease, kind, target, found);
      }
    };
  }

  /** Whether a link is followed; one with nofollow is noted as left. */
  private boolean isFollowed(
      OutlinkKind kind, UrlResolver target, LinkAttributes note, FoundLinks found) {
    if (!leavesLinks) {
      return true;
    }
    if (note.relHas("nofollow")) {
      if (found.hasRoom(target.length())) {
        found.leave(target.url());
      }
      return false;
    }
    return followed.contains(kind);
  }

  private void add(Lease lease, OutlinkKind kind, UrlResolver target, FoundLinks found) {
    if (found.hasRoom(target.length())) {
      Optional<CrawlUrl> url = filtered(target.url(), lease);
      if (url.isPresent()) {
        found.add(discovery(lease, url.get(), lease.depth() + 1, LinkGroup.priority(kind)));
      }
    }
  }

  /** Applies the filters to a link; empty if one of them drops it. */
  Optional<CrawlUrl> filtered(CrawlUrl link, Lease page) {
    Optional<CrawlUrl> kept = Optional.of(link);
    for (int i = 0; i < filters.size() && kept.isPresent(); i++) {
      kept = filters.get(i).filter(kept.get(), page.url());
    }
    return kept;
  }

  private Discovery discovery(Lease lease, CrawlUrl url, int depth, Priority priority) {
    return scope.discovery(url, lease.url(), depth, 0, priority);
  }

  private boolean asksNotToFollow(PageMetadata page, HttpResponse response) {
    return options.scope().nofollow() != NofollowPolicy.IGNORE
        && directives(page, response).has(RobotsDirective.NOFOLLOW);
  }

  private RobotsDirectives directives(PageMetadata page, HttpResponse response) {
    return RobotsDirectives.ofMeta(page.robots())
        .and(RobotsDirectives.ofHeaders(response.headers().all("X-Robots-Tag"), agent));
  }

  /** Returns the field or directive by which a page declines a purpose, or empty if it does not. */
  private Optional<String> refusal(Purpose purpose, PageMetadata page, HttpResponse response) {
    for (UsagePreferences.Vocabulary vocabulary : UsagePreferences.Vocabulary.values()) {
      List<String> values = response.headers().all(vocabulary.field());
      if (UsagePreferences.ofHeaders(vocabulary, values).refuse(purpose)) {
        return Optional.of(vocabulary.field() + ": " + String.join(", ", values));
      }
    }
    return directives(page, response).has(purpose.refusal())
        ? Optional.of("it says " + purpose.refusal().name().toLowerCase(Locale.ROOT) + " of itself")
        : Optional.empty();
  }

  static Set<OutlinkKind> kindsToFollow(CrawlOptions options) {
    Set<OutlinkKind> kinds = EnumSet.noneOf(OutlinkKind.class);
    if (options.sitemaps() != SitemapPolicy.ONLY) {
      options.scope().follow().forEach(group -> kinds.addAll(group.kinds()));
    }
    if (options.scope().requisites() == PageRequisites.FETCH) {
      LinkGroup.REQUISITES.forEach(group -> kinds.addAll(group.kinds()));
    }
    return kinds;
  }

  /** The kinds of links that the crawl follows, or that processors may follow. */
  private Set<OutlinkKind> kindsToRead() {
    Set<OutlinkKind> kinds = EnumSet.noneOf(OutlinkKind.class);
    kinds.addAll(followed);
    if (leavesLinks) {
      kinds.addAll(LinkGroup.PAGES.kinds());
    }
    return kinds;
  }
}
