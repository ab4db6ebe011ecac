package dev.arachne.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpOptions;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.network.AddressPolicy;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Our client on one loop, that of the JDK, and wrk with one thread, in turns against one nginx of
 * one worker on loopback. Each of 64 kept connections requests the same file again and again, and
 * reads and discards all of it. Three minutes; half a minute with {@code --quick}, for a look only.
 * Needs the programs nginx and wrk, and an otherwise idle machine.
 *
 * <pre>java --add-opens java.base/java.lang=ALL-UNNAMED -XX:+UseSerialGC \
 *   -cp bench/target/bench.jar dev.arachne.bench.ClientBench [--quick]</pre>
 *
 * <p>CPU is the time that the process used in a round, user and system. For either client this
 * includes all its threads, the collector and the compiler, since both run in this process, one
 * after the other. nginx and wrk are processes of their own and are not counted. The JDK's client
 * is used in the way that costs it least: {@code sendAsync}, the next request from the completion
 * of the one before.
 */
public final class ClientBench {
  private static final int CONNECTIONS = 64;

  /** A small answer, where only the client's own work counts, and a page of the usual size. */
  private static final int[] FILE_BYTES = {16, 26_000};

  /** The numbers of rounds, and their duration. */
  private record Plan(int warmUps, int rounds, Duration each) {
    static final Plan WHOLE = new Plan(2, 7, Duration.ofSeconds(3));
    static final Plan QUICK = new Plan(1, 3, Duration.ofSeconds(1));
  }

  /** The result of one contender in one round. */
  private record Round(double requests, double seconds, double cpuSeconds) {
    double perSecond() {
      return requests / seconds;
    }

    double perCpuSecond() {
      return requests / cpuSeconds;
    }
  }

  /** One turn of a contender. */
  private interface Turn {
    Round take() throws Exception;
  }

  /** Fetches until a time on the system's clock, and counts. */
  private interface Client {
    long fetchUntil(long end);
  }

  /** A client that takes turns with the others, and its results. */
  private record Contender(String title, Turn turn, List<Round> rounds) {
    Contender(String title, Turn turn) {
      this(title, turn, new ArrayList<>());
    }

    String spread(ToDoubleFunction<Round> figure) {
      return ClientBench.spread("%,.0f", rounds.stream().mapToDouble(figure));
    }

    /** The ratio of this one's figures to another's, round by round. */
    String ratio(Contender other, ToDoubleFunction<Round> figure) {
      return ClientBench.spread(
          "%.2f",
          IntStream.range(0, rounds.size())
              .mapToDouble(i ->
                  figure.applyAsDouble(rounds.get(i)) / figure.applyAsDouble(other.rounds.get(i))));
    }
  }

  private final String url;
  private final Plan plan;
  private final Contender arachne =
      new Contender("arachne, one loop", () -> measure(this::arachne));
  private final Contender jdk = new Contender("java.net.http", () -> measure(this::jdk));
  private final Contender wrk = new Contender("wrk, one thread", this::wrk);

  private ClientBench(String url, Plan plan) {
    this.url = url;
    this.plan = plan;
  }

  /** Runs all rounds and prints a table for each file. */
  public static void main(String[] arguments) throws Exception {
    boolean quick = Arrays.equals(arguments, new String[] {"--quick"});
    if (arguments.length > 0 && !quick) {
      System.err.println("ClientBench takes no argument but --quick");
      System.exit(2);
    }
    printMachine();
    try (var nginx = LocalNginx.serving(FILE_BYTES)) {
      for (int bytes : FILE_BYTES) {
        var bench = new ClientBench(nginx.url(bytes), quick ? Plan.QUICK : Plan.WHOLE);
        bench.run();
        bench.print(bytes);
      }
    }
  }

  // The rounds.

  /**
   * Runs the rounds. The first contender changes from round to round, but the cyclic order stays.
   */
  private void run() throws Exception {
    var order = new ArrayList<>(List.of(arachne, jdk, wrk));
    for (int i = 0; i < plan.warmUps() + plan.rounds(); i++) {
      Collections.rotate(order, 1);
      for (Contender contender : order) {
        Round round = contender.turn().take();
        if (i >= plan.warmUps()) {
          contender.rounds().add(round);
        }
      }
    }
  }

  private Round measure(Client client) {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long cpu = system.getProcessCpuTime();
    long begin = System.nanoTime();
    long requests = client.fetchUntil(begin + plan.each().toNanos());
    double seconds = (System.nanoTime() - begin) / 1e9;
    return new Round(requests, seconds, (system.getProcessCpuTime() - cpu) / 1e9);
  }

