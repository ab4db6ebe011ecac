package dev.arachne.http;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.http.HttpFailure.StaleConnection;
import dev.arachne.http.HttpFailure.StaleConnection.Sign;
import dev.arachne.network.Channel;
import dev.arachne.network.Listener;
import dev.arachne.network.Network;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.simulation.Latency;
import dev.arachne.simulation.SimulatedServer;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.RequestParser;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A connection that is of no use any more when a request goes out: what is sent again, and when.
 */
final class StaleConnectionTest {

  private static final InetSocketAddress SERVER =
      new InetSocketAddress(InetAddress.ofLiteral("20.0.0.1"), 80);
  private static final Duration LATENCY = Duration.ofMillis(20);
  private static final String SITE = "http://site.example.com";
  private static final HttpReply HERE = html("here");
  private static final Reply IDLE_TIMEOUT =
      Reply.raw("HTTP/1.1 408 Request Timeout\r\nContent-Length: 4\r\n\r\nidle");

  @Test
  void aRequestThatIsSentOnceFailsWhenItsKeptConnectionIsLost() throws Exception {
    var site =
        TestSite.of(
            route("/first", HERE),
            route("/closed", Reply.close(), HERE),
            route("/reset", Reply.reset(), HERE),
            route("/408", IDLE_TIMEOUT, HERE));
    try (var web = TestWeb.serve(site)) {
      Fetching.run(
          Fetching.LOCAL,
          client -> {
            for (String path : List.of("/closed", "/reset", "/408")) {
              Fetching.get(client, web.url("/first"));
              HttpRequest request = HttpRequest.get(CrawlUrl.of(web.url(path))).sentOnce();
              var failure = assertThrows(HttpException.class, () -> fetch(client, request));
              Sign sign = path.equals("/408") ? Sign.REQUEST_TIMEOUT : Sign.ENDED;
              assertEquals(new StaleConnection(sign), failure.failure());
            }
            return null;
          });
      assertEquals(6, web.requestCount());
    }
  }

  @Test
  void anUnsentRequestIsSentOnANewConnection() throws Exception {
    var site =
        TestSite.of(
            route("/first", HERE),
            route("/closed", Reply.close(), html("closed")),
            route("/408", IDLE_TIMEOUT, html("408")));
    try (var web = TestWeb.serve(site)) {
      Fetching.run(
          Fetching.LOCAL,
          client -> {
            for (String path : List.of("/closed", "/408")) {
              Fetching.get(client, web.url("/first"));
              HttpResponse response = Fetching.get(client, web.url(path));
              assertEquals(200, response.status());
              assertEquals(path, "/" + new String(response.body(), US_ASCII));
              assertEquals(1, response.connectionUse());
            }
            return null;
          });
      assertEquals(
          List.of("/first", "/closed", "/closed", "/first", "/408", "/408"), web.targets());
    }
  }

