package dev.arachne.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.management.OperatingSystemMXBean;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpOptions;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.Timeouts;
import dev.arachne.network.AddressPolicy;
import dev.arachne.network.Channel;
import dev.arachne.network.Listener;
import dev.arachne.network.Network;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.tls.TlsClient;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/**
 * Sends 15,000 requests at once to a server process with four listeners that answers late. Measures
 * the time until the last answer has come once warm, and the cost of a waiting request: heap after
 * a collection, and resident memory (the growth of the process since its first request). Each way
 * of waiting is timed in a JVM of its own with the launcher's options, and weighed in another. All
 * of it takes twelve minutes.
 *
 * <pre>java -cp bench/target/bench.jar dev.arachne.bench.ManyWaits [REQUESTS]</pre>
 */
public final class ManyWaits {
  private static final int LISTENERS = 4;
  private static final int USUAL_REQUESTS = 15_000;

  /**
   * The buffer of a blocking client, in bytes, as of BufferedInputStream; held while the client
   * waits.
   */
  private static final int ORDINARY_BUFFER = 8192;

  private static final int WARM_UPS = 5;
  private static final int ROUNDS = 5;

  /** The delay of answers when time is measured. */
  private static final Duration LATE = Duration.ofSeconds(2);

  /**
   * The delay of answers when memory is measured, which happens when all must have sent a request.
   */
  private static final Duration VERY_LATE = Duration.ofSeconds(10);

  /**
   * The pause before each round, so that the server has closed the connections of the round before:
   * it does not have enough files for both.
   */
  private static final Duration SETTLING = Duration.ofSeconds(1);

  private static final Duration ALL_ASKED = Duration.ofSeconds(6);

  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(US_ASCII);

  /** The launcher's collector. */
  private static final String COLLECTOR = "-XX:+UseSerialGC";

  /**
   * The heap for measurements of memory. A heap that keeps memory it once needed hides the cost of
   * the waits themselves. So this one begins small and gives back at once the memory that a
   * collection has freed.
   */
  private static final List<String> TIGHT_HEAP =
      List.of(
          "-Xms32m",
          "-Xmx512m",
          "-Xmn16m",
          "-XX:MinHeapFreeRatio=5",
          "-XX:MaxHeapFreeRatio=15",
          "-XX:-ShrinkHeapInSteps");

  /**
   * The role of a server that does not run on a JVM: handshakes of the JDK would take most of the
   * measured time.
   */
  private static final String OVER_TLS = "nginx";

  private static final String OPEN = "--add-opens=java.base/java.lang=ALL-UNNAMED";

  private ManyWaits() {}

  /** A way to make many requests, each of which waits for its answer. */
  private interface Contender {
    /** Returns the time of the last answer, in nanoseconds of the system's clock. */
    long request(int count, Duration late, int[] ports) throws Exception;
  }

  /** The whole comparison, or with a role in front one JVM's part in it. */
  public static void main(String[] arguments) throws Exception {
    switch (arguments.length > 0 ? arguments[0] : "") {
      case "serve" -> serve();
      case "time" -> time(contender(arguments[1]), Integer.parseInt(arguments[2]), arguments[3]);
      case "weigh" -> weigh(contender(arguments[1]), Integer.parseInt(arguments[2]), arguments[3]);
      default -> compare(arguments.length > 0 ? arguments[0] : "" + USUAL_REQUESTS);
    }
  }

