package dev.arachne.bench;

import dev.arachne.http.Http2;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpOptions;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.PortPolicy;
import dev.arachne.network.AddressPolicy;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.util.Set;

/**
 * The client that {@code bench/h2spec} has h2specd test: it fetches one URL by HTTP/2 with prior
 * knowledge, and keeps its connection for a moment, in which the server may continue its test.
 */
public final class SpecClient {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration STAY = Duration.ofMillis(300);

  private SpecClient() {}

  /** Fetches the URL that is the only argument. */
  public static void main(String[] arguments) {
    CrawlUrl url = CrawlUrl.of(arguments[0]);
    HttpOptions options =
        HttpOptions.DEFAULT
            .withHttp2(Http2.PRIOR_KNOWLEDGE)
            .withAddresses(AddressPolicy.ANY)
            .withPorts(PortPolicy.WEB.orOrigins(Set.of(url.origin())));
    EventLoop.run(
        "fetch",
        () -> {
          try (var client = new HttpClient(options)) {
            String outcome;
            try {
              var deadline = EventLoop.current().deadline(PATIENCE);
              outcome = "status " + client.fetch(HttpRequest.get(url), deadline).status();
            } catch (HttpException e) {
              outcome = e.getMessage();
            }
            System.out.println(outcome);
            EventLoop.sleep(STAY);
          }
          return null;
        });
  }
}
