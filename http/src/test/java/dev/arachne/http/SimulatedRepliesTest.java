package dev.arachne.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.simulation.Fault;
import dev.arachne.simulation.FaultPlan;
import dev.arachne.simulation.Latency;
import dev.arachne.simulation.SimulatedServer;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.RandomSeeds;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Step;
import dev.arachne.testkit.TestSite;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The real client in simulated networks that cut, delay and interleave. The number of seeds is that
 * of a build; {@code -Darachne.simulated.seeds=10000} for the large run.
 */
final class SimulatedRepliesTest {

  private static final int SEEDS = Integer.getInteger("arachne.simulated.seeds", 3_000);
  private static final int REPLAYED = 20;
  private static final int FETCHES = 12;
  private static final int CONNECTIONS = 3;
  private static final InetSocketAddress SERVER =
      new InetSocketAddress(InetAddress.ofLiteral("20.0.0.1"), 80);
  private static final Latency WEB =
      Latency.longTailed(Duration.ofMillis(50), Duration.ofSeconds(5));

  /** A reply's end is known by a length, a chunk, a head or the coding, never by a close alone. */
  private static final Map<String, Reply> REPLIES = replies();

  private static final HttpOptions OPTIONS =
      HttpOptions.DEFAULT.withConnections(CONNECTIONS, CONNECTIONS);

  private static final FaultPlan BAD =
      (_, random) -> random.nextInt(3) == 0 ? Fault.any(random, 1_500) : Fault.NONE;

  private sealed interface Outcome {
    record Whole(int status, String headers, String body) implements Outcome {}

    record Cut(String body) implements Outcome {}

    record Failed(HttpFailure failure) implements Outcome {}
  }

  private record Run(Map<String, List<Outcome>> outcomes, long hash) {}

  private static Map<String, Reply> replies() {
    byte[] page = "<p>0123456789abcdef\r\n".repeat(40).getBytes(ISO_8859_1);
    HttpReply plain = HttpReply.of(200).header("X-Folded", "one two").body(page);
    String head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    var replies = new TreeMap<String, Reply>();
    replies.put("/length", plain);
    replies.put("/chunked", plain.chunked(77));
    replies.put("/gzip", plain.gzip());
    replies.put("/gzip-chunked", plain.gzip().chunked(7));
    replies.put("/gzip-until-close", plain.gzip().untilClose());
    replies.put("/empty", HttpReply.of(204));
    replies.put("/error", Reply.status(500));
    replies.put(
        "/trailers", Reply.steps(send(head + "5;a=\"b\"\r\nhello\r\n0\r\nX-End: yes\r\n\r\n")));
    replies.put(
        "/interim",
        Reply.steps(
            send(
                "HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")));
    return replies;
  }

  private static Step send(String text) {
    return new Step.Send(text.getBytes(ISO_8859_1));
  }

  @Test
  void aDisturbedReplyIsReadAsTheUndisturbedOneOrSaysThatItIsNot() {
    Map<String, List<Outcome>> expected = run(0, Disturbance.NONE).outcomes();
    for (List<Outcome> outcomes : expected.values()) {
      assertTrue(outcomes.getFirst() instanceof Outcome.Whole, outcomes::toString);
    }
    int[] whole = {0};
    int[] cut = {0};
    int[] failed = {0};
    RandomSeeds.forEach(
        SEEDS,
        seed -> {
          Run run = run(seed, Disturbance.BAD_WEATHER);
          run.outcomes()
              .forEach((path, outcomes) -> {
                var right = (Outcome.Whole) expected.get(path).getFirst();
                for (Outcome outcome : outcomes) {
                  switch (outcome) {
                    case Outcome.Whole _ -> {
                      assertEquals(right, outcome, path);
                      whole[0]++;
                    }
                    case Outcome.Cut(String body) -> {
                      assertTrue(right.body().startsWith(body), path);
                      cut[0]++;
                    }
                    case Outcome.Failed _ -> failed[0]++;
                  }
                }
              });
          if (seed < REPLAYED) {
            assertEquals(run, run(seed, Disturbance.BAD_WEATHER));
          }
        });
    String tally =
        "simulated: %,d replies whole, %,d cut, %,d failed".formatted(whole[0], cut[0], failed[0]);
    System.out.println(tally);
    assertTrue(cut[0] > SEEDS / 20 && failed[0] > SEEDS / 4 && whole[0] > 3 * SEEDS, tally);
  }

  private enum Disturbance {
    NONE,
    BAD_WEATHER
  }