  @Test
  void status408OnANewConnectionIsAnAnswer() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("*", IDLE_TIMEOUT)))) {
      assertEquals(408, Fetching.get(web.url("/")).status());
      assertEquals(1, web.requestCount());
    }
  }

  @Test
  void aDecisionMayTakeItsTimeAndHoldsNoConnection() {
    int[] asked = {0};
    TestSite site =
        request -> request.path().equals("/second") && asked[0]++ == 0 ? Reply.close() : HERE;
    simulate(
        site,
        HttpOptions.DEFAULT.withConnections(1, 1),
        client -> {
          Fetching.get(client, SITE + "/first");
          List<String> order = new ArrayList<>();
          HttpRequest request =
              HttpRequest.get(CrawlUrl.of(SITE + "/second"))
                  .onSend(_ -> order.add("sent"))
                  .resentIf(stale -> {
                    order.add(stale.sign().name());
                    EventLoop.sleep(Duration.ofHours(1));
                    order.add("first again: " + status(client, SITE + "/first"));
                    return true;
                  });
          HttpResponse response = fetch(client, request);
          assertEquals(200, response.status());
          assertEquals(List.of("sent", "ENDED", "first again: 200", "sent"), order);
          assertEquals(1, response.connectionUse());
          assertTrue(response.timings().totalNanos() < Duration.ofMinutes(1).toNanos());
          return null;
        });
  }

  @Test
  void aNewConnectionIsHadWhereItIsAskedFor() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("*", HERE)))) {
      Fetching.run(
          Fetching.LOCAL,
          client -> {
            HttpRequest request = HttpRequest.get(CrawlUrl.of(web.url("/")));
            assertEquals(1, fetch(client, request).connectionUse());
            assertEquals(2, fetch(client, request).connectionUse());
            assertEquals(1, fetch(client, request.onNewConnection()).connectionUse());
            return null;
          });
      assertEquals(2, web.connectionCount());
    }
  }

  /**
   * Between an answer and the next request, up to the instant in which that is written, a server
   * sends an answer that nobody asked for. Each true answer names what was asked for.
   */
  @Test
  void anAnswerThatCameBeforeItsRequestIsTakenForNone() {
    int tasks = 10;
    int answers = 10_000;
    simulate(
        new PoisonServer(),
        HttpOptions.DEFAULT.withConnections(tasks, tasks),
        (client, server) -> {
          int[] taken = {0};
          var random = new SplittableRandom(1);
          for (int round = 0; round < answers / tasks; round++) {
            String path = "/" + round + "-";
            // No request is under way when the poison is: it could not be told from an answer.
            var poisoned = new Promise<Boolean>(EventLoop.current(), "poison");
            int[] ready = {0};
            TaskGroup.run(group -> {
              for (int task = 0; task < tasks; task++) {
                String target = path + task;
                group.spawn(
                    target,
                    () -> {
                      HttpRequest request =
                          HttpRequest.get(CrawlUrl.of(SITE + target))
                              .onSend(_ -> {
                                if (++ready[0] == tasks) {
                                  server.poison(random);
                                  EventLoop.sleep(LATENCY.multipliedBy(2));
                                  poisoned.complete(true);
                                }
                                poisoned.await();
                              });
                      HttpResponse response = fetch(client, request);
                      if (!new String(response.body(), US_ASCII).equals(target)) {
                        taken[0]++;
                      }
                      return null;
                    });
              }
              return null;
            });
          }
          assertEquals(0, taken[0], "poisons were taken for answers");
          assertEquals(answers, server.requests);
          assertTrue(server.poisons > answers / 10, server.poisons + " were poisoned");
          return null;
        });
  }

  @Test
  void bytesOnANewConnectionBeforeItsRequestEndIt() {
    for (int poisoned : new int[] {0, 1, 2}) {
      var server = new PoisonServer();
      server.greetings = poisoned;
      simulate(
          server,
          HttpOptions.DEFAULT,
          (client, _) -> {
            HttpRequest request =
                HttpRequest.get(CrawlUrl.of(SITE + "/asked"))
                    .onSend(_ -> EventLoop.sleep(LATENCY.multipliedBy(4)));
            if (poisoned < 2) {
              assertEquals("/asked", new String(fetch(client, request).body(), US_ASCII));
            } else {
              var failure = assertThrows(HttpException.class, () -> fetch(client, request));
              assertEquals(new StaleConnection(Sign.UNREQUESTED), failure.failure());
            }
            assertEquals(poisoned < 2 ? 1 : 0, server.requests);
            return null;
          });
    }
  }

  /** Answers with the target that was asked for, and can send answers that nobody asked for. */
  private static final class PoisonServer {
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Length: ";

    private final Set<Channel> idle = new LinkedHashSet<>();

    private int greetings;
    private int poisons;
    private int requests;

    /** Answers on some connections that wait for a request. */
    void poison(SplittableRandom random) {
      for (Channel channel : List.copyOf(idle)) {
        if (random.nextInt(4) == 0) {
          send(channel, "poison");
          idle.remove(channel);
          poisons++;
        }
      }
    }

    private @Nullable Void accept() throws IOException {
      Listener listener = Network.of(EventLoop.current()).listen(SERVER, 100);
      while (true) {
        Channel channel = listener.accept(Deadline.NEVER);
        if (greetings-- > 0) {
          send(channel, "poison");
        }
        EventLoop.current().spawn("connection", () -> converse(channel));
      }
    }

    private boolean converse(Channel channel) {
      var parser = new RequestParser();
      ByteBuffer arrivals = ByteBuffer.allocate(4096);
      try (channel) {
        while (true) {
          channel.awaitReadable(Deadline.NEVER);
          int count = channel.read(arrivals.clear());
          if (count < 0) {
            return true;
          }
          idle.remove(channel);
          parser.feed(arrivals.array(), count);
          for (var next = parser.next(); next.isPresent(); next = parser.next()) {
            requests++;
            send(channel, next.get().target());
            idle.add(channel);
          }
        }
      } catch (IOException e) {
        return false;
      } finally {
        idle.remove(channel);
      }
    }

    private static void send(Channel channel, String body) {
      byte[] answer = (HEAD + body.length() + "\r\n\r\n" + body).getBytes(US_ASCII);
      try {
        channel.write(ByteBuffer.wrap(answer), Deadline.NEVER);
      } catch (IOException e) {
        // The client has ended it.
      }
    }
  }

  private static HttpResponse fetch(HttpClient client, HttpRequest request) throws HttpException {
    return client.fetch(request, Deadline.NEVER);
  }

  private static int status(HttpClient client, String url) {
    try {
      return Fetching.get(client, url).status();
    } catch (HttpException e) {
      throw new AssertionError(e);
    }
  }

  private static void simulate(TestSite site, HttpOptions options, Fetching.Body<?> body) {
    EventLoop.run(
        world(),
        "test",
        () -> {
          new SimulatedServer(site).listen(SERVER);
          try (var client = new HttpClient(options)) {
            return body.with(client);
          }
        });
  }

  private interface PoisonedBody {
    @Nullable Void with(HttpClient client, PoisonServer server) throws Exception;
  }

  private static void simulate(PoisonServer server, HttpOptions options, PoisonedBody body) {
    EventLoop.run(
        world(),
        "test",
        () -> {
          EventLoop.current().spawn("server", server::accept);
          try (var client = new HttpClient(options)) {
            return body.with(client, server);
          }
        });
  }

  private static Simulation world() {
    return Simulation.of(1, SimulationOptions.FAULT_FREE.withLatency(Latency.fixed(LATENCY)))
        .name("site.example.com", SERVER.getAddress());
  }
}
