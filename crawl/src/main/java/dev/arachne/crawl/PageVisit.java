package dev.arachne.crawl;

import dev.arachne.fetch.FetchOutcome;
import dev.arachne.fetch.LeaseRequests;
import dev.arachne.fetch.PageLoader;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.TrapPolicy;
import dev.arachne.frontier.Visit;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.ByteRate;
import dev.arachne.http.Completeness;
import dev.arachne.http.HttpFailure;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.PageSummary;
import dev.arachne.ledger.Priority;
import dev.arachne.ledger.VisitNote;
import dev.arachne.options.CutBodies;
import dev.arachne.options.LimitOptions;
import dev.arachne.runtime.EventLoop;
import dev.arachne.spool.Spool;
import dev.arachne.traps.AbsentPage;
import dev.arachne.url.ParsedUrl;
import dev.arachne.url.RejectedUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntPredicate;

/**
 * The visit of a page, from its lease to its result: {@link #of} has one stage in each line.
 * Programs extend the stages with {@link RequestCustomizer}, {@link PageLoader}, {@link
 * VisitRecorder}, {@link LinkFilter} and {@link PageProcessor}. Confined to its event loop.
 */
final class PageVisit {
  /** Bytes of the body of an external URL, which is not used. */
  private static final int BYTES_OF_EXTERNAL = 1;

  private static final int UNAUTHORIZED = 401;

  private static final String NO_ROOM = "its body is larger than --memory has room for";

  private final EventLoop loop = EventLoop.current();
  private final Frontier frontier;
  private final LimitOptions limits;
  private final Optional<Spool> spool;
  private final Optional<Spool> sitemapSpool;
  private final List<RequestCustomizer> customizers;
  private final VisitRecorder recorder;
  private final PageLoader loader;
  private final ResponseSummarizer answers;
  private final PageLinks pageLinks;
  private final SitemapLinks sitemaps;
  private final PageProcessing processing;
  private final Retries retries;
  private final Conditions conditions;
  private final TrapPolicy traps;

  /**
   * The visits of a loop.
   *
   * @param spool for large bodies of pages
   * @param sitemapSpool for large sitemaps
   */
  PageVisit(
      Frontier frontier,
      LimitOptions limits,
      Optional<Spool> spool,
      Optional<Spool> sitemapSpool,
      List<RequestCustomizer> customizers,
      VisitRecorder recorder,
      PageLoader loader,
      ResponseSummarizer answers,
      PageLinks pageLinks,
      SitemapLinks sitemaps,
      PageProcessing processing,
      Retries retries,
      Conditions conditions,
      TrapPolicy traps) {
    this.traps = traps;
    this.frontier = frontier;
    this.conditions = conditions;
    this.limits = limits;
    this.spool = spool;
    this.sitemapSpool = sitemapSpool;
    this.customizers = customizers;
    this.recorder = recorder;
    this.loader = loader;
    this.answers = answers;
    this.pageLinks = pageLinks;
    this.sitemaps = sitemaps;
    this.processing = processing;
    this.retries = retries;
  }

  /**
   * Visits the page of a lease.
   *
   * @param who the identification to send to the site
   * @param rate of its host
   * @param share holds the bytes of the page; the caller releases it
   * @param renderer shows the page; empty if it is taken as received
   * @param place is released while the host, the browser or a processor is awaited
   */
  Visited of(
      Lease lease,
      RequestIdentity who,
      Optional<ByteRate> rate,
      ByteBudget.Share share,
      Optional<Renderer> renderer,
      TaskPermits.Place place) {
    if (isExternal(lease)) {
      return external(lease, who, rate, share, place);
    }
    HttpRequest request = request(lease, who, share);
    HttpRequest asked = rate.map(request::noFasterThan).orElse(request);
    boolean isSitemap = lease.priority().isSitemap();
    Optional<Spool> large = isSitemap ? sitemapSpool : spool;
    if (large.isEmpty()) {
      return of(lease, who, asked, share, renderer, place);
    }
    String name = lease.url().fingerprint().toString();
    IntPredicate isWanted = isSitemap ? status -> status == 200 : this::isWanted;
    try (var file = large.get().body(lease.url().toString(), name, isWanted)) {
      Visited visited = of(lease, who, asked.spooledBy(file), share, renderer, place);
      if (visited.visit().disposition() instanceof Disposition.Final) {
        file.discard();
      }
      return visited;
    }
  }

