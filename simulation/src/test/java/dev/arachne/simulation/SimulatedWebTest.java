package dev.arachne.simulation;

import static dev.arachne.testkit.Reply.close;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.reset;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.network.Channel;
import dev.arachne.network.Network;
import dev.arachne.network.Resolver;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedWebTest {
  private static TestSite at(String place, Reply first, Reply... others) {
    return TestSite.of(others.length == 0 ? route(place, first) : route(place, first, others[0]));
  }

  private static Channel connect(String host) throws IOException {
    EventLoop loop = EventLoop.current();
    var address = Resolver.of(loop).resolve(host, Deadline.NEVER).getFirst();
    return Network.of(loop).connect(new InetSocketAddress(address, 80), Deadline.NEVER);
  }

  /** Asks for a page and reads until the server ends the connection. */
  private static String get(String host, String target) throws IOException {
    try (Channel channel = connect(host)) {
      String request =
          "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(target, host);
      channel.write(ByteBuffer.wrap(request.getBytes(ISO_8859_1)), Deadline.NEVER);
      var answer = new StringBuilder();
      ByteBuffer piece = ByteBuffer.allocate(1_024);
      while (true) {
        channel.awaitReadable(Deadline.NEVER);
        int count = channel.read(piece.clear());
        if (count < 0) {
          return answer.toString();
        }
        answer.append(new String(piece.array(), 0, count, ISO_8859_1));
      }
    }
  }

  private static Duration now() {
    return Duration.ofNanos(EventLoop.current().time().nanos());
  }

  @Test
  void eachHostAnswersByItsOwnSiteAndRequestsAreCounted() throws Exception {
    SimulatedWeb web =
        SimulatedWeb.of(1)
            .site("a.example", at("/", status(503), text("at last")))
            .site("B.example", at("/", text("the other")));
    List<String> answers =
        web.run(() -> List.of(get("a.example", "/"), get("b.example", "/"), get("a.example", "/")));
    assertEquals("HTTP/1.1 503", answers.get(0).substring(0, 12));
    assertTrue(answers.get(1).endsWith("the other"), answers.get(1));
    assertTrue(answers.get(2).endsWith("at last"), answers.get(2));
    assertEquals(List.of("/", "/"), web.targets("A.example"));
    assertEquals(List.of("a.example", "b.example", "a.example"), hosts(web));
    assertEquals(2, web.requests().getLast().request().ask());
  }

  private static List<String> hosts(SimulatedWeb web) {
    return web.requests().stream().map(SimulatedRequest::host).toList();
  }

  @Test
  void pausesTakeVirtualTime() throws Exception {
    Duration pause = Duration.ofHours(3);
    SimulatedWeb web = SimulatedWeb.of(1).site("a.example", at("/", text("x").after(pause)));
    Duration end =
        web.run(() -> {
          get("a.example", "/");
          return now();
        });
    assertTrue(end.compareTo(pause) >= 0, end.toString());
    assertTrue(end.compareTo(pause.plusSeconds(1)) < 0, end.toString());
    assertTrue(web.requests().getFirst().at().compareTo(Duration.ofSeconds(1)) < 0);
  }

  @Test
  void aHostRefusesConnectionsAtTheTimesGiven() throws Exception {
    Duration minute = Duration.ofMinutes(1);
    SimulatedWeb web =
        SimulatedWeb.of(1)
            .site("a.example", at("/", text("open")))
            .site("b.example", at("/", text("open too")))
            .refuse("a.example", Duration.ZERO, minute)
            .refuse("a.example", minute.multipliedBy(2), minute.multipliedBy(3));
    web.run(() -> {
      for (int half = 0; half < 4; half++) {
        get("b.example", "/");
        if (half % 2 == 0) {
          assertThrows(ConnectException.class, () -> get("a.example", "/"), now().toString());
        } else {
          get("a.example", "/");
        }
        EventLoop.sleep(minute);
      }
      return true;
    });
    assertEquals(6, web.requests().size());
    assertEquals(List.of("/", "/"), web.targets("a.example"));
    Duration up = web.requests("a.example").getFirst().at();
    assertTrue(up.compareTo(minute) >= 0, up.toString());
  }

  @Test
  void aConnectionEndsAsTheScriptSays() throws Exception {
    SimulatedWeb web =
        SimulatedWeb.of(1)
            .site(
                "a.example",
                TestSite.of(
                    route("/close", close()),
                    route("/reset", reset()),
                    route("/cut", html("long").cutAfter(8)),
                    route("/broken", html("long").resetAfter(8))));
    web.run(() -> {
      assertEquals("", get("a.example", "/close"));
      assertEquals("HTTP/1.1", get("a.example", "/cut"));
      assertThrows(SocketException.class, () -> get("a.example", "/reset"));
      assertThrows(SocketException.class, () -> get("a.example", "/broken"));
      return true;
    });
  }

  @Test
  void aHostWithoutASiteIsUnknown() throws Exception {
    Exception thrown =
        assertThrows(
            UnknownHostException.class, () -> SimulatedWeb.of(1).run(() -> get("a.example", "/")));
    assertTrue(thrown.getMessage().contains("a.example"), thrown.getMessage());
  }

  @Test
  void equalSeedsGiveEqualRuns() throws Exception {
    assertEquals(hash(7), hash(7));
    assertNotEquals(hash(7), hash(8));
  }

  private static long hash(long seed) throws Exception {
    Latency latency = Latency.between(Duration.ofMillis(1), Duration.ofSeconds(1));
    SimulatedWeb web =
        SimulatedWeb.of(seed, SimulationOptions.FAULT_FREE.withLatency(latency))
            .site("a.example", at("/", text("x")));
    web.run(() -> get("a.example", "/"));
    return web.world().traceHash();
  }

  @Test
  void anExceptionOfASiteFailsTheRun() {
    var mistake = new AssertionError("a mistake in a script");
    SimulatedWeb web =
        SimulatedWeb.of(1)
            .site(
                "a.example",
                _ -> {
                  throw mistake;
                });
    Exception thrown =
        assertThrows(IllegalStateException.class, () -> web.run(() -> get("a.example", "/")));
    assertSame(mistake, thrown.getCause());
  }

  @Test
  void exceptionsOfTheClientAreThrown() {
    var failure = new IOException("of the client");
    assertSame(
        failure,
        assertThrows(
            IOException.class,
            () ->
                SimulatedWeb.of(1)
                    .run(() -> {
                      throw failure;
                    })));
  }

  @Test
  void aClientThatWaitsForeverIsReported() {
    SimulatedWeb web = SimulatedWeb.of(1).site("a.example", at("/", Reply.hang()));
    assertThrows(DeadlockException.class, () -> web.run(() -> get("a.example", "/")));
  }

  @Test
  void mistakesInItsDescriptionAreRefused() throws Exception {
    SimulatedWeb web = SimulatedWeb.of(1).site("a.example", TestSite.of());
    assertThrows(IllegalArgumentException.class, () -> web.site("A.example", TestSite.of()));
    assertThrows(
        IllegalArgumentException.class,
        () -> web.refuse("b.example", Duration.ZERO, Duration.ofSeconds(1)));
    web.refuse("a.example", Duration.ZERO, Duration.ofSeconds(9));
    assertThrows(
        IllegalArgumentException.class,
        () -> web.refuse("a.example", Duration.ofSeconds(8), Duration.ofSeconds(10)));
    web.run(() -> true);
    assertThrows(IllegalStateException.class, () -> web.run(() -> true));
  }
}
