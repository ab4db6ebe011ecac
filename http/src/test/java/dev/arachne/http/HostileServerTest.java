package dev.arachne.http;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.Limit;
import dev.arachne.protocol.ProtocolViolation;
import dev.arachne.runtime.Deadline;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Step;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Servers that break each limit: the exchange ends, with the right kind, and the next one works.
 */
@Timeout(30)
final class HostileServerTest {

  static final HttpOptions OPTIONS =
      Fetching.LOCAL
          .withConnections(1, 1)
          .withTimeouts(Timeouts.DEFAULT.withExchange(Duration.ofSeconds(5)))
          .withLimits(HttpLimits.DEFAULT.withBodyBytes(10 << 20, 20 << 20));

  private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

  static Stream<Arguments> attacks() {
    byte[] megabyte = new byte[1 << 20];
    return Stream.of(
        attack("endless head", Reply.endlessHead(), tooLarge(Limit.HEAD_BYTES, 256 << 10)),
        attack("endless line", Reply.endlessHeaderLine(), tooLarge(Limit.HEAD_BYTES, 256 << 10)),
        attack("endless 1xx", Reply.endlessInterim(), tooLarge(Limit.INTERIM_RESPONSES, 16)),
        attack(
            "a million fields",
            Reply.raw("HTTP/1.1 200 OK\r\n" + "a:b\r\n".repeat(1_000_000) + "\r\n"),
            tooLarge(Limit.FIELDS, 1000)),
        attack("endless body", Reply.endlessBody(), tooLarge(Limit.BODY_BYTES, 10 << 20)),
        attack(
            "endless chunks", Reply.endlessBody().chunked(), tooLarge(Limit.BODY_BYTES, 10 << 20)),
        attack(
            "100 MB announced",
            HttpReply.of(200).body(100 << 20, () -> Stream.generate(() -> megabyte).iterator()),
            tooLarge(Limit.BODY_BYTES, 10 << 20)),
        attack(
            "chunk of 2^63",
            Reply.raw(CHUNKED + "8000000000000000\r\nabc"),
            tooLarge(Limit.BODY_BYTES, 10 << 20)),
        attack(
            "endless chunk extension",
            Reply.raw(CHUNKED + "1;" + "x".repeat(100_000)),
            tooLarge(Limit.CHUNK_LINE_BYTES, 4096)),
        attack(
            "chunks of extensions",
            Reply.raw(CHUNKED + ("1;" + "x".repeat(4000) + "\r\na\r\n").repeat(5_000)),
            tooLarge(Limit.FRAMING_BYTES, 1 << 20)),
        attack(
            "chunks of a byte",
            Reply.raw(CHUNKED + "1\r\na\r\n".repeat(2_000_000)),
            tooLarge(Limit.FRAMING_BYTES, 1 << 20)),
        attack(
            "frames of zstd without content",
            HttpReply.of(200)
                .header("Content-Encoding", "zstd")
                .body(repeated(1_000_000, 0x28, 0xB5, 0x2F, 0xFD, 0x20, 0, 1, 0, 0)),
            tooLarge(Limit.CODED_BYTES, 128 << 10)),
        attack(
            "a transfer coding that lies",
            Reply.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n<p>"),
            new HttpFailure.DecodingFailed("gzip")),
        attack(
            "endless trailer line",
            Reply.raw(CHUNKED + "0\r\nA: " + "x".repeat(1 << 20)),
            tooLarge(Limit.TRAILER_BYTES, 256 << 10)),
        attack(
            "a million trailers",
            Reply.raw(CHUNKED + "0\r\n" + "a:b\r\n".repeat(1_000_000)),
            tooLarge(Limit.FIELDS, 1000)),
        attack(
            "negative length",
            Reply.raw("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"),
            new HttpFailure.Malformed(ProtocolViolation.CONTENT_LENGTH)),
        attack(
            "bomb",
            HttpReply.of(200).body(new byte[30 << 20]).gzip(),
            tooLarge(Limit.DECODED_RATIO, 250)),
        attack(
            "much that is decoded",
            HttpReply.of(200).body(repetitive(30 << 20)).gzip(),
            tooLarge(Limit.DECODED_BYTES, 20 << 20)),
        attack(
            "five codings",
            html("<p>").header("Content-Encoding", "gzip, gzip, gzip, gzip, gzip"),
            tooLarge(Limit.CODINGS, 4)),
        attack(
            "lying coding",
            html("<p>").header("Content-Encoding", "br"),
            new HttpFailure.DecodingFailed("br")),
        attack("reset", Reply.reset(), new HttpFailure.Reset()),
        attack("close", Reply.close(), new HttpFailure.ClosedEarly()),
        attack(
            "another protocol",
            Reply.steps(
                new Step.Send("220 smtp\r\n".getBytes(StandardCharsets.US_ASCII)), new Step.Hang()),
            new HttpFailure.Malformed(ProtocolViolation.STATUS_LINE)));
  }