  /** Checks whether an external URL exists. Nothing of it is kept or recorded. */
  private Visited external(
      Lease lease,
      RequestIdentity who,
      Optional<ByteRate> rate,
      ByteBudget.Share share,
      TaskPermits.Place place) {
    HttpRequest plain =
        isAskedByHead(lease)
            ? HttpRequest.head(lease.url())
            : HttpRequest.get(lease.url()).upTo(BYTES_OF_EXTERNAL);
    HttpRequest asked = who.fields(plain.heldBy(share)).cutAtLimits();
    HttpRequest request = rate.map(asked::noFasterThan).orElse(asked);
    FetchOutcome outcome = load(lease, customized(request, lease, who), place);
    Optional<Disposition.Answer> answer = answers.of(outcome, loop.time());
    FoundLinks links = pageLinks.of(lease, outcome, share);
    return conclude(lease, who, outcome, answer, links, processing.none(outcome, share));
  }

  private static boolean isExternal(Lease lease) {
    return lease.priority() == Priority.EXTERNAL;
  }

  /**
   * Whether an external URL is requested by HEAD: on the first attempt, unless there is no other.
   */
  private boolean isAskedByHead(Lease lease) {
    return isExternal(lease) && lease.attempt() == 1 && !retries.isLast(lease);
  }

  private boolean isWanted(int status) {
    return recorder.wantsWhole() || processing.wants(status);
  }

  private Visited of(
      Lease lease,
      RequestIdentity who,
      HttpRequest asked,
      ByteBudget.Share share,
      Optional<Renderer> renderer,
      TaskPermits.Place place) {
    try (var recording = recorder.begin(lease)) {
      HttpRequest request = recording.tap(customized(asked, lease, who));
      FetchOutcome loaded = load(lease, request, place);
      recording.saw(loaded);
      Optional<Disposition.Answer> answer = answers.of(loaded, loop.time());
      boolean isTakenForSitemap = lease.priority().isSitemap();
      Optional<AbsentPage> absent = SoftNotFound.like(lease, loaded);
      Optional<VisitNote> probed = SoftNotFound.noteOf(lease, loaded);
      boolean isAbsent = absent.isPresent() || SoftNotFound.isProbe(lease);
      FoundLinks links =
          isTakenForSitemap || isAbsent
              ? pageLinks.none(share)
              : pageLinks.of(lease, loaded, share);
      PageRendering shown =
          renderer.isPresent() && !isTakenForSitemap && !isAbsent
              ? PageRendering.of(lease, who, loaded, renderer.get(), pageLinks, links, share, place)
              : PageRendering.none(loaded);
      FetchOutcome outcome = shown.outcome();
      if (shown.document().isPresent()) {
        pageLinks.addShown(lease, shown.document().get(), share, links);
      }
      absent.ifPresent(links::areAsOf);
      boolean isSitemap = !isAbsent && sitemaps.read(lease, who, outcome, links, share);
      if (isTakenForSitemap && !isSitemap) {
        links = pageLinks.of(lease, outcome, share);
      }
      if (outcome instanceof FetchOutcome.Answered answered && who.hasEnded(answered.response())) {
        links.clear(); // Redirects lead to the login.
      }
      if (links.refusal().isPresent()) {
        return conclude(lease, who, outcome, answer, links, PageOutput.NOTHING); // Nothing is kept.
      }
      List<VisitNote> notes =
          new ArrayList<>(RecordedNotes.of(recorder, recording, outcome.exchanges()));
      conditions.noteOf(outcome, lease).ifPresent(notes::add);
      probed.ifPresent(notes::add);
      shown.note().ifPresent(notes::add);
      contentOf(lease, outcome, links).ifPresent(notes::add);
      PageOutput output =
          !isAbsent && isPage(lease, isSitemap)
              ? processing.process(lease, who, outcome, share, place)
              : processing.none(outcome, share);
      pageLinks.addScripted(lease, shown, links);
      pageLinks.addFound(lease, output.links(), links);
      pageLinks.add(lease, output.follows(), links);
      Visited visited = conclude(lease, who, outcome, answer, links, output.noted(notes));
      return lease.priority() == Priority.USUAL_SITEMAPS && !isSitemap
          ? visited.with(absent(visited.visit()))
          : visited;
    }
  }

