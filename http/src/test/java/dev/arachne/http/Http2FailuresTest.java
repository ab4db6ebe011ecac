package dev.arachne.http;

import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.http.HttpFailure.StaleConnection.Sign;
import dev.arachne.http2.ErrorCode;
import dev.arachne.http2.Http2Violation;
import dev.arachne.http2.ScriptedHttp2;
import dev.arachne.http2.ScriptedHttp2.Script;
import dev.arachne.network.Channel;
import dev.arachne.network.Listener;
import dev.arachne.network.Network;
import dev.arachne.protocol.HttpVersion;
import dev.arachne.protocol.Limit;
import dev.arachne.protocol.ProtocolViolation;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.simulation.Simulation;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of fetches on streams that end, or on connections that do. */
@Timeout(30)
final class Http2FailuresTest extends Http2Scene {
  /** The same in a simulated world, where time goes by only while all wait. */
  private static void serveInVirtualTime(HttpOptions options, Script script, Body body) {
    var address = new InetSocketAddress(InetAddress.ofLiteral("20.0.0.1"), 80);
    EventLoop.run(
        Simulation.of(1),
        "test",
        () -> {
          var server = new ScriptedHttp2(script);
          server.listen(address);
          try (var client = new HttpClient(options)) {
            body.with(client, server, "http://20.0.0.1");
          }
          assertTrue(server.failure().isEmpty(), () -> server.failure().toString());
          return null;
        });
  }

  @Test
  void aFetchThatIsCancelledResetsItsStreamAndHarmsNoOther() throws Exception {
    serveInVirtualTime(
        OPTIONS,
        (session, request) -> {
          session.head(request.stream(), false, ":status", "200");
          session.data(request.stream(), false, "some ");
          if (request.path().equals("/whole")) {
            EventLoop.sleep(Duration.ofMillis(30));
            session.data(request.stream(), true, "more");
          }
        },
        (client, server, root) -> {
          EventLoop loop = EventLoop.current();
          Task<String> whole =
              loop.spawn("whole", () -> text(Fetching.get(client, root + "/whole")));
          Task<HttpResponse> endless =
              loop.spawn("endless", () -> Fetching.get(client, root + "/endless"));
          while (server.requests().size() < 2) {
            EventLoop.sleep(Duration.ofMillis(1));
          }
          endless.cancel();
          assertEquals("some more", whole.await());
          EventLoop.sleep(Duration.ofSeconds(1));
          assertEquals(List.of("3 CANCEL"), server.resets());
          assertEquals("some more", text(Fetching.get(client, root + "/whole")));
          assertEquals(1, server.sessions().size());
        });
  }

  @Test
  void deadlinesArePerStream() throws Exception {
    Duration soon = Duration.ofSeconds(3);
    serveInVirtualTime(
        OPTIONS.withTimeouts(Timeouts.DEFAULT.withFirstByte(soon).withBetweenBytes(soon)),
        (session, request) -> {
          switch (request.path()) {
            case "/silent" -> {}
            case "/stuck" -> {
              session.head(request.stream(), false, ":status", "200");
              session.data(request.stream(), false, "a");
            }
            default -> {
              session.head(request.stream(), false, ":status", "200");
              for (int i = 0; i < 10; i++) {
                EventLoop.sleep(Duration.ofMillis(20));
                session.data(request.stream(), i == 9, "x");
              }
            }
          }
        },
        (client, server, root) -> {
          EventLoop loop = EventLoop.current();
          Task<String> slow = loop.spawn("slow", () -> text(Fetching.get(client, root + "/slow")));
          Task<HttpFailure> silent = loop.spawn("silent", () -> failure(client, root + "/silent"));
          Task<HttpFailure> stuck = loop.spawn("stuck", () -> failure(client, root + "/stuck"));
          assertEquals(new HttpFailure.TimedOut(Phase.FIRST_BYTE), silent.await());
          assertEquals(new HttpFailure.TimedOut(Phase.BETWEEN_BYTES), stuck.await());
          assertEquals("xxxxxxxxxx", slow.await());
          assertEquals(1, server.sessions().size());
        });
  }

