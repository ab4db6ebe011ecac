package dev.arachne.crawl;

import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.robots.RobotsAccess;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.time.Duration;

/**
 * The robots.txt of one site, as it was got just now. Immutable.
 *
 * @param access what it came to, and the rules that follow from it
 * @param trail where it was asked for, over redirects, and what was answered
 */
public record RobotsFile(RobotsAccess access, RedirectTrail trail) {

  /** Asks {@code origin} for its robots.txt (RFC 9309 2.3) and waits. On the client's loop. */
  public static RobotsFile ask(HttpClient client, Origin origin) {
    return ask(client, origin, Duration.ZERO, new Departures());
  }

  /**
   * The same.
   *
   * @param gap from one of the requests to the next at least
   * @param departures gets the requests
   */
  static RobotsFile ask(HttpClient client, Origin origin, Duration gap, Departures departures) {
    RedirectTrail trail =
        RedirectTrail.follow(
            client,
            CrawlUrl.of(origin + "/robots.txt"),
            RobotsAccess.MAX_REDIRECTS,
            Deadline.NEVER,
            url -> {
              departures.end();
              awaitGap(departures, gap);
              return HttpRequest.get(url).whenSent(departures::depart);
            });
    departures.end();
    return new RobotsFile(record(trail).access(), trail);
  }

  /** What it came to, to be kept. */
  RobotsRecord record() {
    return record(trail);
  }

  private static void awaitGap(Departures departures, Duration gap) {
    long left = departures.last() + gap.toNanos() - EventLoop.current().time().nanos();
    if (!departures.isEmpty() && left > 0) {
      EventLoop.sleep(Duration.ofNanos(left));
    }
  }

  private static RobotsRecord record(RedirectTrail trail) {
    return switch (trail) {
      case RedirectTrail.Arrived _, RedirectTrail.Astray _ -> {
        HttpResponse last = trail.answers().getLast();
        yield RobotsRecord.answered(last.status(), last.body());
      }
      case RedirectTrail.TooLong _ -> RobotsRecord.endless();
      case RedirectTrail.Broken(var _, var failure) ->
          RobotsRecord.failed(failure.failure().text());
    };
  }
}