  /** Returns the note of a page's content, to find similar pages. */
  private Optional<VisitNote> contentOf(Lease lease, FetchOutcome outcome, FoundLinks links) {
    return traps == TrapPolicy.CLOSE && outcome instanceof FetchOutcome.Answered answered
        ? PageWording.contentOf(lease, answered.response(), links)
        : Optional.empty();
  }

  /** Whether a page was requested: not a sitemap, unless a link leads to it. */
  private static boolean isPage(Lease lease, boolean isSitemap) {
    return lease.priority() != Priority.USUAL_SITEMAPS
        && !(isSitemap && lease.priority().isSitemap());
  }

  /**
   * Decides that a site without a named sitemap has none in the usual place, regardless of the
   * answer there.
   */
  private static Visit absent(Visit visit) {
    return switch (visit.disposition()) {
      case Disposition.Retry _ -> visit;
      case Disposition.Moved(var answer, String target) ->
          visit.found().isEmpty()
              ? visit.decided(dropped(DropReason.NO_SITEMAP, "it redirects to " + target, answer))
              : visit;
      case Disposition.Done(var answer) ->
          visit.decided(dropped(DropReason.NO_SITEMAP, "status " + answer.status(), answer));
      case Disposition.Dropped(var _, String detail, var answer) ->
          visit.decided(new Disposition.Dropped(DropReason.NO_SITEMAP, detail, answer));
    };
  }

  private HttpRequest request(Lease lease, RequestIdentity who, ByteBudget.Share share) {
    HttpRequest get = who.fields(HttpRequest.get(lease.url()).heldBy(share)).cutAtLimits();
    HttpRequest request = conditions.applyTo(get, lease);
    if (lease.priority().isSitemap() && limits.maxFileSize() > SitemapLinks.MOST_BYTES) {
      return request.cutAt(SitemapLinks.MOST_BYTES);
    }
    if (limits.cutBodies() == CutBodies.SKIP) {
      return request.ifNoLargerThan(limits.maxFileSize());
    }
    HttpRequest cut = request.cutAt(limits.maxFileSize());
    return retries.isLast(lease) ? cut.keepingPart() : cut;
  }

  private HttpRequest customized(HttpRequest asked, Lease lease, RequestIdentity who) {
    HttpRequest request = asked;
    for (RequestCustomizer customizer : customizers) {
      request = customizer.customize(request, lease);
    }
    return who.cookie(request);
  }

  private FetchOutcome load(Lease lease, HttpRequest request, TaskPermits.Place place) {
    place.fetching(loop.time().nanos());
    try {
      return kept(lease, loader.load(lease, request, new LeaseRequests(frontier, lease)));
    } finally {
      place.fetched();
    }
  }

  /** On the last attempt, turns a cut body into an answer if cut bodies are kept. */
  private FetchOutcome kept(Lease lease, FetchOutcome outcome) {
    return outcome instanceof FetchOutcome.Cut cut
            && limits.cutBodies() == CutBodies.KEEP
            && retries.isLast(lease)
        ? new FetchOutcome.Answered(cut.response(), cut.exchanges(), cut.signal())
        : outcome;
  }

  private Visited conclude(
      Lease lease,
      RequestIdentity who,
      FetchOutcome outcome,
      Optional<Disposition.Answer> answer,
      FoundLinks links,
      PageOutput output) {
    var visit =
        new Visit(
            disposition(lease, who, outcome, answer, links, output),
            links.all(),
            outcome.exchanges(),
            outcome.signal(),
            links.repeats(),
            0,
            List.of(),
            output.notes(),
            List.of(),
            Optional.empty(),
            new PageSummary(links.title(), output.file()));
    return new Visited(visit, output, SiteReply.of(lease.url(), who, outcome));
  }

