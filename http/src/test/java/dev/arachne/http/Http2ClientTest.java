package dev.arachne.http;

import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.http.HttpFailure.StaleConnection.Sign;
import dev.arachne.http2.ErrorCode;
import dev.arachne.http2.Rule;
import dev.arachne.http2.ScriptedHttp2;
import dev.arachne.http2.ScriptedHttp2.Script;
import dev.arachne.network.Listener;
import dev.arachne.network.Network;
import dev.arachne.protocol.HttpVersion;
import dev.arachne.protocol.Limit;
import dev.arachne.protocol.MalformedRule;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.runtime.TimeSource;
import dev.arachne.simulation.Simulation;
import dev.arachne.spool.Spool;
import dev.arachne.spool.SpooledBody;
import dev.arachne.spool.StoredBody;
import dev.arachne.testkit.Gzip;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client on streams of HTTP/2, against a server of scripted frames over loopback sockets. */
@Timeout(30)
final class Http2ClientTest {

  private static final HttpOptions OPTIONS =
      Fetching.LOCAL.withHttp2(Http2.PRIOR_KNOWLEDGE).withConnections(6, 100);

  private interface Body {
    void with(HttpClient client, ScriptedHttp2 server, String root) throws Exception;
  }

  private static void serve(HttpOptions options, Script script, Body body) throws Exception {
    serve(options, new ScriptedHttp2(script), body);
  }

  private static void serve(HttpOptions options, ScriptedHttp2 server, Body body) throws Exception {
    Fetching.run(
        options,
        client -> {
          var address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
          Listener listener = server.listen(address);
          String root = "http://127.0.0.1:" + listener.address().getPort();
          body.with(client, server, root);
          assertTrue(server.failure().isEmpty(), () -> server.failure().toString());
          listener.close();
          return null;
        });
  }

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

  private static String text(HttpResponse response) {
    return new String(response.body(), ISO_8859_1);
  }

  private static HttpFailure failure(HttpClient client, String url) {
    return assertThrows(HttpException.class, () -> Fetching.get(client, url)).failure();
  }

  @Test
  void aPageComesWithItsFieldsAndSaysItsVersion() throws Exception {
    serve(
        OPTIONS,
        (session, request) -> session.reply(request.stream(), "hello", "content-type", "text/a"),
        (client, server, root) -> {
          HttpResponse page = Fetching.get(client, root + "/a?b");
          assertEquals("hello", text(page));
          assertEquals(HttpVersion.HTTP_2, page.version());
          assertEquals("text/a", page.headers().first("Content-Type").orElseThrow());
          assertEquals(1, page.connectionUse());
          assertEquals(2, Fetching.get(client, root + "/b").connectionUse());
          var fields = server.requests().getFirst().fields();
          assertEquals("/a?b", fields.first(":path").orElseThrow());
          assertEquals("http", fields.first(":scheme").orElseThrow());
          assertEquals(root, "http://" + fields.first(":authority").orElseThrow());
          assertTrue(fields.first("user-agent").orElseThrow().startsWith("Arachne/"));
          for (int i = 0; i < fields.count(); i++) {
            assertEquals(fields.name(i).toLowerCase(Locale.ROOT), fields.name(i));
          }
        });
  }

  @Test
  void fetchesShareOneConnectionAndNoMoreStreamsAreOpenThanConnectionsWouldBe() throws Exception {
    serve(
        OPTIONS.withConnections(3, 100),
        (session, request) -> {
          EventLoop.sleep(Duration.ofMillis(1));
          session.reply(request.stream(), request.path());
        },
        (client, server, root) -> {
          fetchAtOnce(client, root, 60);
          assertEquals(1, server.sessions().size());
          assertEquals(3, server.peakStreams());
          assertEquals(60, server.requests().size());
        });
  }

  @Test
  void noMoreStreamsAreOpenThanTheServerAllows() throws Exception {
    serve(
        OPTIONS,
        new ScriptedHttp2(
            (session, request) -> {
              EventLoop.sleep(Duration.ofMillis(1));
              session.reply(request.stream(), request.path());
            },
            3, // MAX_CONCURRENT_STREAMS
            2),
        (client, server, root) -> {
          assertEquals("/first", text(Fetching.get(client, root + "/first")));
          fetchAtOnce(client, root, 30);
          assertEquals(1, server.sessions().size());
          assertEquals(2, server.peakStreams());
        });
  }

