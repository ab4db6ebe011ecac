package dev.arachne.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.http2.ErrorCode;
import dev.arachne.http2.ScriptedHttp2;
import dev.arachne.http2.ScriptedHttp2.Request;
import dev.arachne.http2.ScriptedHttp2.Session;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.simulation.Fault;
import dev.arachne.simulation.Latency;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.Gzip;
import dev.arachne.testkit.RandomSeeds;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The client on streams of HTTP/2 in simulated networks that cut, delay and interleave, with
 * servers that split frames anywhere, reset streams, go away and open windows as they like. The
 * number of seeds is that of a build; {@code -Darachne.simulated.seeds=10000} for the large run.
 */
final class SimulatedHttp2Test {

  private static final int SEEDS = Integer.getInteger("arachne.simulated.seeds", 1_000);
  private static final int REPLAYED = 20;
  private static final int FETCHES = 16;
  private static final int RIGHTS = 5;
  private static final InetSocketAddress SERVER =
      new InetSocketAddress(InetAddress.ofLiteral("20.0.0.1"), 80);
  private static final Latency WEB =
      Latency.longTailed(Duration.ofMillis(50), Duration.ofSeconds(5));

  /** A server that allows one stream at a time makes the others wait for long. */
  private static final Timeouts PATIENT =
      new Timeouts(
          Duration.ofMinutes(30),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(20),
          Duration.ofMinutes(30));

  private static final HttpOptions OPTIONS =
      HttpOptions.DEFAULT
          .withHttp2(Http2.PRIOR_KNOWLEDGE)
          .withConnections(RIGHTS, RIGHTS)
          .withTimeouts(PATIENT);

  private record Run(List<String> outcomes, int whole, int cut, int failed, long hash) {}

  @Test
  void aDisturbedBodyIsWholeAndRightOrSaysThatItIsNot() {
    int[] sums = new int[3];
    RandomSeeds.forEach(
        SEEDS,
        seed -> {
          Run run = run(seed);
          sums[0] += run.whole();
          sums[1] += run.cut();
          sums[2] += run.failed();
          if (seed < REPLAYED) {
            assertEquals(run, run(seed));
          }
        });
    String tally =
        "simulated over HTTP/2: %,d whole, %,d cut, %,d failed"
            .formatted(sums[0], sums[1], sums[2]);
    System.out.println(tally);
    assertTrue(sums[0] > SEEDS && sums[1] > SEEDS / 20 && sums[2] > SEEDS / 4, tally);
  }

  /** Fetches at once in bad weather; when it is over, all fetches are whole. */
  private static Run run(long seed) {
    boolean[] weather = {true};
    var random = new SplittableRandom(seed);
    var world =
        Simulation.of(
                seed,
                SimulationOptions.FAULT_FREE
                    .withLatency(WEB)
                    .withFaults((_, its) ->
                        weather[0] && its.nextInt(3) == 0 ? Fault.any(its, 60_000) : Fault.NONE))
            .name("site.example.com", SERVER.getAddress());
    var outcomes = new ArrayList<String>();
    int[] sums = new int[3];
    EventLoop.run(
        world,
        "main",
        () -> {
          var server =
              new ScriptedHttp2(
                  (session, request) -> answer(session, request, random, weather[0]),
                  settings(random));
          server.listen(SERVER);
          var budget = new ByteBudget(random.nextInt(100_000, 2_000_000), 1_000);
          try (var client = new HttpClient(OPTIONS)) {
            fetchAtOnce(client, budget, outcomes, sums);
            weather[0] = false;
            EventLoop.sleep(Duration.ofMinutes(3)); // idle connections, sound or not, expire
            int whole = sums[0];
            fetchAtOnce(client, budget, outcomes, sums);
            assertEquals(whole + FETCHES, sums[0], () -> outcomes.toString());
          }
          assertTrue(server.failure().isEmpty(), () -> server.failure().toString());
          assertEquals(0, budget.taken());
          return "done";
        });
    return new Run(outcomes, sums[0], sums[1], sums[2], world.traceHash());
  }

