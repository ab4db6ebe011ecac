package dev.arachne.cli;

import dev.arachne.fetch.RobotsFile;
import dev.arachne.http.HttpClient;
import dev.arachne.robots.RobotsVerdict;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The robots.txt of each host of a fetch, requested once. Confined to the client's loop. */
final class RobotsFiles {
  private final HttpClient client;
  private final Map<Origin, Promise<RobotsFile>> files = new HashMap<>();

  RobotsFiles(HttpClient client) {
    this.client = client;
  }

  /** The line that disallows a URL, in words for people; empty if it is allowed. Waits. */
  Optional<String> refusal(CrawlUrl url) {
    RobotsVerdict verdict =
        file(url.origin()).access().rules().verdict(RobotsCommand.OWN_NAME, url);
    return verdict.allowed() ? Optional.empty() : Optional.of(verdict.reason());
  }

  private RobotsFile file(Origin origin) {
    Promise<RobotsFile> known = files.get(origin);
    if (known != null) {
      return known.await();
    }
    var file = new Promise<RobotsFile>(EventLoop.current(), "the robots.txt of " + origin);
    files.put(origin, file);
    try {
      file.complete(RobotsFile.ask(client, origin));
    } finally {
      if (!file.isDone()) {
        file.cancel();
      }
    }
    return file.await();
  }
}
