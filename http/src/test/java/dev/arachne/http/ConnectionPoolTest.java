package dev.arachne.http;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.simulation.SimulatedServer;
import dev.arachne.simulation.Simulation;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Step;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ConnectionPoolTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Reply SLOW = html("page").after(Duration.ofMillis(5));

  @Test
  void neverMoreConnectionsAreOpenThanAskedFor() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("*", SLOW)))) {
      Fetching.run(
          Fetching.LOCAL.withConnections(3, 100),
          client -> fetchAtOnce(client, 60, i -> web.url("/" + i)));
      assertEquals(3, web.peakConnections());
      assertEquals(3, web.connectionCount());
      assertEquals(60, web.requestCount());
    }
  }

  @Test
  void theTotalHoldsOverAllOriginsAndIdleConnectionsMakeRoom() throws Exception {
    Fetching.run(
        Fetching.LOCAL.withConnections(2, 4),
        client -> {
          var server = new SimulatedServer(TestSite.of(route("*", html("page"))));
          var origins = new ArrayList<String>();
          for (int i = 1; i <= 9; i++) {
            var anyPort = new InetSocketAddress(InetAddress.ofLiteral("127.0.0." + i), 0);
            origins.add("http://127.0.0." + i + ":" + server.listen(anyPort).address().getPort());
          }
          fetchAtOnce(client, 90, i -> origins.get(i % 9) + "/" + i);
          assertEquals(4, server.peakConnections());
          return null;
        });
  }

  @Test
  void aTimedOutWaitForAConnectionFailsAndLeavesTheQueue() throws Exception {
    try (var web =
        TestWeb.serve(
            TestSite.of(
                route("/slow", html("slow").after(Duration.ofMillis(300))),
                route("/page", html("page"))))) {
      var second = Duration.ofSeconds(10);
      var patience =
          new Timeouts(Duration.ofMillis(50), second, second, second, second, second, second);
      Fetching.run(
          Fetching.LOCAL.withConnections(1, 1).withTimeouts(patience),
          client ->
              TaskGroup.run(group -> {
                Task<HttpResponse> slow =
                    group.spawn("slow", () -> Fetching.get(client, web.url("/slow")));
                EventLoop.yieldNow();
                var thrown =
                    assertThrows(HttpException.class, () -> Fetching.get(client, web.url("/page")));
                assertEquals(new HttpFailure.TimedOut(Phase.QUEUE), thrown.failure());
                assertEquals(200, slow.await().status());
                return Fetching.get(client, web.url("/page"));
              }));
      assertEquals(List.of("/slow", "/page"), web.targets());
    }
  }

  @Test
  void aCancelledExchangeGivesItsConnectionBack() throws Exception {
    try (var web =
        TestWeb.serve(TestSite.of(route("/hang", Reply.hang()), route("/page", html("page"))))) {
      Fetching.run(
          Fetching.LOCAL.withConnections(1, 1),
          client -> {
            EventLoop loop = EventLoop.current();
            var hanging = loop.spawn("hang", () -> Fetching.get(client, web.url("/hang")));
            var waiting = loop.spawn("wait", () -> Fetching.get(client, web.url("/page")));
            EventLoop.yieldNow();
            EventLoop.yieldNow();
            hanging.cancel();
            return waiting.await();
          });
    }
  }

  @Test
  void aClosedClientOpensNothingForWhoStillWaits() throws Exception {
    try (var web =
        TestWeb.serve(TestSite.of(route("/hang", Reply.hang()), route("/page", html("page"))))) {
      Fetching.run(
          Fetching.LOCAL.withConnections(1, 1),
          client -> {
            EventLoop loop = EventLoop.current();
            var hanging = loop.spawn("hang", () -> Fetching.get(client, web.url("/hang")));
            var waiting =
                loop.spawn(
                    "wait",
                    () ->
                        assertThrows(
                            HttpException.class, () -> Fetching.get(client, web.url("/page"))));
            EventLoop.yieldNow();
            EventLoop.yieldNow();
            client.close();
            assertEquals(new HttpFailure.ClientClosed(), waiting.await().failure());
            hanging.cancel();
            return null;
          });
      assertTrue(web.connectionCount() <= 1);
      assertFalse(web.targets().contains("/page"));
    }
  }

  @Test
  void idleConnectionsAreClosedAfterAWhile() {
    var address = new InetSocketAddress(InetAddress.ofLiteral("20.0.0.1"), 80);
    EventLoop.run(
        Simulation.of(1).name("site.example.com", address.getAddress()),
        "test",
        () -> {
          var server = new SimulatedServer(TestSite.of(route("*", html("page"))));
          server.listen(address);
          var options = HttpOptions.DEFAULT.withIdleExpiry(Duration.ofSeconds(30));
          try (var client = new HttpClient(options)) {
            for (int use = 1; use <= 3; use++) {
              var response = Fetching.get(client, "http://site.example.com/");
              assertEquals(use, response.connectionUse());
              EventLoop.sleep(Duration.ofSeconds(29));
            }
            assertEquals(1, server.connections());
            EventLoop.sleep(Duration.ofSeconds(2));
            assertEquals(0, server.connections());
          }
          return null;
        });
  }

  @Test
  void anUnsolicitedAnswerIsNotTakenForTheNext() {
    var address = new InetSocketAddress(InetAddress.ofLiteral("20.0.0.1"), 80);
    EventLoop.run(
        Simulation.of(1).name("site.example.com", address.getAddress()),
        "test",
        () -> {
          var first = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst".getBytes(US_ASCII);
          var two = Reply.steps(new Step.Send(first), new Step.Pause(SECOND), new Step.Send(first));
          var server =
              new SimulatedServer(TestSite.of(route("/first", two), route("/next", html("next"))));
          server.listen(address);
          try (var client = new HttpClient(HttpOptions.DEFAULT.withConnections(1, 1))) {
            Fetching.get(client, "http://site.example.com/first");
            EventLoop.sleep(SECOND.multipliedBy(5));
            var next = Fetching.get(client, "http://site.example.com/next");
            assertEquals("next", new String(next.body(), US_ASCII));
            assertEquals(1, next.connectionUse());
            assertEquals(1, server.peakConnections());
          }
          return null;
        });
  }

  @Test
  void postsNeverGoOnAConnectionThatMayBeDead() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("*", html("page"))))) {
      Fetching.run(
          Fetching.LOCAL.withConnections(1, 1),
          client -> {
            Fetching.get(client, web.url("/"));
            var post = HttpRequest.post(CrawlUrl.of(web.url("/")), "text/plain", new byte[100_000]);
            assertEquals(1, client.fetch(post, Deadline.NEVER).connectionUse());
            return null;
          });
      assertEquals(2, web.connectionCount());
      assertEquals("100000", web.requests().get(1).header("Content-Length").get());
    }
  }

  private interface Urls {
    String of(int i);
  }

  private static List<HttpResponse> fetchAtOnce(HttpClient client, int count, Urls urls)
      throws Exception {
    return TaskGroup.run(group -> {
      var tasks = new ArrayList<Task<HttpResponse>>();
      for (int i = 0; i < count; i++) {
        String url = urls.of(i);
        tasks.add(group.spawn(url, () -> Fetching.get(client, url)));
      }
      return tasks.stream().map(Task::await).toList();
    });
  }
}
