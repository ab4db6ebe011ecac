package dev.arachne.crawl;

import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.LedgerEntry;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpRequest;
import dev.arachne.robots.RobotsAccess;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The robots rules of every origin a crawl has to do with: asked for when the first URL of an
 * origin comes up, once however many ask, and again when they are too old. Confined to its loop;
 * the methods wait.
 */
final class RobotsCache {
  /** After the first failure a site is asked again after this, doubled for each further one. */
  private static final Duration FIRST_REST = Duration.ofMillis(500);

  private static final Duration LONGEST_REST = Duration.ofSeconds(30);

  /** With so many failures in a row by the tries for a URL, all URLs of a site are given up. */
  private static final int URLS_BEFORE_GIVING_UP = 2;

  /** Where a redirect leads to a host whose turn is further away, it is not followed. */
  private static final Duration TURN_PATIENCE = Duration.ofMinutes(10);

  /** Bytes that a site takes in memory besides its rules, roughly. */
  private static final int SITE_BYTES = 400;

  private final EventLoop loop;
  private final HttpClient client;
  private final Frontier frontier;
  private final CrawlOptions options;
  private final MemoryPlan memory;
  private final ByteBudget pages;
  private final String agent;
  private final LoopLag lag;
  private final LocalFetch local;

  /** Who was asked for longest ago comes first, and goes first when there is no room. */
  private final Map<Origin, Promise<SiteRules>> rules = new LinkedHashMap<>(16, 0.75f, true);

  /** Memory that the sites take which have answered. */
  private long bytes;

  /**
   * What a site said.
   *
   * @param asked when the last request for it started, on the loop's clock, in nanoseconds
   * @param bytes memory that it takes, roughly
   * @param failures in a row; 0 if it has said something
   */
  record SiteRules(EventLoop loop, RobotsAccess access, long asked, long bytes, int failures) {
    /** What is left of {@code delay} since the site was asked: that was a request too. */
    Duration leftOf(Duration delay) {
      long left = asked + delay.toNanos() - loop.time().nanos();
      return left > 0 && !delay.isZero() ? Duration.ofNanos(left) : Duration.ZERO;
    }

    boolean isFresh() {
      return leftOf(failures == 0 ? RobotsAccess.MAX_AGE : rest()).isPositive();
    }

    /** For how long the site is not asked again after its last failure. */
    private Duration rest() {
      Duration rest = FIRST_REST.multipliedBy(1L << Math.min(failures - 1, 10));
      return rest.compareTo(LONGEST_REST) < 0 ? rest : LONGEST_REST;
    }

    /** How much of that is left. */
    Duration leftOfRest() {
      return failures == 0 ? Duration.ZERO : leftOf(rest());
    }
  }

  /**
   * Knows no rules yet.
   *
   * @param frontier whose ledger is told of each fetch
   */
  RobotsCache(
      EventLoop loop,
      HttpClient client,
      Frontier frontier,
      CrawlOptions options,
      MemoryPlan memory,
      ByteBudget pages,
      LoopLag lag,
      LocalFetch local) {
    this.loop = loop;
    this.client = client;
    this.frontier = frontier;
    this.options = options;
    this.memory = memory;
    this.pages = pages;
    this.agent = options.robotsName();
    this.lag = lag;
    this.local = local;
  }

  /** The name by which rules know this crawler. */
  String agent() {
    return agent;
  }

  /** Whether the rules of {@code origin} are at hand, so that nothing is waited for. */
  boolean knows(Origin origin) {
    Promise<SiteRules> known = rules.get(origin);
    return known != null && known.isDone() && !known.isCancelled() && known.await().isFresh();
  }

  /**
   * What {@code origin} lets us do; whoever asks first fetches it, the others wait for that.
   *
   * @param lease for which it is asked; it is told what the fetch shows of the site, if there is
   *     one
   * @throws TurnedAwayException if the lease has ended since the site cannot be asked now
   */
  SiteRules of(Origin origin, Lease lease) {
    Promise<SiteRules> known = rules.get(origin);
    if (known != null) {
      SiteRules answer = answerOf(known);
      if (answer != null && answer.isFresh()) {
        return answer;
      }
      if (rules.remove(origin, known) && answer != null) {
        bytes -= answer.bytes();
        return fetched(origin, lease, answer.failures());
      }
      return of(origin, lease);
    }
    return fetched(origin, lease, 0);
  }

  /** Whether the rules of a site failed so often that its URLs need not be tried one by one. */
  boolean isGivenUp(SiteRules site) {
    return site.failures() >= URLS_BEFORE_GIVING_UP * options.maxTries();
  }

