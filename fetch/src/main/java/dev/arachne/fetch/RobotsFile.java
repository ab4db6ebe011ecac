package dev.arachne.fetch;

import dev.arachne.http.Completeness;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpFailure;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.pace.HostSignal;
import dev.arachne.robots.RobotsAccess;
import dev.arachne.robots.RobotsRecord;
import dev.arachne.robots.RobotsRules;
import dev.arachne.runtime.Deadline;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The robots.txt of one site, as just fetched. Immutable.
 *
 * @param access the result, and the rules that follow from it
 * @param trail the requests, over redirects, and their answers
 */
public record RobotsFile(RobotsAccess access, RedirectChain trail) {
  private static final int NOT_FOUND = 404;
  private static final byte[] NO_BYTES = {};

  /**
   * Fetches the robots.txt of {@code origin} (RFC 9309 2.3) and waits. Called on the client's loop.
   */
  public static RobotsFile ask(HttpClient client, Origin origin) {
    return ask(client::fetch, origin, RobotsFile::request);
  }

  /**
   * Fetches a robots.txt with customized requests.
   *
   * @param asking makes the request for each URL, just before it is sent
   */
  public static RobotsFile ask(
      RedirectChain.Fetch client, Origin origin, Function<CrawlUrl, HttpRequest> asking) {
    RedirectChain trail =
        RedirectChain.follow(
            client,
            CrawlUrl.of(origin + "/robots.txt"),
            RobotsAccess.MAX_REDIRECTS,
            Deadline.NEVER,
            asking);
    return new RobotsFile(record(trail).access(), trail);
  }

  /** A request for a robots.txt, which receives only as many bytes as are parsed. */
  public static HttpRequest request(CrawlUrl url) {
    return HttpRequest.get(url).upTo(RobotsRules.MAX_BYTES);
  }

  /** The host signal in the last request; empty if there is no signal. */
  public Optional<HostSignal> signal(Duration lag) {
    return trail instanceof RedirectChain.Broken(var _, var failure)
        ? HostSignals.of(failure.failure())
        : Optional.of(HostSignals.of(trail.answers().getLast(), lag));
  }

  /** The result to store. */
  public RobotsRecord record() {
    return record(trail);
  }

  private static RobotsRecord record(RedirectChain trail) {
    if (trail instanceof RedirectChain.Broken(var _, var failure)) {
      if (failure.failure() instanceof HttpFailure.NotStored) {
        return RobotsRecord.answered(NOT_FOUND, NO_BYTES); // Offline it counts as missing.
      }
      return RobotsRecord.failed(failure.failure().text());
    }
    if (trail instanceof RedirectChain.TooLong) {
      return RobotsRecord.endless();
    }
    HttpResponse last = trail.answers().getLast();
    Optional<String> missing = last.status() / 100 == 2 ? missing(last) : Optional.empty();
    return missing
        .map(RobotsRecord::failed)
        .orElseGet(() -> RobotsRecord.answered(last.status(), last.body()));
  }

  /**
   * Returns why rules may be missing, some of which may disallow; empty if the file is complete.
   */
  private static Optional<String> missing(HttpResponse response) {
    return switch (response.completeness()) {
      case Completeness.Complete _ -> Optional.empty();
      case Completeness.Truncated(var cause) ->
          cause.isOurs() ? Optional.empty() : Optional.of("it was cut: " + cause.text());
      case Completeness.TooLarge _ -> Optional.of("it is larger than was asked for");
    };
  }
}