  @Test
  void aConnectionOnWhichNothingComesGetsNoFurtherExchanges() throws Exception {
    serveInVirtualTime(
        OPTIONS.withTimeouts(Timeouts.DEFAULT.withFirstByte(Duration.ofSeconds(3))),
        (session, request) -> {
          if (!request.path().equals("/silent")) {
            session.reply(request.stream(), "page");
          }
        },
        (client, server, root) -> {
          Fetching.get(client, root + "/");
          EventLoop.sleep(Duration.ofMillis(1));
          assertEquals(
              new HttpFailure.TimedOut(Phase.FIRST_BYTE), failure(client, root + "/silent"));
          assertEquals("page", text(Fetching.get(client, root + "/")));
          assertEquals(2, server.sessions().size());
        });
  }

  @Test
  void requestsAboveTheLastOfAGoAwayAreSentAgainOnAnotherConnectionAndTheOthersEnd()
      throws Exception {
    var first = new AtomicReference<ScriptedHttp2.Session>();
    serveInVirtualTime(
        OPTIONS,
        (session, request) -> {
          first.compareAndSet(null, session);
          if (session != first.get()) {
            session.reply(request.stream(), request.path());
          } else if (request.stream() == 1) {
            EventLoop.sleep(Duration.ofMillis(20));
            session.goAway(1);
            EventLoop.sleep(Duration.ofMillis(20));
            session.reply(1, request.path());
          }
        },
        (client, server, root) -> {
          fetchAtOnce(client, root, 3);
          assertEquals(2, server.sessions().size());
          assertEquals(5, server.requests().size());
        });
  }

  @Test
  void aRefusedRequestIsSentAgainOnceAndAPostToo() throws Exception {
    serve(
        OPTIONS,
        new ScriptedHttp2(
            new Script() {
              private int refusals;

              @Override
              public void answer(ScriptedHttp2.Session session, ScriptedHttp2.Request request)
                  throws IOException {
                if (request.path().equals("/never") || refusals++ % 2 == 0) {
                  session.reset(request.stream(), ErrorCode.REFUSED_STREAM);
                } else {
                  session.reply(request.stream(), "got " + request.body());
                }
              }
            }),
        (client, server, root) -> {
          assertEquals("got ", text(Fetching.get(client, root + "/")));
          byte[] body = "this".getBytes(ISO_8859_1);
          HttpRequest post = HttpRequest.post(CrawlUrl.of(root + "/"), "text/plain", body);
          assertEquals("got this", text(client.fetch(post, Deadline.NEVER)));
          assertEquals(
              new HttpFailure.StaleConnection(Sign.UNPROCESSED), failure(client, root + "/never"));
          assertEquals(6, server.requests().size());
          HttpRequest once = HttpRequest.get(CrawlUrl.of(root + "/")).sentOnce();
          assertThrows(HttpException.class, () -> client.fetch(once, Deadline.NEVER));
          assertEquals(7, server.requests().size());
        });
  }

  @Test
  void aStreamThatTheServerEndsIsAFailureOrACutBody() throws Exception {
    serve(
        OPTIONS,
        (session, request) -> {
          if (request.path().equals("/cut")) {
            session.head(request.stream(), false, ":status", "200", "content-length", "9");
            session.data(request.stream(), false, "part");
          }
          session.reset(request.stream(), ErrorCode.INTERNAL_ERROR);
        },
        (client, server, root) -> {
          assertEquals(
              new HttpFailure.StreamReset(ErrorCode.INTERNAL_ERROR), failure(client, root + "/"));
          HttpResponse cut = Fetching.get(client, root + "/cut");
          assertEquals("part", text(cut));
          assertEquals(Completeness.truncated(Completeness.Cause.RESET), cut.completeness());
          assertEquals(1, server.sessions().size());
          assertEquals(2, server.requests().size());
        });
  }