  private static byte[] repeated(int times, int... piece) {
    byte[] bytes = new byte[times * piece.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) piece[i % piece.length];
    }
    return bytes;
  }

  /** Noise, each kilobyte of it ten times: far from the bound on the ratio. */
  private static byte[] repetitive(int length) {
    byte[] bytes = new byte[length];
    var random = new SplittableRandom(1);
    byte[] noise = new byte[1 << 10];
    for (int at = 0; at < length; at += noise.length) {
      if (at % (10 * noise.length) == 0) {
        random.nextBytes(noise);
      }
      System.arraycopy(noise, 0, bytes, at, noise.length);
    }
    return bytes;
  }

  private static Arguments attack(String name, Reply reply, HttpFailure failure) {
    return Arguments.of(name, reply, failure);
  }

  private static HttpFailure tooLarge(Limit limit, long bound) {
    return new HttpFailure.TooLarge(limit, bound);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("attacks")
  void anAttackEndsWithItsKindAndTheNextExchangeWorks(String name, Reply reply, HttpFailure failure)
      throws Exception {
    try (var web =
        TestWeb.serve(TestSite.of(route("/attack", reply), route("/page", html("well"))))) {
      Fetching.run(
          OPTIONS,
          client -> {
            for (int i = 0; i < 2; i++) {
              var thrown =
                  assertThrows(
                      HttpException.class, () -> Fetching.get(client, web.url("/attack")), name);
              assertEquals(failure, thrown.failure());
              assertEquals(200, Fetching.get(client, web.url("/page")).status());
            }
            return null;
          });
    }
  }

  /** Each chunk has nearly as many bytes of framing as of content, which is the most taken. */
  @Test
  void aBodyTakesTwiceItsLimitOnTheWireAtMost() throws Exception {
    String chunk = "40;" + "x".repeat(50) + "\r\n" + "y".repeat(64) + "\r\n";
    var received = new AtomicLong();
    WireTap tap =
        new WireTap() {
          @Override
          public void begin() {}

          @Override
          public void sent(byte[] bytes, int from, int count) {}

          @Override
          public void received(byte[] bytes, int from, int count) {
            received.addAndGet(count);
          }
        };
    try (var web =
        TestWeb.serve(TestSite.of(route("/", Reply.raw(CHUNKED + chunk.repeat(300_000)))))) {
      var failure =
          assertThrows(
              HttpException.class,
              () ->
                  Fetching.run(
                      OPTIONS,
                      client ->
                          client.fetch(
                              HttpRequest.get(CrawlUrl.of(web.url("/"))).withTap(tap),
                              Deadline.NEVER)));
      assertEquals(tooLarge(Limit.BODY_BYTES, 10 << 20), failure.failure());
      long most = 2 * OPTIONS.limits().bodyBytes();
      assertTrue(received.get() <= most + ReceiveBuffer.BYTES, received::toString);
    }
  }

  @Test
  void oneByteAtATimeIsBoundedByTheExchange() throws Exception {
    Reply slow = html("x".repeat(100_000)).dripping(1, Duration.ofMillis(10));
    try (var web = TestWeb.serve(TestSite.of(route("/", slow)))) {
      var patience = Timeouts.DEFAULT.withExchange(Duration.ofMillis(500));
      assertEquals(
          new HttpFailure.TimedOut(Phase.EXCHANGE),
          Fetching.failure(OPTIONS.withTimeouts(patience), web.url("/")));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aConnectionThatEndsAtAnyByteIsNeverTakenForWhole(boolean chunked) throws Exception {
    String page = "0123456789".repeat(5);
    Reply whole = chunked ? html(page).chunked(20) : html(page);
    int length = chunked ? 180 : 135;
    try (var web =
        TestWeb.serve(
            TestSite.of(
                route("/cut", request -> whole.cutAfter(request.ask() - 1)),
                route("/reset", request -> whole.resetAfter(request.ask() - 1)),
                route("/page", html("well"))))) {
      Fetching.run(
          OPTIONS,
          client -> {
            int wholes = 0;
            for (int i = 0; i < length; i++) {
              wholes += fetchCut(client, web.url("/cut"), page);
              fetchCut(client, web.url("/reset"), page);
              assertTrue(Fetching.get(client, web.url("/page")).isComplete());
            }
            assertTrue(wholes > 0, "the loop ends before the page does");
            return null;
          });
    }
  }

  /** 1 where the page came whole, which it may where nothing was cut. */
  private static int fetchCut(HttpClient client, String url, String page) {
    try {
      HttpResponse response = Fetching.get(client, url);
      String body = new String(response.body(), StandardCharsets.UTF_8);
      assertTrue(page.startsWith(body));
      assertEquals(page.equals(body) && response.isComplete(), response.isComplete());
      return response.isComplete() ? 1 : 0;
    } catch (HttpException e) {
      assertTrue(
          e.failure() instanceof HttpFailure.ClosedEarly
              || e.failure() instanceof HttpFailure.Reset,
          e::getMessage);
      return 0;
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = TestCertificate.class,
      names = {"EXPIRED", "WRONG_HOST", "SELF_SIGNED"})
  void aWrongCertificateIsRefusedWithTheReason(TestCertificate certificate) throws Exception {
    var site = TestSite.of(route("/", html("secret")));
    try (var web = TestWeb.plan().tls(certificate).site(site).start()) {
      var failure =
          assertInstanceOf(
              HttpFailure.TlsRefused.class,
              Fetching.failure(OPTIONS.withTls(Fetching.TRUSTING), web.url("127.0.0.1", "/")));
      assertEquals(
          switch (certificate) {
            case EXPIRED -> TlsFault.EXPIRED;
            case WRONG_HOST -> TlsFault.WRONG_HOST;
            default -> TlsFault.UNTRUSTED;
          },
          failure.fault());
      assertEquals(0, web.requestCount());
    }
  }

  @Test
  void aGoodCertificateIsTrusted() throws Exception {
    var site = TestSite.of(route("*", html("x".repeat(300_000))));
    try (var web = TestWeb.plan().tls(TestCertificate.VALID).site(site).start()) {
      Fetching.run(
          OPTIONS.withTls(Fetching.TRUSTING),
          client -> {
            for (int i = 1; i < 4; i++) {
              HttpResponse response = Fetching.get(client, web.url("/"));
              assertEquals(300_000, response.body().length);
              assertEquals(i, response.connectionUse());
            }
            return null;
          });
    }
  }

  @Test
  void aNameThatTlsCannotCheckIsRefusedAndADotAtItsEndIsNotPartOfIt() throws Exception {
    var site = TestSite.of(route("/", html("secret")));
    try (var web = TestWeb.plan().tls(TestCertificate.VALID).site(site).start()) {
      var options =
          OPTIONS
              .withTls(Fetching.TRUSTING)
              .withResolver((_, _) -> List.of(InetAddress.getLoopbackAddress()));
      var refused = Fetching.failure(options, web.url("my_shop.test", "/"));
      assertEquals(
          TlsFault.HANDSHAKE, assertInstanceOf(HttpFailure.TlsRefused.class, refused).fault());
      for (String host : List.of("localhost.", "web1.test", "localhost")) {
        String url = web.url(host, "/");
        assertEquals(
            200, Fetching.run(options, client -> Fetching.get(client, url)).status(), host);
      }
    }
  }

  @Test
  void aTruncatedHangingOrInvalidHandshakeEnds() throws Exception {
    byte[] half = {22, 3, 3, 0, 100, 2, 0};
    assertEquals(TlsFault.CUT, tlsFault(new Step.Close()));
    assertEquals(TlsFault.CUT, tlsFault(new Step.Reset()));
    assertEquals(TlsFault.CUT, tlsFault(new Step.Send(half), new Step.Close()));
    assertEquals(
        TlsFault.HANDSHAKE,
        tlsFault(new Step.Send("HTTP/1.1 400 Bad\r\n\r\n".getBytes(StandardCharsets.US_ASCII))));
    try (var web = TestWeb.plan().tlsBroken(new Step.Hang()).start()) {
      var second = Duration.ofSeconds(1);
      var patience =
          new Timeouts(second, second, second, second, second, second, second.multipliedBy(4));
      assertEquals(
          new HttpFailure.TimedOut(Phase.TLS),
          Fetching.failure(OPTIONS.withTimeouts(patience), web.url("/")));
    }
  }

  private static TlsFault tlsFault(Step... steps) throws Exception {
    try (var web = TestWeb.plan().tlsBroken(steps).start()) {
      HttpFailure failure = Fetching.failure(OPTIONS, web.url("/"));
      return assertInstanceOf(HttpFailure.TlsRefused.class, failure).fault();
    }
  }
}