  private Disposition disposition(
      Lease lease,
      RequestIdentity who,
      FetchOutcome outcome,
      Optional<Disposition.Answer> answer,
      FoundLinks links,
      PageOutput output) {
    if (outcome instanceof FetchOutcome.Failed failed) {
      HttpFailure failure = failed.failure().failure();
      return isAskedByHead(lease) && isOfAnswer(failure)
          ? byGet(failure.text(), Optional.empty())
          : retries.after(lease, failure);
    }
    if (outcome instanceof FetchOutcome.Cut cut) {
      return retries.after(lease, DropReason.FETCH, "the body was cut: " + cut.cause().text());
    }
    HttpResponse response = ((FetchOutcome.Answered) outcome).response();
    return answered(lease, who, response, answer.orElseThrow(), links, output);
  }

  private Disposition answered(
      Lease lease,
      RequestIdentity who,
      HttpResponse response,
      Disposition.Answer answer,
      FoundLinks links,
      PageOutput output) {
    if (who.hasEnded(response)) {
      return new Disposition.Retry(
          Duration.ZERO,
          "its host asks for a login again, status " + answer.status(),
          Duration.ZERO,
          Optional.of(answer));
    }
    if (retries.isToAnswer(lease, who, response)) {
      return retries.afterQuestion(answer);
    }
    if (retries.isToRepeat(lease, who, response)) {
      return retries.after(lease, answer);
    }
    if (isAskedByHead(lease) && answer.status() >= 400 && answer.status() != UNAUTHORIZED) {
      return byGet("status " + answer.status(), Optional.of(answer));
    }
    if (links.refusal().isPresent()) {
      return dropped(DropReason.PURPOSE, links.refusal().get(), answer);
    }
    if (links.absent().isPresent()) {
      String why = "like " + links.absent().get().place() + ", where nothing is";
      return dropped(DropReason.SOFT_404, why, answer);
    }
    if (!output.failures().isEmpty()) {
      return dropped(DropReason.PROCESSING, output.failures().getFirst().toString(), answer);
    }
    if (links.areCut()) {
      return dropped(DropReason.LINKS_CUT, links.whyCut(), answer);
    }
    Optional<ParsedUrl> target = response.redirectTarget();
    if (target.isPresent()) {
      return redirected(lease, target.get(), answer);
    }
    if (response.completeness() instanceof Completeness.TooLarge(OptionalLong bytes)) {
      return dropped(DropReason.TOO_LARGE, size(bytes), answer);
    }
    return !isExternal(lease) && processing.misses(response)
        ? dropped(DropReason.TOO_LARGE, NO_ROOM, answer)
        : new Disposition.Done(answer);
  }

  /** Whether a failure lies in the answer to HEAD, so that GET may succeed. */
  private static boolean isOfAnswer(HttpFailure failure) {
    return failure instanceof HttpFailure.Malformed
        || failure instanceof HttpFailure.Http2Broken
        || failure instanceof HttpFailure.TooLarge
        || failure instanceof HttpFailure.DecodingFailed
        || failure instanceof HttpFailure.Unreadable;
  }

  /** Retries by GET, since errors for HEAD are unreliable. */
  private static Disposition byGet(String why, Optional<Disposition.Answer> answer) {
    return new Disposition.Retry(
        Duration.ZERO, why + " for HEAD, next by GET", Duration.ZERO, answer);
  }

  private String size(OptionalLong bytes) {
    String size = bytes.isPresent() ? "" + bytes.getAsLong() : "more than " + limits.maxFileSize();
    return "its body has " + size + " bytes";
  }

  private static Disposition redirected(Lease lease, ParsedUrl target, Disposition.Answer answer) {
    if (target instanceof RejectedUrl rejected) {
      return dropped(
          DropReason.BAD_REDIRECT, rejected.reason().text() + ": " + rejected.shortInput(), answer);
    }
    return target.equals(lease.url())
        ? dropped(DropReason.BAD_REDIRECT, "it redirects to itself", answer)
        : new Disposition.Moved(answer, target.toString());
  }

  private static Disposition dropped(DropReason reason, String why, Disposition.Answer answer) {
    return new Disposition.Dropped(reason, why, Optional.of(answer));
  }
}
