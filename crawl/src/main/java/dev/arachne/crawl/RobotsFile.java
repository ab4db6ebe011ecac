package dev.arachne.crawl;

import dev.arachne.frontier.HostSignal;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.robots.RobotsAccess;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.util.Optional;

/**
 * The robots.txt of one site, as it was got just now. Immutable.
 *
 * @param access what it came to, and the rules that follow from it
 * @param trail where it was asked for, over redirects, and what was answered
 * @param asked when the last request for it was sent, on the loop's clock, in nanoseconds
 */
public record RobotsFile(RobotsAccess access, RedirectTrail trail, long asked) {

  /** Asks {@code origin} for its robots.txt (RFC 9309 2.3) and waits. On the client's loop. */
  public static RobotsFile ask(HttpClient client, Origin origin) {
    EventLoop loop = EventLoop.current();
    long[] asked = {loop.time().nanos()};
    RedirectTrail trail =
        RedirectTrail.follow(
            client,
            CrawlUrl.of(origin + "/robots.txt"),
            RobotsAccess.MAX_REDIRECTS,
            Deadline.NEVER,
            url -> {
              asked[0] = loop.time().nanos();
              return HttpRequest.get(url).departing(_ -> asked[0] = loop.time().nanos());
            });
    return new RobotsFile(access(trail), trail, asked[0]);
  }

  /** What the last request for it shows of the site; empty if that is nothing. */
  Optional<HostSignal> signal(Duration lag) {
    return trail instanceof RedirectTrail.Broken(var _, var failure)
        ? Signals.of(failure.failure())
        : Optional.of(Signals.of(trail.answers().getLast(), lag));
  }

  private static RobotsAccess access(RedirectTrail trail) {
    return switch (trail) {
      case RedirectTrail.Arrived _, RedirectTrail.Astray _ -> {
        HttpResponse last = trail.answers().getLast();
        yield RobotsAccess.ofStatus(last.status(), last.body());
      }
      case RedirectTrail.TooLong _ -> RobotsAccess.tooManyRedirects();
      case RedirectTrail.Broken(var _, var failure) ->
          RobotsAccess.failed(failure.failure().text());
    };
  }
}