  private static int[] settings(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> new int[] {3, random.nextInt(1, 4)}; // MAX_CONCURRENT_STREAMS
      case 1 -> new int[] {4, random.nextInt(1_000, 70_000)}; // INITIAL_WINDOW_SIZE
      case 2 -> new int[] {1, random.nextInt(200), 5, 20_000}; // HEADER_TABLE_SIZE, MAX_FRAME_SIZE
      default -> new int[0];
    };
  }

  /** What is right at a path: so long, and of these bytes. */
  private static byte[] page(String path) {
    int length = Integer.parseInt(path.substring(2));
    return (path + " 0123456789abcdef").repeat(length).substring(0, length).getBytes(ISO_8859_1);
  }

  private static void answer(
      Session session, Request request, SplittableRandom random, boolean inBadWeather)
      throws IOException {
    int stream = request.stream();
    EventLoop.sleep(Duration.ofMillis(random.nextInt(500)));
    int trouble = inBadWeather ? random.nextInt(30) : 30;
    if (trouble == 0) {
      session.reset(stream, random.nextBoolean() ? ErrorCode.REFUSED_STREAM : ErrorCode.CANCEL);
      return;
    }
    if (trouble == 1) {
      session.goAway(Math.max(0, stream - 2 * random.nextInt(3)));
    }
    if (trouble == 2) {
      return; // Silence.
    }
    if (random.nextInt(4) == 0) {
      session.head(stream, false, ":status", "103", "link", "</a>; rel=preload");
    }
    String kind = request.path().substring(0, 2);
    byte[] body = page(request.path());
    byte[] sent = kind.equals("/z") ? Gzip.of(body) : body;
    switch (kind) {
      case "/z" -> session.head(stream, false, ":status", "200", "content-encoding", "gzip");
      case "/l" ->
          session.head(stream, false, ":status", "200", "content-length", "" + sent.length);
      default -> session.head(stream, false, ":status", "200", "x-random", "" + random.nextInt());
    }
    int to = trouble == 3 || trouble == 4 ? random.nextInt(sent.length + 1) : sent.length;
    int from = 0;
    while (from < to) {
      int count = Math.min(to - from, 1 + random.nextInt(20_000));
      boolean isLast = from + count == to && to == sent.length && random.nextBoolean();
      byte[] piece = Arrays.copyOfRange(sent, from, from + count);
      session.data(stream, isLast, piece, 1 + random.nextInt(16_384));
      from += count;
      if (isLast) {
        return;
      }
      if (random.nextInt(10) == 0) {
        session.ping();
        EventLoop.sleep(Duration.ofMillis(random.nextInt(300)));
      }
    }
    if (trouble == 3) {
      session.reset(stream, ErrorCode.INTERNAL_ERROR);
    } else if (trouble == 4) {
      session.close();
    } else if (random.nextBoolean()) {
      session.head(stream, true, "x-trailer", "end");
    } else {
      session.data(stream, true, "");
    }
  }

  private static void fetchAtOnce(
      HttpClient client, ByteBudget budget, List<String> outcomes, int[] sums) throws Exception {
    List<String> paths =
        List.of("/l7", "/u3000", "/z50000", "/l90000", "/u200000", "/z5", "/l1", "/u0");
    TaskGroup.run(group -> {
      var tasks = new ArrayList<Task<String>>();
      for (int i = 0; i < FETCHES; i++) {
        String path = paths.get(i % paths.size());
        tasks.add(group.spawn(path, () -> fetch(client, budget, path, sums)));
      }
      tasks.forEach(task -> outcomes.add(task.await()));
      return null;
    });
  }

  private static String fetch(HttpClient client, ByteBudget budget, String path, int[] sums) {
    byte[] right = page(path);
    try (ByteBudget.Share share = budget.share()) {
      HttpRequest request =
          HttpRequest.get(CrawlUrl.of("http://site.example.com" + path)).heldBy(share);
      HttpResponse response = client.fetch(request, Deadline.NEVER);
      String body = new String(response.body(), ISO_8859_1);
      if (response.isComplete()) {
        assertEquals(new String(right, ISO_8859_1), body, path);
        sums[0]++;
        return path + " whole";
      }
      assertTrue(new String(right, ISO_8859_1).startsWith(body), path);
      sums[1]++;
      return path + " cut at " + body.length();
    } catch (HttpException e) {
      sums[2]++;
      return path + " " + e.failure();
    }
  }
}