  private SiteRules fetched(Origin origin, Lease lease, int failures) {
    var promise = new Promise<SiteRules>(loop, origin + "/robots.txt");
    rules.put(origin, promise);
    try (ByteBudget.Share share = pages.share()) {
      Optional<SiteRules> recalled = recall(origin);
      SiteRules answer =
          recalled.isPresent() ? recalled.get() : ask(origin, lease, failures, share);
      promise.complete(answer);
      bytes += answer.bytes();
      makeRoom();
      return answer;
    } finally {
      // Cancelled: somebody else has to ask.
      if (promise.cancel()) {
        rules.remove(origin, promise);
      }
    }
  }

  /** The pause between two requests that the site asks for. */
  Duration crawlDelay(SiteRules site) {
    Duration asked = site.access().rules().crawlDelay(agent).orElse(Duration.ZERO);
    return asked.compareTo(options.maxCrawlDelay()) > 0 ? options.maxCrawlDelay() : asked;
  }

  /** What an earlier process was told, if that is fresh still. */
  private Optional<SiteRules> recall(Origin site) {
    return frontier
        .recallRules(site)
        .filter(entry -> !entry.exchanges().isEmpty())
        .map(this::rulesOf)
        .filter(it -> !(it.access() instanceof RobotsAccess.Unreachable) && it.isFresh());
  }

  private SiteRules rulesOf(LedgerEntry.RulesFetched entry) {
    long now = loop.time().nanos();
    Instant sent = entry.exchanges().getLast().sent();
    long asked = now - Duration.between(sent, frontier.timeOf(now)).toNanos();
    return rulesOf(RobotsRecord.read(entry.rules()), asked, 0);
  }

  private SiteRules rulesOf(RobotsRecord record, long asked, int failuresBefore) {
    RobotsAccess access = record.access();
    int failures = access instanceof RobotsAccess.Unreachable ? failuresBefore + 1 : 0;
    return new SiteRules(loop, access, asked, SITE_BYTES + access.rules().bytes(), failures);
  }

  private SiteRules ask(Origin site, Lease lease, int failures, ByteBudget.Share share) {
    var departures = new Departures(frontier);
    RobotsRecord record = ask(site, lease, departures, share);
    SiteRules answer = rulesOf(record, departures.last(), failures);
    Duration delay = Admission.longer(options.delay(), crawlDelay(answer));
    frontier.rulesFetched(site, delay, departures.exchanges(), record.toBytes());
    return answer;
  }

  private RobotsRecord ask(
      Origin site, Lease lease, Departures departures, ByteBudget.Share share) {
    try {
      RobotsFile file =
          RobotsFile.ask(
              (request, _) -> local.fetch(client, request),
              site,
              url -> request(url, site, lease, departures).heldBy(share));
      departures.end();
      file.signal(lag.now()).ifPresent(lease::hear);
      return file.record();
    } catch (DeadlineException e) {
      return RobotsRecord.failed("a redirect of it leads to a host that has no time soon");
    }
  }

  /** One of the requests for the robots.txt of {@code site}; waits until it may be sent. */
  private HttpRequest request(CrawlUrl url, Origin site, Lease lease, Departures departures) {
    awaitTurn(url, site, departures);
    return RobotsFile.request(url)
        .whenSent(to -> departures.departForRules(lease, url.origin(), options.delay(), to))
        .resentIf(_ -> awaitTurn(url, site, departures));
  }

  private boolean awaitTurn(CrawlUrl url, Origin site, Departures departures) {
    departures.end();
    departures.awaitGap(Admission.longer(options.delay(), options.addressDelay()));
    if (!url.isAt(site)) {
      frontier.awaitTurn(url.origin(), options.delay(), loop.deadline(TURN_PATIENCE));
    }
    return true;
  }

  private void makeRoom() {
    var eldest = rules.values().iterator();
    while (bytes > memory.robots() && rules.size() > 1 && eldest.hasNext()) {
      Promise<SiteRules> promise = eldest.next();
      if (promise.isDone()) {
        bytes -= promise.await().bytes();
        eldest.remove();
      }
    }
  }

  /**
   * Null when whoever was asking was cancelled; but this coroutine's own cancellation is its own.
   */
  private static @Nullable SiteRules answerOf(Promise<SiteRules> known) {
    try {
      return known.await();
    } catch (CancelledException e) {
      if (known.isCancelled()) {
        return null;
      }
      throw e;
    }
  }
}
