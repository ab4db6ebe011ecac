package dev.arachne.crawl;

import dev.arachne.frontier.Frontier;
import dev.arachne.http.HttpClient;
import dev.arachne.robots.RobotsAccess;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The robots rules of every origin a crawl has to do with: asked for when the first URL of an
 * origin comes up, once however many ask, and again when they are too old. Confined to its loop;
 * the methods wait.
 */
final class RobotsCache {
  /** A site that could not say is asked again after this, so that one slip costs little. */
  private static final Duration UNREACHABLE_AGE = Duration.ofSeconds(30);

  /** A site that asks for longer pauses than this gets this: a crawl has to end some day. */
  static final Duration LONGEST_DELAY = Duration.ofSeconds(60);

  private final EventLoop loop;
  private final HttpClient client;
  private final Frontier frontier;
  private final String agent;
  private final Duration delay;
  private final Map<Origin, Promise<SiteRules>> rules = new HashMap<>();

  /**
   * What a site said.
   *
   * @param asked when the last request for it started, on the loop's clock, in nanoseconds
   */
  record SiteRules(EventLoop loop, RobotsAccess access, long asked) {
    /** Waits until {@code delay} has gone by since the site was asked: that was a request too. */
    void awaitGap(Duration delay) {
      long left = asked + delay.toNanos() - loop.time().nanos();
      if (left > 0 && !delay.isZero()) {
        EventLoop.sleep(Duration.ofNanos(left));
      }
    }

    boolean isFresh() {
      Duration maxAge =
          access instanceof RobotsAccess.Unreachable ? UNREACHABLE_AGE : RobotsAccess.MAX_AGE;
      return loop.time().nanos() - asked < maxAge.toNanos();
    }
  }

  /**
   * Knows no rules yet.
   *
   * @param frontier whose ledger is told of each fetch
   * @param delay between the requests of a fetch, over redirects
   */
  RobotsCache(EventLoop loop, HttpClient client, Frontier frontier, String agent, Duration delay) {
    this.loop = loop;
    this.client = client;
    this.frontier = frontier;
    this.agent = agent;
    this.delay = delay;
  }

  /** The name by which rules know this crawler. */
  String agent() {
    return agent;
  }

  /** What {@code origin} lets us do; whoever asks first fetches it, the others wait for that. */
  SiteRules of(Origin origin) {
    Promise<SiteRules> known = rules.get(origin);
    if (known != null) {
      SiteRules answer = answerOf(known);
      if (answer != null && answer.isFresh()) {
        return answer;
      }
      rules.remove(origin, known);
      return of(origin);
    }
    var promise = new Promise<SiteRules>(loop, origin + "/robots.txt");
    rules.put(origin, promise);
    try {
      var departures = new Departures();
      RobotsFile file = RobotsFile.ask(client, origin, delay, departures);
      var answer = new SiteRules(loop, file.access(), departures.last());
      frontier.rulesFetched(origin, departures.exchanges(frontier), file.record().toBytes());
      promise.complete(answer);
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
    return asked.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : asked;
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