  private long arachne(long end) {
    var options =
        HttpOptions.DEFAULT
            .withAddresses(AddressPolicy.ANY)
            .withConnections(CONNECTIONS, CONNECTIONS);
    var requests = new long[1];
    EventLoop.run(
        "bench",
        () -> {
          try (var client = new HttpClient(options)) {
            return TaskGroup.run(group -> {
              for (int i = 0; i < CONNECTIONS; i++) {
                group.spawn("fetcher " + i, () -> fetchUntil(client, end, requests));
              }
              return "done";
            });
          }
        });
    return requests[0];
  }

  private String fetchUntil(HttpClient client, long end, long[] requests) throws HttpException {
    var request = HttpRequest.get(CrawlUrl.of(url));
    while (System.nanoTime() < end) {
      HttpResponse response = client.fetch(request, Deadline.NEVER);
      checkStatus(response.status());
      response.content().discard();
      requests[0]++;
    }
    return "done";
  }

  private long jdk(long end) {
    var requests = new LongAdder();
    try (var client = java.net.http.HttpClient.newBuilder().version(Version.HTTP_1_1).build()) {
      var request = java.net.http.HttpRequest.newBuilder(URI.create(url)).build();
      var fetchers = new CompletableFuture<?>[CONNECTIONS];
      for (int i = 0; i < CONNECTIONS; i++) {
        fetchers[i] = new CompletableFuture<>();
        fetchUntil(client, request, end, requests, fetchers[i]);
      }
      CompletableFuture.allOf(fetchers).join();
    }
    return requests.sum();
  }

  private static void fetchUntil(
      java.net.http.HttpClient client,
      java.net.http.HttpRequest request,
      long end,
      LongAdder requests,
      CompletableFuture<?> done) {
    var unused =
        client
            .sendAsync(request, BodyHandlers.ofByteArray())
            .whenComplete((response, failure) -> {
              if (failure != null) {
                done.completeExceptionally(failure);
                return;
              }
              checkStatus(response.statusCode());
              requests.increment();
              if (System.nanoTime() < end) {
                fetchUntil(client, request, end, requests, done);
              } else {
                done.complete(null);
              }
            });
  }

  private static void checkStatus(int status) {
    if (status != 200) {
      throw new IllegalStateException("status " + status);
    }
  }

  /** Requests a second by wrk's own clock, which does not include its start. */
  private Round wrk() throws IOException {
    String report =
        outputOf("wrk", "-t1", "-c" + CONNECTIONS, "-d" + plan.each().toSeconds() + "s", url);
    double rate =
        report
            .lines()
            .filter(line -> line.startsWith("Requests/sec:"))
            .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9.]", "")))
            .findFirst()
            .orElseThrow(() -> new IOException("wrk says: " + report));
    return new Round(rate, 1, Double.NaN);
  }

  // The report.

  private static void printMachine() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      String cpu =
          lines.filter(line -> line.startsWith("model name")).findFirst().orElse("").split(": ")[1];
      System.out.printf(
          "%s; %d x %s, %s %s%n",
          LocalDate.now(),
          Runtime.getRuntime().availableProcessors(),
          cpu,
          System.getProperty("os.name"),
          System.getProperty("os.version"));
    }
    System.out.printf(
        "JDK %s; %s; %s%n",
        Runtime.version(),
        outputOf("nginx", "-v").strip(),
        outputOf("wrk", "-v").lines().findFirst().orElse("").replaceAll(" \\[.*", ""));
  }

  private void print(int bytes) {
    System.out.printf(
        "%n%,d bytes, %d connections, %d rounds of %d s after %d to warm up: median (least to most)%n",
        bytes, CONNECTIONS, plan.rounds(), plan.each().toSeconds(), plan.warmUps());
    System.out.printf("  %-18s %-28s %s%n", "", "requests/s", "requests/CPU s");
    for (Contender client : List.of(arachne, jdk)) {
      System.out.printf(
          "  %-18s %-28s %s%n",
          client.title(), client.spread(Round::perSecond), client.spread(Round::perCpuSecond));
    }
    System.out.printf("  %-18s %s%n", wrk.title(), wrk.spread(Round::perSecond));
    System.out.printf(
        "  beside wrk: %s of its requests/s; at least 0.8 is wanted%n",
        arachne.ratio(wrk, Round::perSecond));
    System.out.printf(
        "  beside java.net.http: %s times its requests/CPU s; at least 2 is wanted%n",
        arachne.ratio(jdk, Round::perCpuSecond));
  }

  private static String spread(String format, DoubleStream figures) {
    double[] sorted = figures.sorted().toArray();
    return String.format(
        format + " (" + format + " to " + format + ")",
        sorted[sorted.length / 2],
        sorted[0],
        sorted[sorted.length - 1]);
  }

  private static String outputOf(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var output = process.inputReader()) {
      return output.readAllAsString();
    }
  }
}
