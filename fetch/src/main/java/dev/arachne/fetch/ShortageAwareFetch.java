package dev.arachne.fetch;

import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpFailure;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.FlightRecording;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Fetches for a crawl, and waits while this machine lacks a resource: file descriptors, ports, a
 * name service. Such a failure does not count as an attempt at a URL, and is not a signal of its
 * host. Thread-safe.
 */
public final class ShortageAwareFetch {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  /** The longest wait, after which the crawl ends: an operator has to act. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  private final AtomicInteger waiting = new AtomicInteger();
  private volatile String failure = "";

  /**
   * Sends a request and waits for the answer.
   *
   * @param counts of the client's loop
   * @throws HttpException if the host, or the network on the way there, failed
   * @throws ShortageException if this machine lacked a resource for minutes
   */
  public HttpResponse fetch(HttpClient client, FetchCounts counts, HttpRequest request)
      throws HttpException {
    Deadline end = EventLoop.current().deadline(LONGEST_WAIT);
    while (true) {
      try {
        return counted(client, counts, request);
      } catch (HttpException e) {
        if (!(e.failure() instanceof HttpFailure.Local lack)) {
          throw e;
        }
        if (end.hasPassed()) {
          throw new ShortageException(lack.text());
        }
        await(lack);
      }
    }
  }

  private static HttpResponse counted(HttpClient client, FetchCounts counts, HttpRequest request)
      throws HttpException {
    @Nullable FetchEvent event = FlightRecording.mayBeOn() ? FetchEvent.begun() : null;
    try {
      HttpResponse response = client.fetch(request, Deadline.NEVER);
      counts.answered(response);
      if (event != null) {
        event.answered(response);
      }
      return response;
    } catch (HttpException e) {
      counts.failed(request.url().host(), e.failure());
      if (event != null) {
        event.failed(request.url(), e);
      }
      throw e;
    }
  }

  /** The resource that prevents all fetches now; empty if there is no shortage. Thread-safe. */
  public Optional<String> obstacle() {
    return waiting.get() > 0 ? Optional.of(failure) : Optional.empty();
  }

  private void await(HttpFailure.Local lack) {
    failure =
        switch (lack) {
          case HttpFailure.NamesUnavailable(String _, String detail) ->
              "the name service: " + detail;
          case HttpFailure.Shortage(var resource, String detail) ->
              switch (resource) {
                case DESCRIPTORS -> "a file descriptor: " + detail + "; raise ulimit -n";
                case PORTS -> "a free port: " + detail;
                case ADDRESS -> "the local address that was asked for: " + detail;
              };
        };
    waiting.incrementAndGet();
    try {
      EventLoop.sleep(RETRY_AFTER);
    } finally {
      waiting.decrementAndGet();
    }
  }
}
