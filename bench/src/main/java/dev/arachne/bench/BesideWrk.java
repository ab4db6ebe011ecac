package dev.arachne.bench;

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
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Small kept-alive responses of an nginx on loopback, 64 connections, one loop; beside it, in turns
 * and from the same server, {@code wrk} with one thread. Wants the programs nginx and wrk.
 *
 * <pre>java --add-opens java.base/java.lang=ALL-UNNAMED -cp bench/target/bench.jar \
 *   dev.arachne.bench.BesideWrk [SECONDS [ROUNDS]]</pre>
 */
public final class BesideWrk {
  private static final int CONNECTIONS = 64;

  /** At least this part of wrk's requests is wanted. */
  private static final double LIMIT = 0.8;

  private BesideWrk() {}

  /** Runs the rounds and prints requests a second of either. */
  public static void main(String[] arguments) throws Exception {
    int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
    Path directory = Files.createTempDirectory("beside-wrk");
    int port = freePort();
    Process nginx = startNginx(directory, port);
    try {
      String url = "http://127.0.0.1:" + port + "/";
      for (int i = 0; i < rounds; i++) {
        double ours = arachne(CrawlUrl.of(url), Duration.ofSeconds(seconds));
        double theirs = wrk(url, seconds);
        System.out.printf(
            "arachne %,9.0f requests/s   wrk %,9.0f requests/s   ratio %.2f (limit %.1f)%n",
            ours, theirs, ours / theirs, LIMIT);
      }
    } finally {
      nginx.destroy();
      nginx.waitFor();
      delete(directory);
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Process startNginx(Path directory, int port) throws IOException {
    Path configuration = directory.resolve("nginx.conf");
    Files.writeString(
        configuration,
        """
        daemon off;
        worker_processes 1;
        pid %1$s/nginx.pid;
        error_log %1$s/error.log;
        events { worker_connections 1024; }
        http {
          access_log off;
          client_body_temp_path %1$s;
          proxy_temp_path %1$s;
          fastcgi_temp_path %1$s;
          uwsgi_temp_path %1$s;
          scgi_temp_path %1$s;
          keepalive_requests 1000000000;
          server {
            listen 127.0.0.1:%2$d;
            location / { default_type text/plain; return 200 "small response\\n"; }
          }
        }
        """
            .formatted(directory, port));
    return new ProcessBuilder(
            "nginx",
            "-e",
            directory.resolve("error.log").toString(),
            "-c",
            configuration.toString())
        .inheritIO()
        .start();
  }

  private static double arachne(CrawlUrl url, Duration length) {
    var options =
        HttpOptions.DEFAULT
            .withAddresses(AddressPolicy.ANY)
            .withConnections(CONNECTIONS, CONNECTIONS);
    long begin = System.nanoTime();
    long end = begin + length.toNanos();
    var requests = new long[1];
    EventLoop.run(
        "bench",
        () -> {
          try (var client = new HttpClient(options)) {
            return TaskGroup.run(group -> {
              for (int i = 0; i < CONNECTIONS; i++) {
                group.spawn("fetcher " + i, () -> fetchUntil(client, url, end, requests));
              }
              return CONNECTIONS;
            });
          }
        });
    return requests[0] * 1e9 / (System.nanoTime() - begin);
  }

  private static Object fetchUntil(HttpClient client, CrawlUrl url, long end, long[] requests)
      throws HttpException {
    while (System.nanoTime() < end) {
      client.fetch(HttpRequest.get(url), Deadline.NEVER);
      requests[0]++;
    }
    return "done";
  }

  private static double wrk(String url, int seconds) throws IOException, InterruptedException {
    Process wrk =
        new ProcessBuilder("wrk", "-t1", "-c" + CONNECTIONS, "-d" + seconds + "s", url)
            .redirectErrorStream(true)
            .start();
    try (Stream<String> lines = wrk.inputReader().lines()) {
      double rate =
          lines
              .filter(line -> line.startsWith("Requests/sec:"))
              .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9.]", "")))
              .sum();
      wrk.waitFor();
      return rate;
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