  @Test
  void whenTheConnectionEndsEachStreamHasItsOwnFailure() throws Exception {
    serveInVirtualTime(
        OPTIONS,
        (session, request) -> {
          if (request.path().equals("/cut")) {
            session.head(request.stream(), false, ":status", "200");
            session.data(request.stream(), false, "part");
            EventLoop.sleep(Duration.ofMillis(30));
            session.close();
          }
        },
        (client, server, root) -> {
          EventLoop loop = EventLoop.current();
          Task<HttpFailure> first = loop.spawn("first", () -> failure(client, root + "/first"));
          Task<HttpResponse> cut = loop.spawn("cut", () -> Fetching.get(client, root + "/cut"));
          HttpRequest once = HttpRequest.get(CrawlUrl.of(root + "/kept")).sentOnce();
          Task<HttpFailure> kept =
              loop.spawn(
                  "kept",
                  () ->
                      assertThrows(HttpException.class, () -> client.fetch(once, Deadline.NEVER))
                          .failure());
          assertEquals(new HttpFailure.ClosedEarly(), first.await());
          assertEquals(
              Completeness.truncated(Completeness.Cause.CLOSED), cut.await().completeness());
          assertEquals(new HttpFailure.StaleConnection(Sign.ENDED), kept.await());
        });
  }

  @Test
  void aKeptConnectionThatHasEndedIsNoticedBeforeTheNextRequest() throws Exception {
    serveInVirtualTime(
        OPTIONS,
        (session, request) -> session.reply(request.stream(), "page"),
        (client, server, root) -> {
          Fetching.get(client, root + "/");
          server.sessions().getFirst().close();
          EventLoop.sleep(Duration.ofMillis(10));
          assertEquals("page", text(Fetching.get(client, root + "/")));
          assertEquals(2, server.requests().size());
        });
  }

  @Test
  void aResponseThatCannotBeUsedHarmsNoOther() throws Exception {
    serve(
        OPTIONS.withLimits(OPTIONS.limits().withBodyBytes(1_000, 1_000)),
        (session, request) -> {
          switch (request.path()) {
            case "/large" -> session.reply(request.stream(), "x".repeat(2_000));
            case "/upper" -> session.reply(request.stream(), "", "Upper", "case");
            case "/short" -> session.reply(request.stream(), "abc", "content-length", "4");
            case "/window" -> session.frame(8, 0, request.stream(), new byte[4]);
            case "/coded" -> session.reply(request.stream(), "abc", "content-encoding", "gzip");
            default -> session.reply(request.stream(), "page");
          }
        },
        (client, server, root) -> {
          assertEquals(
              new HttpFailure.TooLarge(Limit.BODY_BYTES, 1_000), failure(client, root + "/large"));
          assertEquals(
              new HttpFailure.Malformed(ProtocolViolation.FIELD_NAME),
              failure(client, root + "/upper"));
          assertEquals(
              new HttpFailure.Malformed(ProtocolViolation.BODY_LENGTH),
              failure(client, root + "/short"));
          assertEquals(
              new HttpFailure.Http2Broken(Http2Violation.WINDOW_INCREMENT),
              failure(client, root + "/window"));
          assertEquals(new HttpFailure.DecodingFailed("gzip"), failure(client, root + "/coded"));
          assertEquals("page", text(Fetching.get(client, root + "/")));
          assertEquals(1, server.sessions().size());
        });
  }

  @Test
  void aServerThatBreaksTheConnectionsRulesIsNamedAndAskedAgainOnAnother() throws Exception {
    serve(
        OPTIONS,
        (session, request) -> {
          switch (request.path()) {
            case "/push" -> session.frame(5, 4, request.stream(), new byte[] {0, 0, 0, 2});
            case "/flood" -> {
              for (int i = 0; i < 2_000; i++) {
                session.ping();
              }
            }
            default -> session.reply(request.stream(), "page");
          }
        },
        (client, server, root) -> {
          assertEquals(
              new HttpFailure.Http2Broken(Http2Violation.PUSH), failure(client, root + "/push"));
          assertEquals(
              new HttpFailure.Http2Broken(Http2Violation.TOO_MUCH_OVERHEAD),
              failure(client, root + "/flood"));
          assertEquals("page", text(Fetching.get(client, root + "/")));
          assertEquals(3, server.sessions().size());
          while (!server.sessions().get(1).isOver()) {
            EventLoop.yieldNow();
          }
          assertEquals(
              List.of(ErrorCode.PROTOCOL_ERROR, ErrorCode.ENHANCE_YOUR_CALM), server.goAways());
        });
  }

