package dev.arachne.http;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.network.AddressPolicy;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.tls.TlsClient;
import dev.arachne.url.CrawlUrl;

/** Runs a client on a loop of its own. */
final class Fetching {

  /** Behaviour that lets tests ask their own machine. */
  static final HttpOptions LOCAL = HttpOptions.DEFAULT.withAddresses(AddressPolicy.ANY);

  /** Trusts the certificates of tests. */
  static final TlsClient TRUSTING = TlsClient.trusting(TestCertificate.trustManager());

  /** What to do with a client. */
  interface Body<T> {
    T with(HttpClient client) throws Exception;
  }

  private Fetching() {}

  static <T> T run(HttpOptions options, Body<T> body) throws Exception {
    try {
      return EventLoop.run(
          "test",
          () -> {
            try (var client = new HttpClient(options)) {
              return body.with(client);
            }
          });
    } catch (TaskFailedException e) {
      switch (e.getCause()) {
        case Exception cause -> throw cause;
        case Error error -> throw error;
        case null, default -> throw e;
      }
    }
  }

  static HttpResponse get(HttpClient client, String url) throws HttpException {
    return client.fetch(HttpRequest.get(CrawlUrl.of(url)), Deadline.NEVER);
  }

  static HttpResponse get(String url) throws Exception {
    return run(LOCAL, client -> get(client, url));
  }

  static HttpFailure failure(HttpOptions options, String url) {
    return assertThrows(HttpException.class, () -> run(options, client -> get(client, url)))
        .failure();
  }

  static HttpFailure failure(String url) {
    return failure(LOCAL, url);
  }
}
