package dev.arachne.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.arachne.http.AddressPolicy;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpOptions;
import dev.arachne.http.HttpRequest;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/**
 * Fetches one URL again and again over kept connections, by our client on one loop and by the JDK's
 * in turns, and prints requests a second and a second of CPU. Beside it, for what a client in C
 * reaches on one thread: {@code wrk -t1 -cCONNECTIONS -dSECONDS URL}.
 *
 * <pre>java --add-opens java.base/java.lang=ALL-UNNAMED \
 *   -cp bench/target/bench.jar dev.arachne.bench.ClientBench URL [CONNECTIONS [SECONDS [ROUNDS]]]
 * </pre>
 */
public final class ClientBench {

  private final CrawlUrl url;
  private final int connections;
  private final Duration round;
  private final LongAdder requests = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  private ClientBench(CrawlUrl url, int connections, Duration round) {
    this.url = url;
    this.connections = connections;
    this.round = round;
  }

  /** Something that fetches until the time is up. */
  private interface Contender {
    void run(long end) throws Exception;
  }

  /** Runs the rounds. */
  public static void main(String[] arguments) throws Exception {
    int connections = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 32;
    int seconds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 5;
    int rounds = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 4;
    var bench =
        new ClientBench(CrawlUrl.of(arguments[0]), connections, Duration.ofSeconds(seconds));
    for (int i = 0; i < rounds; i++) {
      bench.measure("arachne", bench::arachne);
      bench.measure("java.net.http", bench::jdk);
    }
  }

  private void measure(String name, Contender contender) throws Exception {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    requests.reset();
    bytes.reset();
    long cpu = system.getProcessCpuTime();
    long begin = System.nanoTime();
    contender.run(begin + round.toNanos());
    double seconds = (System.nanoTime() - begin) / 1e9;
    double cpuSeconds = (system.getProcessCpuTime() - cpu) / 1e9;
    System.out.printf(
        "%-14s %,9.0f requests/s  %,9.0f requests/CPU s  %6.1f us CPU/request  %,7.1f MB/s%n",
        name,
        requests.sum() / seconds,
        requests.sum() / cpuSeconds,
        1e6 * cpuSeconds / requests.sum(),
        bytes.sum() / seconds / 1e6);
  }

  private void arachne(long end) {
    var options =
        HttpOptions.DEFAULT
            .withAddresses(AddressPolicy.ANY)
            .withConnections(connections, connections);
    EventLoop.run(
        "bench",
        () -> {
          try (var client = new HttpClient(options)) {
            return TaskGroup.run(group -> {
              for (int i = 0; i < connections; i++) {
                group.spawn("fetcher " + i, () -> fetchUntil(client, end));
              }
              return "done";
            });
          }
        });
  }

  private String fetchUntil(HttpClient client, long end) throws HttpException {
    while (System.nanoTime() < end) {
      var response = client.fetch(HttpRequest.get(url), Deadline.NEVER);
      requests.increment();
      bytes.add(response.body().length);
    }
    return "done";
  }

  private void jdk(long end) throws IOException {
    try (var client = java.net.http.HttpClient.newBuilder().version(Version.HTTP_1_1).build()) {
      var request = java.net.http.HttpRequest.newBuilder(URI.create(url.toString())).build();
      var fetchers = new CompletableFuture<?>[connections];
      for (int i = 0; i < connections; i++) {
        fetchers[i] = new CompletableFuture<>();
        fetch(client, request, end, fetchers[i]);
      }
      CompletableFuture.allOf(fetchers).join();
    }
  }

  private void fetch(
      java.net.http.HttpClient client,
      java.net.http.HttpRequest request,
      long end,
      CompletableFuture<?> done) {
    var unused =
        client
            .sendAsync(request, BodyHandlers.ofByteArray())
            .whenComplete((response, failure) -> {
              if (failure != null) {
                done.completeExceptionally(failure);
              } else {
                requests.increment();
                bytes.add(response.body().length);
                if (System.nanoTime() < end) {
                  fetch(client, request, end, done);
                } else {
                  done.complete(null);
                }
              }
            });
  }
}
