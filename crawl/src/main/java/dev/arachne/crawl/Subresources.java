package dev.arachne.crawl;

import dev.arachne.browser.BrowserOptions;
import dev.arachne.browser.PageReply;
import dev.arachne.browser.PageRequest;
import dev.arachne.fetch.FetchOutcome;
import dev.arachne.fetch.LeaseRequests;
import dev.arachne.fetch.PageLoader;
import dev.arachne.fetch.PermitDeniedException;
import dev.arachne.fetch.RetryAfter;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.SubresourceTurn;
import dev.arachne.frontier.SubresourceVisit;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.HttpFailure;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.RenderingNote;
import dev.arachne.ledger.VisitNote;
import dev.arachne.options.LimitOptions;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.text.MediaType;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Fetches the subresources of pages in a browser, with the same politeness as pages: each request
 * has a lease of its own, and follows robots rules, delays and bounds. Style sheets and scripts are
 * fetched once in a crawl, as long as there is room for them. Confined to its event loop; it waits.
 */
final class Subresources {
  /** Most bytes of one body. */
  private static final int MOST_BYTES = 8 << 20;

  /** Most bytes of all bodies that are kept for the next page. */
  private static final long MOST_KEPT = 32L << 20;

  /** The largest share that they take of the crawl's memory, as a divisor. */
  private static final int MEMORY_SHARE = 16;

  /** Most bytes of bodies in flight, beyond the free bytes of each and the reserve. */
  private static final long MOST_ON_THE_WAY = 4L << 20;

  private static final int FREE = 64 << 10;

  /** Bytes of an answer without its body, roughly. */
  private static final int ANSWER_BYTES = 2_000;

  private static final int MOST_NOTED = 100;
  private static final int MOST_NOTED_CHARACTERS = 200;

  private static final int OK = 200;

  /** A server error may be temporary, and so may a refusal. */
  private static final int SERVER_ERROR = 500;

  private static final int TOO_MANY_REQUESTS = 429;

  private final EventLoop loop = EventLoop.current();
  private final Frontier frontier;
  private final Robots robots;
  private final Sessions sessions;
  private final HostRates rates;
  private final Scope scope;
  private final PageLoader loader;
  private final VisitRecorder recorder;

  private final long mostBytes;
  private final long mostKept;
  private final ByteBudget budget = new ByteBudget(MOST_ON_THE_WAY, FREE);

