package dev.arachne.crawl;

import dev.arachne.fetch.FetchCounts;
import dev.arachne.fetch.LeaseRequests;
import dev.arachne.fetch.LoopLag;
import dev.arachne.fetch.PermitDeniedException;
import dev.arachne.fetch.RedirectChain;
import dev.arachne.fetch.RobotsFile;
import dev.arachne.fetch.ShortageAwareFetch;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.RulesVisit;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.pace.HostSignal;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.robots.RobotsAccess;
import dev.arachne.robots.RobotsRecord;
import dev.arachne.robots.RobotsRules;
import dev.arachne.robots.RobotsVerdict;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The robots.txt (RFC 9309) of the hosts of a crawl: fetches the files, by leases of their own, and
 * applies their rules. Confined to its event loop; it waits.
 */
final class Robots {
  /** The longest wait for the turn of a host, to follow a redirect there. */
  private static final Duration TURN_PATIENCE = Duration.ofMinutes(10);

  private final EventLoop loop = EventLoop.current();
  private final CrawlOptions options;

  /** The name by which robots rules address this crawler. */
  private final String agent;

  private final Frontier frontier;
  private final Sessions sessions;
  private final HostRates rates;
  private final HttpClient client;
  private final LoopLag lag;
  private final ShortageAwareFetch local;
  private final FetchCounts counts;
  private final RobotsCache cache;
  private final SitemapPlaces sitemaps;
  private final VisitRecorder recorder;

  Robots(
      CrawlOptions options,
      Frontier frontier,
      Sessions sessions,
      HostRates rates,
      HttpClient client,
      LoopLag lag,
      ShortageAwareFetch local,
      FetchCounts counts,
      RobotsCache cache,
      SitemapPlaces sitemaps,
      VisitRecorder recorder) {
    this.options = options;
    this.agent = options.network().robotsName();
    this.frontier = frontier;
    this.sessions = sessions;
    this.rates = rates;
    this.client = client;
    this.lag = lag;
    this.local = local;
    this.counts = counts;
    this.cache = cache;
    this.sitemaps = sitemaps;
    this.recorder = recorder;
  }

  /** Returns the disposition of a URL that the rules disallow, or empty if they allow it. */
  Optional<Disposition> denial(CrawlUrl url) {
    if (options.politeness().robots() == RobotsPolicy.IGNORE) {
      return Optional.empty();
    }
    RobotsRules rules = cache.of(url.origin());
    RobotsVerdict verdict = rules.verdict(agent, url);
    if (!verdict.allowed()) {
      return Optional.of(new Disposition.Dropped(DropReason.ROBOTS, verdict.reason()));
    }
    return options
        .politeness()
        .purpose()
        .map(purpose -> rules.usage(agent, purpose, url))
        .filter(usage -> !usage.allowed())
        .map(usage -> new Disposition.Dropped(DropReason.PURPOSE, "robots.txt, " + usage.reason()));
  }

  /** Returns the same by rules that are in memory; empty also without them. */
  Optional<Disposition> knownDenial(CrawlUrl url) {
    return cache.isKnown(url.origin()) ? denial(url) : Optional.empty();
  }

  /**
   * Returns the result of a lease for robots rules, which are in the cache afterwards.
   *
   * @param share holds the bytes of the answer
   * @throws PermitDeniedException if the lease has ended since its host cannot be requested now
   */
  RulesVisit visit(Lease lease, ByteBudget.Share share) {
    var departures = new LeaseRequests(frontier, lease);
    try (var recording = recorder.begin(lease)) {
      RulesVisit visit = visit(lease, share, departures, recording);
      return visit.noted(RecordedNotes.of(recorder, recording, departures.exchanges()));
    }
  }

  private RulesVisit visit(
      Lease lease,
      ByteBudget.Share share,
      LeaseRequests departures,
      VisitRecorder.Recording recording) {
    try {
      var asking = new Asking(departures, share, recording);
      RobotsFile file = RobotsFile.ask(asking, lease.url().origin(), asking::request);
      departures.end();
      return concluded(lease, file.record(), departures, file.signal(lag.now()));
    } catch (DeadlineException e) {
      var record = RobotsRecord.failed("a redirect of it leads to a host that has no time soon");
      return concluded(lease, record, departures, Optional.empty());
    }
  }

  /** Returns the result of a lease for robots rules that could not be requested. */
  RulesVisit failed(String why) {
    byte[] record = RobotsRecord.failed(why).toBytes();
    return new RulesVisit(record, Optional.of(why), Duration.ZERO, List.of(), Optional.empty());
  }

  private RulesVisit concluded(
      Lease lease, RobotsRecord record, LeaseRequests departures, Optional<HostSignal> signal) {
    RobotsAccess access = record.access();
    RobotsRules rules = access.rules();
    boolean isSaid = !(access instanceof RobotsAccess.Unreachable);
    if (isSaid) {
      cache.put(lease.url().origin(), rules);
    }
    var visit =
        new RulesVisit(
            record.toBytes(),
            access instanceof RobotsAccess.Unreachable(String why, _)
                ? Optional.of(why)
                : Optional.empty(),
            rules.crawlDelay(agent).orElse(Duration.ZERO),
            departures.exchanges(),
            signal);
    return isSaid ? visit.leadingTo(sitemaps.of(lease.url(), lease.depth(), rules)) : visit;
  }

  private boolean awaitTurn(CrawlUrl url, LeaseRequests departures) {
    departures.end();
    departures.awaitGap(url.origin(), options.politeness().addressDelay());
    Lease lease = departures.lease();
    if (!lease.isAt(url.origin())) {
      frontier.awaitTurn(lease, url.origin(), loop.deadline(TURN_PATIENCE));
    }
    return true;
  }

  /** The requests for a robots.txt: more than one after a redirect, or after a challenge. */
  private final class Asking implements RedirectChain.Fetch {
    private final LeaseRequests departures;
    private final ByteBudget.Share share;
    private final VisitRecorder.Recording recording;
    private RequestIdentity who = RequestIdentity.NONE;

    Asking(LeaseRequests departures, ByteBudget.Share share, VisitRecorder.Recording recording) {
      this.departures = departures;
      this.share = share;
      this.recording = recording;
    }

    HttpRequest request(CrawlUrl url) {
      awaitTurn(url, departures);
      who = sessions.introductionWithoutCookies(HttpMethod.GET, url);
      return recording.tap(
          rates
              .bounded(who.fields(RobotsFile.request(url)))
              .onSend(to -> departures.depart(url.origin(), to))
              .resentIf(_ -> awaitTurn(url, departures))
              .heldBy(share));
    }

    @Override
    public HttpResponse fetch(HttpRequest request, Deadline deadline) throws HttpException {
      HttpResponse response = local.fetch(client, counts, request);
      if (!who.standing().mayAnswer(response)) {
        return response;
      }
      sessions.heard(request.url(), SiteReply.of(request.url(), response));
      return local.fetch(client, counts, request(request.url()));
    }
  }
}