  /** Fetches at once, some of each reply; when the weather is over, as many connections serve. */
  private static Run run(long seed, Disturbance disturbance) {
    boolean[] weather = {disturbance == Disturbance.BAD_WEATHER};
    var world =
        Simulation.of(
                seed,
                SimulationOptions.FAULT_FREE
                    .withLatency(WEB)
                    .withFaults(
                        (to, random) -> weather[0] ? BAD.connection(to, random) : Fault.NONE))
            .name("site.example.com", SERVER.getAddress());
    var outcomes = new TreeMap<String, List<Outcome>>();
    EventLoop.run(
        world,
        "main",
        () -> {
          new SimulatedServer(site(seed, disturbance)).listen(SERVER);
          try (var client = new HttpClient(OPTIONS)) {
            fetchAtOnce(client, new ArrayList<>(REPLIES.keySet()), outcomes);
            weather[0] = false;
            EventLoop.sleep(Duration.ofMinutes(1)); // idle connections, sound or not, expire
            var after = new TreeMap<String, List<Outcome>>();
            fetchAtOnce(client, List.of("/length", "/chunked", "/gzip"), after);
            after.values().stream()
                .flatMap(List::stream)
                .forEach(
                    outcome -> assertTrue(outcome instanceof Outcome.Whole, outcome::toString));
          }
          return "done";
        });
    return new Run(outcomes, world.traceHash());
  }

  private static TestSite site(long seed, Disturbance disturbance) {
    var random = new SplittableRandom(seed);
    return request -> {
      Reply reply = REPLIES.get(request.path());
      return disturbance == Disturbance.NONE
          ? reply
          : reply
              .dripping(1 + random.nextInt(400), Duration.ofMillis(random.nextInt(50)))
              .after(Duration.ofMillis(random.nextInt(2_000)));
    };
  }

  private static void fetchAtOnce(
      HttpClient client, List<String> paths, Map<String, List<Outcome>> outcomes) throws Exception {
    TaskGroup.run(group -> {
      var tasks = new ArrayList<Task<Boolean>>();
      for (int i = 0; i < FETCHES; i++) {
        String path = paths.get(i % paths.size());
        List<Outcome> into = outcomes.computeIfAbsent(path, _ -> new ArrayList<>());
        tasks.add(group.spawn(path, () -> into.add(fetch(client, path))));
      }
      tasks.forEach(Task::await);
      return tasks.size();
    });
  }

  private static Outcome fetch(HttpClient client, String path) {
    try {
      HttpResponse response = Fetching.get(client, "http://site.example.com" + path);
      String body = new String(response.body(), ISO_8859_1);
      return response.isComplete()
          ? new Outcome.Whole(response.status(), response.headers().toString(), body)
          : new Outcome.Cut(body);
    } catch (HttpException e) {
      return new Outcome.Failed(e.failure());
    }
  }

  @Test
  void aLongUploadMayTakeLongerThanTheTimeBetweenTwoPiecesOfIt() {
    var options = SimulationOptions.FAULT_FREE.withBytesPerSecond(20_000);
    var world = Simulation.of(1, options).name("site.example.com", SERVER.getAddress());
    HttpResponse response =
        EventLoop.run(
            world,
            "main",
            () -> {
              new SimulatedServer(_ -> Reply.text("thanks")).listen(SERVER);
              try (var client = new HttpClient(OPTIONS)) {
                CrawlUrl url = CrawlUrl.of("http://site.example.com/");
                return client.fetch(
                    HttpRequest.post(url, "text/plain", new byte[1_000_000]), Deadline.NEVER);
              }
            });
    assertEquals(200, response.status());
    assertTrue(response.timings().sentNanos() > Timeouts.DEFAULT.betweenBytes().toNanos());
  }

  @Test
  void aByteAMinuteIsGivenUpBetweenBytesOrAtTheExchangesEnd() {
    assertEquals(new HttpFailure.TimedOut(Phase.BETWEEN_BYTES), failureOfDrip(Timeouts.DEFAULT));
    Timeouts patient = Timeouts.DEFAULT.withBetweenBytes(Duration.ofMinutes(2));
    assertEquals(new HttpFailure.TimedOut(Phase.EXCHANGE), failureOfDrip(patient));
  }

  private static HttpFailure failureOfDrip(Timeouts timeouts) {
    var world = Simulation.of(1).name("site.example.com", SERVER.getAddress());
    Reply slow = Reply.html("x".repeat(1_000)).dripping(1, Duration.ofMinutes(1));
    return EventLoop.run(
        world,
        "main",
        () -> {
          new SimulatedServer(_ -> slow).listen(SERVER);
          var loop = EventLoop.current();
          long begin = loop.time().nanos();
          try (var client = new HttpClient(OPTIONS.withTimeouts(timeouts))) {
            Outcome outcome = fetch(client, "/");
            var elapsed = Duration.ofNanos(loop.time().nanos() - begin);
            assertFalse(
                elapsed.compareTo(timeouts.exchange().plusSeconds(1)) > 0, elapsed::toString);
            return ((Outcome.Failed) outcome).failure();
          }
        });
  }
}