  /** Kept answers and those in flight, the least recently used first. */
  private final Map<CrawlUrl, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);

  private long keptBytes;

  /** An answer that other pages may need; the promise is cancelled if the request fails. */
  private static final class Kept {
    private final Promise<PageReply.Answer> answer;
    private long bytes;

    Kept(Promise<PageReply.Answer> answer) {
      this.answer = answer;
    }
  }

  /** The result of a request. */
  private record Outcome(PageReply reply, String text) {
    static Outcome refused(String why) {
      return new Outcome(new PageReply.Refused(), why);
    }
  }

  Subresources(
      Frontier frontier,
      Robots robots,
      Sessions sessions,
      HostRates rates,
      Scope scope,
      PageLoader loader,
      VisitRecorder recorder,
      LimitOptions limits) {
    this.frontier = frontier;
    this.robots = robots;
    this.sessions = sessions;
    this.rates = rates;
    this.scope = scope;
    this.loader = loader;
    this.recorder = recorder;
    this.mostBytes = Math.min(limits.maxFileSize(), MOST_BYTES);
    this.mostKept = Math.min(MOST_KEPT, limits.memory() / MEMORY_SHARE);
  }

  /** The requests of a page. */
  OfPage of(CrawlUrl page, BrowserOptions options) {
    return new OfPage(page, options);
  }

  /** The requests of one page and their results. */
  final class OfPage {
    private final CrawlUrl page;
    private final BrowserOptions options;
    private final List<RenderingNote.Request> requests = new ArrayList<>();
    private final Set<String> api = new LinkedHashSet<>();
    private int more;

    /** Requests without a reply, since when there are any, and the nanoseconds of earlier ones. */
    private int open;

    private long openSince;
    private long waited;

    private OfPage(CrawlUrl page, BrowserOptions options) {
      this.page = page;
      this.options = options;
    }

    /** Returns the reply to a request of the page; waits. */
    PageReply reply(PageRequest request) {
      Outcome outcome;
      openSince = open++ == 0 ? loop.time().nanos() : openSince;
      try {
        Optional<String> refusal = request.refusal(options);
        outcome =
            refusal.isPresent()
                ? Outcome.refused("refused: " + refusal.get())
                : outcome(page, request);
      } catch (CancelledException e) {
        note(request.url(), "the page ended before");
        throw e;
      } finally {
        waited += --open == 0 ? loop.time().nanos() - openSince : 0;
      }
      note(request.url(), outcome.text);
      if (isApi(request, outcome.reply)) {
        api.add(request.url());
      }
      return outcome.reply;
    }

    /** The URLs of JSON that scripts of the page requested, in the order of the answers. */
    List<String> api() {
      return List.copyOf(api);
    }

    /** Whether at least one request has no reply. */
    boolean isWaiting() {
      return open > 0;
    }

    /** The nanoseconds in which at least one request had no reply. */
    long waited() {
      return waited + (open == 0 ? 0 : loop.time().nanos() - openSince);
    }

    /** Notes a request that the browser itself has refused. */
    void refused(String url, String why) {
      note(url, "refused: " + why);
    }

    /** Returns the notes of all requests. */
    RenderingNote.Requests made() {
      return new RenderingNote.Requests(requests, more);
    }

    private void note(String url, String outcome) {
      if (requests.size() < MOST_NOTED) {
        String text = url.substring(0, Math.min(url.length(), MOST_NOTED_CHARACTERS));
        requests.add(new RenderingNote.Request(text, outcome));
      } else {
        more++;
      }
    }
  }

  private static boolean isApi(PageRequest request, PageReply reply) {
    return request.kind() == PageRequest.Kind.DATA
        && reply instanceof PageReply.Answer answer
        && answer.status() == OK
        && answer.fields().stream()
            .filter(field -> field.name().equalsIgnoreCase("Content-Type"))
            .findFirst()
            .flatMap(field -> MediaType.parse(field.value()))
            .filter(MediaType::isJson)
            .isPresent();
  }

  private Outcome outcome(CrawlUrl page, PageRequest request) {
    if (!(CrawlUrl.parse(request.url()) instanceof CrawlUrl url)) {
      return Outcome.refused("refused: not a URL that a crawler goes to");
    }
    if (scope.isExcluded(url)) {
      return Outcome.refused("refused: excluded by pattern");
    }
    return switch (request.kind()) {
      case STYLE, SCRIPT, PICTURE -> shared(page, url, request);
      default -> asked(page, url, request);
    };
  }

  /** Fetches a subresource that other pages need as well, unless it is kept or in flight. */
  private Outcome shared(CrawlUrl page, CrawlUrl url, PageRequest request) {
    Kept known = kept.get(url);
    if (known != null) {
      try {
        return new Outcome(known.answer.await(), "asked for by an earlier page");
      } catch (CancelledException e) {
        if (!known.answer.isCancelled()) {
          throw e;
        }
        return shared(page, url, request); // The request of the other page failed.
      }
    }
    var mine = new Kept(new Promise<>(loop, "the answer of " + url));
    kept.put(url, mine);
    boolean isKept = false;
    try {
      Outcome outcome = asked(page, url, request);
      if (outcome.reply instanceof PageReply.Answer answer) {
        isKept = isLasting(answer.status());
        mine.answer.complete(answer);
        mine.bytes = isKept ? ANSWER_BYTES + answer.body().length : 0;
        keptBytes += mine.bytes;
      }
      return outcome;
    } finally {
      if (!isKept) {
        kept.remove(url, mine);
        mine.answer.cancel();
      }
      makeRoom();
    }
  }

  private static boolean isLasting(int status) {
    return status < SERVER_ERROR && status != TOO_MANY_REQUESTS;
  }

  private void makeRoom() {
    var eldest = kept.values().iterator();
    while (keptBytes > mostKept && eldest.hasNext()) {
      Kept each = eldest.next();
      if (each.answer.isDone()) {
        keptBytes -= each.bytes;
        eldest.remove();
      }
    }
  }

  private Outcome asked(CrawlUrl page, CrawlUrl url, PageRequest request) {
    Optional<Disposition> known = robots.knownDenial(url);
    if (known.isPresent()) {
      return Outcome.refused("refused: " + text(known.get()));
    }
    boolean isAgain = false;
    while (true) {
      switch (frontier.awaitSubresource(page, url)) {
        case SubresourceTurn.Denied(String why) -> {
          return Outcome.refused("refused: " + why);
        }
        case SubresourceTurn.Leased(Lease lease) -> {
          try {
            if (lease.purpose() == Lease.Purpose.RULES) {
              askForRules(lease);
            } else {
              Optional<Outcome> outcome = fetched(lease, request, isAgain);
              if (outcome.isPresent()) {
                return outcome.get();
              }
              isAgain = true;
            }
          } catch (PermitDeniedException e) {
            continue; // The lease has ended, and the next one is awaited.
          }
        }
      }
    }
  }

  private void askForRules(Lease lease) {
    try (var share = budget.share()) {
      frontier.complete(lease, robots.visit(lease, share));
    } catch (CancelledException | PermitDeniedException e) {
      throw e;
    } catch (RuntimeException e) {
      frontier.complete(lease, robots.failed(e.toString()));
    }
  }

  /**
   * Returns the result, or empty if the kept connection was lost and the request must be sent
   * again.
   */
  private Optional<Outcome> fetched(Lease lease, PageRequest request, boolean isAgain) {
    Optional<Disposition> denial = robots.denial(lease.url());
    if (denial.isPresent()) {
      String why = text(denial.get());
      frontier.complete(lease, SubresourceVisit.none(List.of(), why));
      return Optional.of(Outcome.refused("refused: " + why));
    }
    var departures = new LeaseRequests(frontier, lease);
    try (var share = budget.share();
        var recording = recorder.begin(lease)) {
      HttpRequest asking = recording.tap(asking(lease.url(), request, share));
      FetchOutcome outcome =
          loader.load(lease, isAgain ? asking.onNewConnection() : asking, departures);
      recording.saw(outcome);
      List<VisitNote> notes =
          outcome.exchanges().isEmpty()
              ? List.of()
              : RecordedNotes.of(recorder, recording, outcome.exchanges());
      Outcome concluded = concluded(lease, outcome, notes);
      return isLost(outcome) && !isAgain ? Optional.empty() : Optional.of(concluded);
    } catch (PermitDeniedException e) {
      throw e;
    } catch (RuntimeException | CancelledException e) {
      departures.end();
      String why = e instanceof CancelledException ? "the page ended before" : e.toString();
      frontier.complete(lease, SubresourceVisit.none(departures.exchanges(), why));
      throw e;
    }
  }

  private static boolean isLost(FetchOutcome outcome) {
    return outcome instanceof FetchOutcome.Failed failed
        && failed.failure().failure() instanceof HttpFailure.StaleConnection;
  }

  private HttpRequest asking(CrawlUrl url, PageRequest request, ByteBudget.Share share) {
    RequestIdentity who = sessions.identity(url);
    HttpRequest asking = HttpRequest.get(url).heldBy(share).ifNoLargerThan(mostBytes);
    for (PageRequest.Field field : request.sentFields()) {
      asking = asking.with(field.name(), field.value());
    }
    return who.cookie(rates.bounded(who.fields(asking)));
  }

  private Outcome concluded(Lease lease, FetchOutcome outcome, List<VisitNote> notes) {
    return switch (outcome) {
      case FetchOutcome.Answered answered -> answered(lease, answered, notes);
      case FetchOutcome.Cut cut ->
          failed(lease, cut, "its body was cut: " + cut.cause().text(), notes);
      case FetchOutcome.Failed failed ->
          failed(lease, failed, failed.failure().failure().text(), notes);
    };
  }

  private Outcome failed(Lease lease, FetchOutcome outcome, String why, List<VisitNote> notes) {
    frontier.complete(
        lease,
        new SubresourceVisit(
            outcome.exchanges(), outcome.signal(), 0, 0, why, Optional.empty(), List.of(), notes));
    return Outcome.refused("not to be had: " + why);
  }

  private Outcome answered(Lease lease, FetchOutcome.Answered answered, List<VisitNote> notes) {
    HttpResponse response = answered.response();
    byte[] body = response.isComplete() ? response.body() : new byte[0];
    frontier.complete(
        lease,
        new SubresourceVisit(
            answered.exchanges(),
            answered.signal(),
            response.status(),
            response.length(),
            response.isComplete() ? "" : "larger than the crawl takes",
            RetryAfter.isAsked(response)
                ? RetryAfter.of(response, loop.time().now())
                : Optional.empty(),
            sessions.heardBeside(lease.url(), response),
            notes));
    return response.isComplete()
        ? new Outcome(
            new PageReply.Answer(response.status(), Renderer.fields(response.headers()), body),
            "status " + response.status() + ", " + body.length + " bytes")
        : Outcome.refused("larger than the crawl takes");
  }

  private static String text(Disposition disposition) {
    return disposition instanceof Disposition.Dropped dropped
        ? dropped.reason().text() + ": " + dropped.detail()
        : disposition.toString();
  }
}