  @Test
  void aServerThatSpeaksOnlyHttp1IsDistinguished() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("*", Reply.html("page"))))) {
      Fetching.run(
          OPTIONS,
          client -> {
            HttpFailure failure = failure(client, web.url("/"));
            assertTrue(
                failure instanceof HttpFailure.Http2Broken
                    || failure instanceof HttpFailure.ClosedEarly
                    || failure instanceof HttpFailure.Reset,
                failure::toString);
            return null;
          });
      assertEquals(
          HttpVersion.HTTP_1_1,
          Fetching.run(Fetching.LOCAL, client -> Fetching.get(client, web.url("/"))).version());
    }
  }

  @Test
  void aServerThatTakesNothingEndsTheConnectionInItsTime() throws Exception {
    Fetching.run(
        OPTIONS.withTimeouts(Timeouts.DEFAULT.withBetweenBytes(Duration.ofMillis(50))),
        client -> {
          var address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
          Listener listener = Network.of(EventLoop.current()).listen(address, 1);
          EventLoop.current()
              .spawn(
                  "deaf",
                  () -> {
                    var channel = listener.accept(Deadline.NEVER);
                    byte[] settings = {0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 4, 0x7F, 0, 0, 0};
                    byte[] window = {0, 0, 4, 8, 0, 0, 0, 0, 0, 0x7F, 0, 0, 0};
                    channel.write(ByteBuffer.wrap(settings), Deadline.NEVER);
                    channel.write(ByteBuffer.wrap(window), Deadline.NEVER);
                    return channel;
                  });
          String url = "http://127.0.0.1:" + listener.address().getPort() + "/";
          HttpRequest post = HttpRequest.post(CrawlUrl.of(url), "text/plain", new byte[100 << 20]);
          HttpFailure failure =
              assertThrows(HttpException.class, () -> client.fetch(post, Deadline.NEVER)).failure();
          assertTrue(
              failure.equals(new HttpFailure.TimedOut(Phase.SEND))
                  || failure instanceof HttpFailure.Reset,
              failure::toString);
          return null;
        });
  }

  @Test
  void noRequestDepartsWhileTheServerTakesNothing() throws Exception {
    var address = new InetSocketAddress(InetAddress.ofLiteral("20.0.0.1"), 80);
    byte[] settings = {0, 0, 0, 4, 0, 0, 0, 0, 0};
    int[] departed = {0};
    EventLoop.run(
        Simulation.of(1),
        "test",
        () -> {
          EventLoop loop = EventLoop.current();
          Listener listener = Network.of(loop).listen(address, 1);
          loop.spawn(
              "server",
              () -> {
                Channel channel = listener.accept(Deadline.NEVER);
                channel.write(ByteBuffer.wrap(settings), Deadline.NEVER);
                EventLoop.sleep(Duration.ofSeconds(10));
                ByteBuffer into = ByteBuffer.allocate(1 << 16);
                while (channel.read(into.clear()) >= 0) {
                  channel.awaitReadable(Deadline.NEVER);
                }
                return true;
              });
          HttpRequest large =
              HttpRequest.get(CrawlUrl.of("http://20.0.0.1/"))
                  .with("X-Large", "~".repeat(16 << 10))
                  .onSend(_ -> departed[0]++);
          try (var client = new HttpClient(OPTIONS.withConnections(100, 100))) {
            for (int i = 0; i < 40; i++) {
              loop.spawn("at once", () -> client.fetch(large, Deadline.NEVER));
            }
            EventLoop.sleep(Duration.ofSeconds(5));
            int first = departed[0];
            assertTrue(first > 0 && first < 10, first + " departed");
            loop.spawn("later", () -> client.fetch(large, Deadline.NEVER));
            EventLoop.sleep(Duration.ofSeconds(2));
            assertEquals(first, departed[0]);
            EventLoop.sleep(Duration.ofSeconds(10));
            assertEquals(41, departed[0], "the server takes all");
          }
          return null;
        });
  }
}