  private static void fetchAtOnce(HttpClient client, String root, int count) throws Exception {
    TaskGroup.run(group -> {
      var tasks = new ArrayList<Task<String>>();
      for (int i = 0; i < count; i++) {
        String path = "/" + i;
        tasks.add(group.spawn(path, () -> text(Fetching.get(client, root + path))));
      }
      for (int i = 0; i < count; i++) {
        assertEquals("/" + i, tasks.get(i).await());
      }
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
  void aLargeBodyComesThroughItsWindowsWhole() throws Exception {
    String large = "0123456789".repeat(300_000);
    serve(
        OPTIONS,
        (session, request) -> session.reply(request.stream(), large),
        (client, server, root) -> {
          assertEquals(large, text(Fetching.get(client, root + "/")));
          assertEquals(large, text(Fetching.get(client, root + "/")));
        });
  }

  @Test
  void aBodyForWhichThereIsNoMemoryGetsNoWindowAndHoldsUpNoOther() throws Exception {
    String large = "0123456789".repeat(50_000);
    var budget = new ByteBudget(600_000, 0);
    serve(
        OPTIONS,
        (session, request) ->
            session.reply(request.stream(), large, "content-length", "" + large.length()),
        (client, server, root) -> {
          EventLoop loop = EventLoop.current();
          ByteBudget.Share other = budget.share();
          other.grow(600_000);
          ByteBudget.Share reserve = budget.share();
          reserve.grow(1); // Whoever has the reserve never waits.
          ByteBudget.Share share = budget.share();
          HttpRequest request = HttpRequest.get(CrawlUrl.of(root + "/held")).heldBy(share);
          Task<String> held = loop.spawn("held", () -> text(client.fetch(request, Deadline.NEVER)));
          while (budget.waiting() == 0) {
            EventLoop.yieldNow();
          }
          assertEquals(0, server.sessions().getFirst().window(1));
          assertEquals(large, text(Fetching.get(client, root + "/free")));
          assertEquals(0, server.sessions().getFirst().window(1));
          assertFalse(held.isDone());
          other.close();
          assertEquals(large, held.await());
          assertEquals(BodyArrays.room(large.length()), share.held());
          share.close();
          reserve.close();
          assertEquals(0, budget.taken());
        });
  }

  @Test
  void aRequestsBodyIsSentAsTheServerOpensItsWindows() throws Exception {
    String large = "abcdefghij".repeat(40_000);
    serve(
        OPTIONS,
        new ScriptedHttp2(
            (session, request) -> session.reply(request.stream(), "" + request.body().length()),
            4, // INITIAL_WINDOW_SIZE
            1_000),
        (client, server, root) -> {
          HttpRequest post =
              HttpRequest.post(CrawlUrl.of(root + "/"), "text/plain", large.getBytes(ISO_8859_1));
          assertEquals("400000", text(client.fetch(post, Deadline.NEVER)));
          assertEquals(large, server.requests().getFirst().body());
        });
  }

  @Test
  void aPingIsAnsweredOnAConnectionThatNobodyUses() throws Exception {
    serve(
        OPTIONS,
        (session, request) -> session.reply(request.stream(), "page"),
        (client, server, root) -> {
          Fetching.get(client, root + "/");
          var session = server.sessions().getFirst();
          session.ping();
          while (session.pongs() == 0) {
            EventLoop.yieldNow();
          }
          assertEquals(2, Fetching.get(client, root + "/").connectionUse());
        });
  }

  @Test
  void anIdleConnectionIsClosed() throws Exception {
    serve(
        OPTIONS.withIdleExpiry(Duration.ofMillis(20)),
        (session, request) -> session.reply(request.stream(), "page"),
        (client, server, root) -> {
          Fetching.get(client, root + "/");
          while (!server.sessions().getFirst().isOver()) {
            EventLoop.sleep(Duration.ofMillis(1));
          }
          assertEquals(List.of(ErrorCode.NO_ERROR), server.goAways());
        });
  }

  @Test
  void aLargeBodyGoesToItsFileAndComesNoFasterThanItMay(@TempDir Path directory) throws Exception {
    String large = "0123456789".repeat(300_000);
    byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(large.getBytes(ISO_8859_1));
    serve(
        OPTIONS,
        (session, request) -> session.reply(request.stream(), large),
        (client, server, root) -> {
          Spool spool = Spool.in(directory.resolve("spool"), IOException::getMessage);
          try (SpooledBody file = spool.body(root + "/", "0a", _ -> true)) {
            HttpRequest request = HttpRequest.get(CrawlUrl.of(root + "/")).spooledBy(file);
            StoredBody stored = client.fetch(request, Deadline.NEVER).stored().orElseThrow();
            assertEquals(large.length(), stored.length());
            assertEquals(
                HexFormat.of().formatHex(sha256), HexFormat.of().formatHex(stored.sha256()));
          }
          TimeSource time = EventLoop.current().time();
          long begin = time.nanos();
          var rate = new ByteRate(6_000_000, time);
          HttpRequest slow = HttpRequest.get(CrawlUrl.of(root + "/")).noFasterThan(rate);
          assertEquals(large.length(), client.fetch(slow, Deadline.NEVER).body().length);
          Duration took = Duration.ofNanos(time.nanos() - begin);
          assertTrue(took.compareTo(Duration.ofMillis(200)) > 0, took::toString);
        });
  }

  @Test
  void noMoreOfABodyIsReceivedThanIsOfUse() throws Exception {
    String large = "0123456789".repeat(300_000);
    serve(
        OPTIONS,
        (session, request) ->
            session.reply(
                request.stream(),
                request.path().equals("/page") ? "page" : large,
                request.path().equals("/told") ? "content-length" : "x-y",
                "3000000"),
        (client, server, root) -> {
          HttpRequest start = HttpRequest.get(CrawlUrl.of(root + "/large")).upTo(1_000);
          HttpResponse part = client.fetch(start, Deadline.NEVER);
          assertEquals(
              Completeness.truncated(Completeness.Cause.NOT_ASKED_FOR), part.completeness());
          assertTrue(part.body().length < 100_000);
          for (String path : List.of("/told", "/large")) {
            HttpRequest small = HttpRequest.get(CrawlUrl.of(root + path)).ifNoLargerThan(9_999);
            HttpResponse none = client.fetch(small, Deadline.NEVER);
            OptionalLong told =
                path.equals("/told") ? OptionalLong.of(3_000_000) : OptionalLong.empty();
            assertEquals(new Completeness.TooLarge(told), none.completeness());
            assertEquals(0, none.body().length);
          }
          assertEquals("page", text(Fetching.get(client, root + "/page")));
          assertEquals(List.of("1 CANCEL", "3 CANCEL", "5 CANCEL"), server.resets());
          assertEquals(1, server.sessions().size());
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
              new HttpFailure.Malformed(MalformedRule.FIELD_NAME),
              failure(client, root + "/upper"));
          assertEquals(
              new HttpFailure.Malformed(MalformedRule.BODY_LENGTH),
              failure(client, root + "/short"));
          assertEquals(
              new HttpFailure.Http2Broken(Rule.WINDOW_INCREMENT),
              failure(client, root + "/window"));
          assertEquals(new HttpFailure.WrongCoding("gzip"), failure(client, root + "/coded"));
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
          assertEquals(new HttpFailure.Http2Broken(Rule.PUSH), failure(client, root + "/push"));
          assertEquals(
              new HttpFailure.Http2Broken(Rule.TOO_MUCH_OVERHEAD),
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
  void aServerThatSpeaksOnlyHttp1IsToldApart() throws Exception {
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
  void contentCodingsAreUndone() throws Exception {
    serve(
        OPTIONS,
        (session, request) -> {
          session.head(request.stream(), false, ":status", "200", "content-encoding", "gzip");
          session.data(request.stream(), true, Gzip.of("zipped".getBytes(ISO_8859_1)), 3);
        },
        (client, server, root) -> assertEquals("zipped", text(Fetching.get(client, root + "/"))));
  }

  @Test
  void aTapSeesTheExchangeAsText() throws Exception {
    var sent = new ByteArrayOutputStream();
    var received = new ByteArrayOutputStream();
    var tap =
        new WireTap() {
          @Override
          public void begin() {
            sent.reset();
          }

          @Override
          public void sent(byte[] bytes, int offset, int length) {
            sent.write(bytes, offset, length);
          }

          @Override
          public void received(byte[] bytes, int offset, int length) {
            received.write(bytes, offset, length);
          }
        };
    serve(
        OPTIONS,
        (session, request) -> {
          session.head(request.stream(), false, ":status", "200", "a", "b");
          session.data(request.stream(), true, "hello world".getBytes(ISO_8859_1), 4);
        },
        (client, server, root) -> {
          HttpRequest request = HttpRequest.get(CrawlUrl.of(root + "/")).tappedBy(tap);
          client.fetch(request, Deadline.NEVER);
          String host = root.substring("http://".length());
          assertTrue(
              sent.toString(ISO_8859_1).startsWith("GET / HTTP/2\r\nHost: " + host + "\r\n"),
              sent::toString);
          assertEquals("HTTP/2 200 \r\na: b\r\n\r\nhello world", received.toString(ISO_8859_1));
        });
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
}