  private static Contender contender(String name) {
    return switch (name) {
      case "coroutines" -> (n, late, ports) -> coroutines("http", TlsClient.SYSTEM, n, late, ports);
      case "coroutines-tls" -> {
        TlsClient tls = TlsClient.trusting(TestCertificate.trustManager());
        yield (n, late, ports) -> coroutines("https", tls, n, late, ports);
      }
      case "coroutines-jdk-tls" -> {
        TlsClient tls = TlsClient.of(TestCertificate.trustingContext());
        yield (n, late, ports) -> coroutines("https", tls, n, late, ports);
      }
      case "virtual-threads" -> (n, late, ports) -> threads(Thread.ofVirtual(), n, late, ports);
      case "platform-threads" -> (n, late, ports) -> threads(Thread.ofPlatform(), n, late, ports);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static void compare(String requests) throws Exception {
    System.out.println("limit: done in 3.0 s; 3.0 KB of heap, 6 KB of RSS a request");
    List<String> compact = List.of(OPEN, "-XX:+UseCompactObjectHeaders");
    run("coroutines, compact headers", compact, "serve", "coroutines", requests);
    run("coroutines", List.of(OPEN), "serve", "coroutines", requests);
    run("virtual threads, JDK sockets", List.of(), "serve", "virtual-threads", requests);
    run("platform threads, JDK sockets", List.of(), "serve", "platform-threads", requests);
    System.out.println("limit over TLS: three times as long as coroutines; 6 KB of heap a request");
    run("coroutines over TLS, compact", compact, OVER_TLS, "coroutines-tls", requests);
    run("the same by the JDK's engine", compact, OVER_TLS, "coroutines-jdk-tls", requests);
  }

  private static void run(
      String title, List<String> options, String server, String contender, String requests)
      throws IOException, InterruptedException {
    String time = child(options, server, "time", contender, requests);
    var tight = new ArrayList<>(options);
    tight.addAll(TIGHT_HEAP);
    String weight = child(tight, server, "weigh", contender, requests);
    System.out.printf("%-30s %s   %s%n", title, time, weight);
  }

  /** The output of a JVM in this role, with a server of its own. */
  private static String child(List<String> options, String serverRole, String... role)
      throws IOException, InterruptedException {
    if (serverRole.equals(OVER_TLS)) {
      try (LocalNginx server = LocalNginx.answeringLateOverTls()) {
        return saidBy(options, "" + server.port(), role);
      }
    }
    Process server = start(List.of(OPEN), List.of(serverRole));
    String result = saidBy(options, server.inputReader().readLine(), role);
    server.destroy();
    server.waitFor();
    return result;
  }

  private static String saidBy(List<String> options, String ports, String... role)
      throws IOException, InterruptedException {
    var arguments = new ArrayList<>(List.of(role));
    arguments.add(ports);
    Process process = start(options, arguments);
    String result = process.inputReader().readLine();
    process.destroy();
    process.waitFor();
    return result == null ? "failed" : result;
  }

  private static Process start(List<String> options, List<String> arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(COLLECTOR);
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ManyWaits.class.getName());
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static void time(Contender contender, int count, String portList) throws Exception {
    int[] ports = ports(portList);
    for (int i = 0; i < WARM_UPS; i++) {
      settle();
      contender.request(count, LATE, ports);
    }
    double[] seconds = new double[ROUNDS];
    long cpu = 0;
    for (int i = 0; i < ROUNDS; i++) {
      settle();
      long cpuBefore = cpu();
      long begun = System.nanoTime();
      seconds[i] = (contender.request(count, LATE, ports) - begun) / 1e9;
      cpu += cpu() - cpuBefore;
    }
    Arrays.sort(seconds);
    System.out.printf(
        "done in %.2f s (%.2f to %.2f), CPU %.2f s%n",
        seconds[ROUNDS / 2], seconds[0], seconds[ROUNDS - 1], cpu / 1e9 / ROUNDS);
  }

  private static void weigh(Contender contender, int count, String portList) throws Exception {
    int[] ports = ports(portList);
    contender.request(1, Duration.ZERO, ports);
    long residentBefore = resident();
    for (int i = 0; i < WARM_UPS; i++) {
      settle();
      contender.request(count, LATE, ports);
    }
    settle();
    long heapBefore = heapAfterCollection();
    var measured = new CountDownLatch(1);
    Thread.ofPlatform()
        .start(() -> {
          try {
            Thread.sleep(ALL_ASKED);
            long heap = heapAfterCollection() - heapBefore;
            long resident = resident() - residentBefore;
            System.out.printf(
                "heap %,.0f B   RSS %,.0f B a request%n",
                (double) heap / count, (double) resident / count);
          } catch (IOException | InterruptedException e) {
            System.out.println(e);
          }
          measured.countDown();
        });
    contender.request(count, VERY_LATE, ports);
    measured.await();
  }

  private static int[] ports(String list) {
    return Arrays.stream(list.split(",")).mapToInt(Integer::parseInt).toArray();
  }

  private static void settle() throws InterruptedException {
    Thread.sleep(SETTLING);
  }

  private static long heapAfterCollection() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static long cpu() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private static long resident() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    throw new IOException("no VmRSS");
  }

  private static long coroutines(
      String scheme, TlsClient tls, int count, Duration late, int[] ports) {
    var options =
        HttpOptions.DEFAULT
            .withAddresses(AddressPolicy.ANY)
            .withTls(tls)
            .withTimeouts(Timeouts.of(Duration.ofMinutes(10)))
            .withConnections(count, count);
    return EventLoop.run(
        "bench",
        () -> {
          try (var client = new HttpClient(options)) {
            TaskGroup.run(group -> {
              for (int i = 0; i < count; i++) {
                String url =
                    scheme
                        + "://127.0.0.1:"
                        + ports[i % ports.length]
                        + "/"
                        + late.toMillis()
                        + "/"
                        + i;
                group.spawn(
                    "fetch", () -> client.fetch(HttpRequest.get(CrawlUrl.of(url)), Deadline.NEVER));
              }
              return "spawned";
            });
            return System.nanoTime();
          }
        });
  }

  private static long threads(Thread.Builder builder, int count, Duration late, int[] ports)
      throws InterruptedException {
    var connecting = new Semaphore(1_000);
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < count; i++) {
      int port = ports[i % ports.length];
      threads.add(builder.start(() -> blockingRequest(port, late, connecting)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return System.nanoTime();
  }

  private static void blockingRequest(int port, Duration late, Semaphore connecting) {
    connecting.acquireUninterruptibly();
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      connecting.release();
      socket
          .getOutputStream()
          .write(
              "GET /%d/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                  .formatted(late.toMillis())
                  .getBytes(US_ASCII));
      InputStream in = socket.getInputStream();
      byte[] answer = new byte[ORDINARY_BUFFER];
      if (in.read(answer) < 0) {
        throw new IOException("no answer");
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Prints its ports and answers late, by the time in the path, until it is ended. */
  private static void serve() {
    ByteBuffer request = ByteBuffer.allocateDirect(1024);
    EventLoop.run(
        "server",
        () ->
            TaskGroup.run(group -> {
              var ports = new ArrayList<String>();
              for (int i = 0; i < LISTENERS; i++) {
                Listener listener =
                    Network.of(EventLoop.current())
                        .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4096);
                ports.add("" + listener.address().getPort());
                group.spawn("listener " + i, () -> accept(listener, request));
              }
              System.out.println(String.join(",", ports));
              return "spawned";
            }));
  }

  private static Object accept(Listener listener, ByteBuffer request) throws IOException {
    while (true) {
      Channel channel = listener.accept(Deadline.NEVER);
      var unused =
          EventLoop.current().spawn("connection", () -> answer(channel, request)).failure();
    }
  }

  /** Reads an answer; all connections share the buffer, since a waiting one does not hold it. */
  private static Object answer(Channel channel, ByteBuffer request) throws IOException {
    try (channel) {
      while (true) {
        channel.awaitReadable(Deadline.NEVER);
        if (channel.read(request.clear()) < 0) {
          return "closed";
        }
        String path = US_ASCII.decode(request.flip()).toString();
        EventLoop.sleep(Duration.ofMillis(Long.parseLong(path.split("/")[1])));
        channel.write(ByteBuffer.wrap(ANSWER), Deadline.NEVER);
      }
    } catch (ClosedChannelException e) {
      return "closed here";
    }
  }
}
