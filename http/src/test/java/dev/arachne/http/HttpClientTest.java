package dev.arachne.http;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.cookies.CookieJar;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.testkit.Gzip;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.RejectedUrl;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpClientTest {

  @Test
  void cookiesAreSentBackAsTheyWereGiven() throws Exception {
    try (var web =
        TestWeb.serve(
            TestSite.of(
                route("/login", html("").header("Set-Cookie", "id=\u00e9; Path=/")),
                route("/page", html(""))))) {
      Fetching.run(
          Fetching.LOCAL.withCookies(new CookieJar()),
          client -> {
            Fetching.get(client, web.url("/login"));
            return Fetching.get(client, web.url("/page"));
          });
      assertEquals("id=\u00e9", web.requests().get(1).header("Cookie").get());
    }
  }

  @Test
  void aPageIsFetched() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("/", html("<a href=/foo>"))))) {
      HttpResponse response = Fetching.get(web.url("/"));
      assertEquals(200, response.status());
      assertEquals("OK", response.reason());
      assertEquals("<a href=/foo>", text(response));
      assertTrue(response.isComplete());
      assertEquals("text/html; charset=utf-8", response.headers().first("content-type").get());
      assertEquals(web.port(), response.remote().getPort());
    }
  }

  @Test
  void aRequestSaysWhoAsksAndKeepsTheOrderOfItsFields() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("/", html(""))))) {
      Fetching.run(
          Fetching.LOCAL.withUserAgent("Weaver/2").withField("X-common", "1"),
          client ->
              client.fetch(
                  HttpRequest.get(CrawlUrl.of(web.url("/?q=1")))
                      .with("accept", "text/html")
                      .with("X-Own", "2"),
                  Deadline.NEVER));
      var request = web.requests().getFirst();
      assertEquals("/?q=1", request.target());
      assertEquals(
          "[Host: 127.0.0.1:%d, User-Agent: Weaver/2, Accept-Encoding: gzip, br, zstd, deflate, X-common: 1, accept: text/html, X-Own: 2]"
              .formatted(web.port()),
          request.headers().stream().map(h -> h.name() + ": " + h.value()).toList().toString());
    }
  }

  @Test
  void aRequestsOwnCookiesAreSentAlone() throws Exception {
    var site = TestSite.of(route("*", html("").header("Set-Cookie", "jar=1")));
    try (var web = TestWeb.serve(site)) {
      Fetching.run(
          Fetching.LOCAL.withCookies(new CookieJar()),
          client -> {
            HttpRequest request = HttpRequest.get(CrawlUrl.of(web.url("/")));
            client.fetch(request, Deadline.NEVER);
            client.fetch(request, Deadline.NEVER);
            client.fetch(request.with("cookie", "own=2"), Deadline.NEVER);
            return null;
          });
      assertEquals(
          List.of(List.of(), List.of("jar=1"), List.of("own=2")),
          web.requests().stream()
              .map(request ->
                  request.headers().stream()
                      .filter(header -> header.name().equalsIgnoreCase("Cookie"))
                      .map(header -> header.value())
                      .toList())
              .toList());
    }
  }

  @Test
  void aConnectionIsUsedAgain() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("*", html("x".repeat(100_000)))))) {
      Fetching.run(
          Fetching.LOCAL,
          client -> {
            for (int i = 1; i <= 5; i++) {
              assertEquals(i, Fetching.get(client, web.url("/" + i)).connectionUse());
            }
            return null;
          });
      assertEquals(1, web.connectionCount());
    }
  }

  @Test
  void ofABodyBeyondWhatIsOfUseTheBeginningIsReceived() throws Exception {
    String text = "x".repeat(1_000_000);
    for (HttpReply reply : List.of(html(text), html(text).gzip())) {
      try (var web = TestWeb.serve(TestSite.of(route("*", reply)))) {
        Fetching.run(
            Fetching.LOCAL.withLimits(HttpLimits.DEFAULT.withBodyBytes(500_000, 500_000)),
            client -> {
              HttpResponse response =
                  client.fetch(
                      HttpRequest.get(CrawlUrl.of(web.url("/"))).upTo(1000), Deadline.NEVER);
              assertEquals(
                  Completeness.truncated(Completeness.Cause.NOT_ASKED_FOR),
                  response.completeness());
              int length = response.content().length();
              assertTrue(length > 1000 && length < 100_000, () -> length + " bytes");
              HttpResponse whole =
                  client.fetch(
                      HttpRequest.get(CrawlUrl.of(web.url("/"))).upTo(1_000_000), Deadline.NEVER);
              assertEquals(text, text(whole));
              assertTrue(whole.isComplete());
              return null;
            });
      }
    }
  }

  @Test
  void aBodyThatIsTooLargeEndsWhereThatIsKnown() throws Exception {
    byte[] text = new byte[1_000_000];
    new Random(1).nextBytes(text);
    HttpReply plain = HttpReply.of(200).body(text);
    HttpReply endless = HttpReply.of(200).body(1L << 42, List.of(text));
    assertTooLarge(plain, OptionalLong.of(1_000_000), 0);
    assertTooLarge(endless, OptionalLong.of(1L << 42), 0);
    assertTooLarge(plain.gzip(), OptionalLong.of(plain.gzip().length()), 0);
    assertTooLarge(plain.chunked(), OptionalLong.empty(), 999_999);
    assertTooLarge(plain.untilClose(), OptionalLong.empty(), 999_999);
    HttpReply both = plain.header("Content-Length", "7").chunked();
    assertTooLarge(both, OptionalLong.empty(), 999_999);
    for (HttpReply fits : List.of(plain, plain.chunked(), plain.untilClose(), plain.gzip())) {
      HttpResponse response = ofAtMost(1_001_000, fits);
      assertTrue(response.isComplete());
      assertArrayEquals(text, response.body());
    }
  }

  private static void assertTooLarge(HttpReply reply, OptionalLong bytes, long received)
      throws Exception {
    HttpResponse response = ofAtMost(999_999, reply);
    assertEquals(new Completeness.TooLarge(bytes), response.completeness());
    assertEquals(0, response.content().length());
    long wire = response.wireBytes();
    assertTrue(wire >= received && wire <= received + 100_000, () -> wire + " bytes came");
  }

  private static HttpResponse ofAtMost(long bytes, HttpReply reply) throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("*", reply)))) {
      HttpRequest request = HttpRequest.get(CrawlUrl.of(web.url("/"))).ifNoLargerThan(bytes);
      return Fetching.run(Fetching.LOCAL, client -> client.fetch(request, Deadline.NEVER));
    }
  }

  @Test
  void aKeptConnectionThatTheServerHasClosedIsReplacedOnce() throws Exception {
    HttpReply dying = HttpReply.of(200).ending(HttpReply.Ending.CLOSE_UNANNOUNCED);
    try (var web = TestWeb.serve(TestSite.of(route("*", dying)))) {
      Fetching.run(
          Fetching.LOCAL,
          client -> {
            for (int i = 0; i < 5; i++) {
              assertEquals(200, Fetching.get(client, web.url("/" + i)).status());
            }
            return null;
          });
      assertEquals(5, web.requestCount());
    }
  }

  @Test
  void theSendHookGetsTheAddressBeforeTheRequestLeavesAndMayDelayIt() throws Exception {
    Reply here = Reply.text("here");
    // The second page is asked for on the kept connection, which ends without an answer.
    TestSite site = TestSite.of(route("/1", here), route("/2", Reply.close(), here));
    try (var web = TestWeb.serve(site)) {
      List<String> departures = new ArrayList<>();
      Fetching.run(
          Fetching.LOCAL,
          client -> {
            for (int i = 1; i <= 2; i++) {
              HttpRequest request = HttpRequest.get(CrawlUrl.of(web.url("/" + i)));
              client.fetch(
                  request.onSend(address -> {
                    departures.add(address.getHostString() + " " + web.requestCount());
                    EventLoop.sleep(Duration.ofMillis(1));
                    departures.add("left " + web.requestCount());
                  }),
                  Deadline.NEVER);
            }
            return null;
          });
      assertEquals(
          List.of("127.0.0.1 0", "left 0", "127.0.0.1 1", "left 1", "127.0.0.1 2", "left 2"),
          departures);
      assertEquals(3, web.requestCount());
    }
  }

  @Test
  void requestsThatAreMadeInOneTurnLeaveTogetherAfterIt() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("*", html("page"))))) {
      List<String> order = new ArrayList<>();
      HttpRequest request =
          HttpRequest.get(CrawlUrl.of(web.url("/"))).onSend(_ -> order.add("left"));
      Fetching.run(
          Fetching.LOCAL,
          client -> {
            for (int round = 1; round <= 2; round++) { // The second finds connections open.
              order.clear();
              TaskGroup.run(group -> {
                for (int i = 0; i < 3; i++) {
                  group.spawn(
                      "worker",
                      () -> {
                        order.add("made");
                        return client.fetch(request, Deadline.NEVER);
                      });
                }
                return null;
              });
            }
            return null;
          });
      assertEquals(List.of("made", "made", "made", "left", "left", "left"), order);
    }
  }

  @Test
  void aServerThatOnlyClosesIsAskedOnce() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("*", Reply.close())))) {
      assertEquals(new HttpFailure.ClosedEarly(), Fetching.failure(web.url("/")));
      assertEquals(1, web.requestCount());
    }
  }

  @Test
  void codedAndChunkedBodiesComeOutPlain() throws Exception {
    byte[] body = "all the same ".repeat(9_000).getBytes(StandardCharsets.UTF_8);
    HttpReply plain = HttpReply.of(200).body(body);
    try (var web =
        TestWeb.serve(
            TestSite.of(
                route("/gzip", plain.gzip()),
                route("/chunked", plain.chunked(1000)),
                route("/both", plain.gzip().chunked(7)),
                route("/close", plain.untilClose())))) {
      for (String path : new String[] {"/gzip", "/chunked", "/both", "/close"}) {
        HttpResponse response = Fetching.get(web.url(path));
        assertTrue(Arrays.equals(body, response.body()), path);
        assertTrue(response.isComplete(), path);
      }
    }
  }

  @Test
  void aTransferCodingWithoutChunksIsUndone() throws Exception {
    var body = new ByteArrayOutputStream();
    body.writeBytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n".getBytes(US_ASCII));
    body.writeBytes(Gzip.of("<p>plain".getBytes(US_ASCII)));
    try (var web = TestWeb.serve(TestSite.of(route("/", Reply.raw(body.toByteArray()))))) {
      assertEquals("<p>plain", text(Fetching.get(web.url("/"))));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "200 OK\r\nContent-Length: 0\r\n\r\n",
        "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "304 Not Modified\r\n\r\n",
        "301 Moved\r\nLocation: /\r\n\r\n",
        "404 Not Found\r\n\r\n"
      })
  void anEmptyBodyIsWholeWhereNothingElseWasPromised(String rest) throws Exception {
    HttpResponse response = fetchCoded(rest);
    assertTrue(response.isComplete());
    assertEquals("", text(response));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "200 OK\r\n\r\n",
        "206 Partial Content\r\nConnection: close\r\n\r\n",
        "200 OK\r\nContent-Length: 9\r\n\r\n",
        "200 OK\r\nContent-Length: 9\r\n\r\n\u001F\u008B\b",
        "200 OK\r\n\r\n\u001F\u008B\b"
      })
  void aCodedBodyThatEndsBeforeItsFirstByteIsCut(String rest) throws Exception {
    HttpResponse response = fetchCoded(rest);
    assertInstanceOf(Completeness.Truncated.class, response.completeness());
    assertEquals("", text(response));
  }

  /** What comes of an answer in gzip, given from its status on. */
  private static HttpResponse fetchCoded(String rest) throws Exception {
    String reply = "HTTP/1.1 " + rest.replaceFirst("\r\n", "\r\nContent-Encoding: gzip\r\n");
    try (var web = TestWeb.serve(TestSite.of(route("/", Reply.raw(reply))))) {
      return Fetching.get(web.url("/"));
    }
  }

  @Test
  void aHeadRequestBringsTheHeadAlone() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("/", html("0123456789"))))) {
      HttpResponse response =
          Fetching.run(
              Fetching.LOCAL,
              client -> client.fetch(HttpRequest.head(CrawlUrl.of(web.url("/"))), Deadline.NEVER));
      assertEquals("10", response.headers().first("Content-Length").get());
      assertEquals(0, response.body().length);
      assertTrue(response.isComplete());
    }
  }

  @Test
  void aRedirectLeadsNowhereButToTheWeb() throws Exception {
    try (var web =
        TestWeb.serve(
            TestSite.of(
                route("/empty", Reply.redirect(302, "")),
                route("/file", Reply.redirect(302, "file:///etc/passwd")),
                route("/crlf", Reply.redirect(302, "/a\r\nSet-Cookie: x=1")),
                route("/on", Reply.redirect(301, "on?x#y"))))) {
      assertEquals(
          web.url("/on?x"), Fetching.get(web.url("/on")).redirectTarget().get().toString());
      assertTrue(Fetching.get(web.url("/empty")).redirectTarget().isEmpty());
      assertTrue(Fetching.get(web.url("/file")).redirectTarget().get() instanceof RejectedUrl);
      assertEquals(web.url("/a"), Fetching.get(web.url("/crlf")).redirectTarget().get().toString());
    }
  }

  @Test
  void aRefusedConnectionSaysSo() throws Exception {
    String url;
    try (var web = TestWeb.serve(TestSite.of())) {
      url = web.url("/");
    }
    assertEquals(new HttpFailure.ConnectionRefused(), Fetching.failure(url));
  }

  @Test
  void aPrivateAddressIsRefusedUnlessAllowed() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("/", html(""))))) {
      var failure =
          assertThrows(
              HttpException.class,
              () ->
                  Fetching.run(HttpOptions.DEFAULT, client -> Fetching.get(client, web.url("/"))));
      assertTrue(failure.failure() instanceof HttpFailure.AddressRefused);
      assertTrue(failure.getMessage().startsWith(web.url("/")), failure::getMessage);
      assertEquals(0, web.connectionCount());
    }
  }

  @Test
  void aPortOfAnotherProtocolIsRefusedUnlessAllowed() throws Exception {
    CrawlUrl mail = CrawlUrl.of("http://127.0.0.1:25/");
    assertEquals(new HttpFailure.PortRefused(25), Fetching.failure(mail.toString()));
    PortPolicy policy = PortPolicy.WEB.orOrigins(Set.of(mail.origin()));
    assertTrue(policy.permits(mail.origin()));
    assertFalse(policy.permits(CrawlUrl.of("http://127.0.0.2:25/").origin()));
    assertTrue(policy.permits(CrawlUrl.of("http://127.0.0.2:8080/").origin()));
  }

  @Test
  void aNameWithoutAddressIsNotFound() throws Exception {
    assertEquals(
        new HttpFailure.NameNotFound("nowhere.invalid"),
        Fetching.failure("http://nowhere.invalid/"));
  }

  @Test
  void silenceEndsAtTheDeadlineOfItsPhase() throws Exception {
    try (var web =
        TestWeb.serve(
            TestSite.of(
                route("/never", Reply.hang()),
                route("/half", html("x".repeat(1000)).hangingAfter(500))))) {
      var patience = Timeouts.DEFAULT.withFirstByte(Duration.ofMillis(200));
      assertEquals(
          new HttpFailure.TimedOut(Phase.FIRST_BYTE),
          Fetching.failure(Fetching.LOCAL.withTimeouts(patience), web.url("/never")));
      patience = Timeouts.DEFAULT.withBetweenBytes(Duration.ofMillis(200));
      assertEquals(
          new HttpFailure.TimedOut(Phase.BETWEEN_BYTES),
          Fetching.failure(Fetching.LOCAL.withTimeouts(patience), web.url("/half")));
      patience = Timeouts.DEFAULT.withExchange(Duration.ofMillis(200));
      assertEquals(
          new HttpFailure.TimedOut(Phase.EXCHANGE),
          Fetching.failure(Fetching.LOCAL.withTimeouts(patience), web.url("/half")));
    }
  }

  private static String text(HttpResponse response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }
}
