package dev.arachne.testkit;

import static dev.arachne.testkit.Reply.close;
import static dev.arachne.testkit.Reply.endlessBody;
import static dev.arachne.testkit.Reply.endlessHead;
import static dev.arachne.testkit.Reply.endlessInterim;
import static dev.arachne.testkit.Reply.hang;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.reset;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TestWebTest {

  private static final String PAGE = "<a href=/foo>foo</a>";

  @AutoClose private final HttpClient client = HttpClient.newHttpClient();

  private HttpResponse<String> get(String url) throws Exception {
    return client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
  }

  @Test
  void aPageIsServedAndWhatHasNoRouteIsMissing() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("/", html(PAGE))))) {
      var page = get(web.url("/"));
      assertEquals(200, page.statusCode());
      assertEquals(PAGE, page.body());
      assertEquals("text/html; charset=utf-8", page.headers().firstValue("content-type").get());
      assertEquals(404, get(web.url("/foo")).statusCode());
      assertEquals(List.of("/", "/foo"), web.targets());
    }
  }

  @Test
  void theLogTellsEveryRequestExactly() throws Exception {
    try (var web = TestWeb.serve(TestSite.of());
        var wire = new Wire(web)) {
      wire.send(
          "HEAD /x?y=1 HTTP/1.1\r\nHost: b.test\r\nX-Odd:  a b \r\nConnection: close\r\n\r\n");
      String answer = wire.rest();
      assertTrue(answer.startsWith("HTTP/1.1 404 Not Found\r\n"), answer);
      assertTrue(answer.endsWith("\r\nContent-Length: 12\r\nConnection: close\r\n\r\n"), answer);
      var request = web.requests().getFirst();
      assertEquals("HEAD", request.method());
      assertEquals("/x?y=1", request.target());
      assertEquals(1, request.connection());
      assertEquals("127.0.0.1", request.local().getHostAddress());
      assertEquals(
          List.of(
              new Header("Host", "b.test"),
              new Header("X-Odd", "a b"),
              new Header("Connection", "close")),
          request.headers());
    }
  }

  @Test
  void requestsInOneSendAreAnsweredInOrderOnOneConnection() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("/a", text("A")), route("/b", text("B"))));
        var wire = new Wire(web)) {
      wire.send("POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc");
      wire.send("GET /b HTTP/1.0\r\n\r\n");
      String answers = wire.rest();
      assertTrue(answers.indexOf("\r\n\r\nA") < answers.indexOf("\r\n\r\nB"), answers);
      assertEquals(1, web.connectionCount());
      assertEquals(List.of("/a", "/b"), web.targets());
    }
  }

  @Test
  void theRepliesOfARouteFollowEachOtherAndTheLastRepeats() throws Exception {
    var site = TestSite.of(route("/", status(503), status(429), html(PAGE)));
    try (var web = TestWeb.serve(site)) {
      var statuses = new ArrayList<Integer>();
      for (int i = 0; i < 4; i++) {
        statuses.add(get(web.url("/")).statusCode());
      }
      assertEquals(List.of(503, 429, 200, 200), statuses);
    }
  }

  @Test
  void sitesAreChosenByHostThenByAddressThenTheFallback() throws Exception {
    var plan =
        TestWeb.plan()
            .address("127.0.0.1")
            .site(TestSite.of(route("/", text("fallback"))))
            .site("A.test", TestSite.of(route("/", text("by name"))))
            .site("127.0.0.7", TestSite.of(route("/", text("by address"))));
    try (var web = plan.start()) {
      String byName = "GET / HTTP/1.1\r\nHost: a.TEST:80\r\nConnection: close\r\n\r\n";
      String unknown = "GET / HTTP/1.1\r\nHost: b.test\r\nConnection: close\r\n\r\n";
      assertTrue(ask(web, "127.0.0.7", byName).endsWith("by name"));
      assertTrue(ask(web, "127.0.0.7", unknown).endsWith("by address"));
      assertTrue(ask(web, "127.0.0.1", unknown).endsWith("fallback"));
    }
  }

  private static String ask(TestWeb web, String address, String request) throws IOException {
    try (var wire = new Wire(web, address)) {
      return wire.send(request).rest();
    }
  }

  @Test
  void aRedirectNamesItsTargetAsWritten() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("/", redirect(302, "../x y"))))) {
      assertEquals("../x y", get(web.url("/")).headers().firstValue("location").get());
    }
  }

  @Test
  void aChunkedBodyArrivesWhole() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("/", html(PAGE).chunked(3))))) {
      var page = get(web.url("/"));
      assertEquals(PAGE, page.body());
      assertEquals("chunked", page.headers().firstValue("transfer-encoding").get());
    }
  }

  @Test
  void aBodyMayEndWithTheConnection() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("/", html(PAGE).untilClose())));
        var wire = new Wire(web)) {
      String answer = wire.get("/").rest();
      assertTrue(answer.endsWith("Connection: close\r\n\r\n" + PAGE), answer);
    }
  }

  @Test
  void aCompressedBodySaysSo() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("/", html(PAGE).gzip())))) {
      var request = HttpRequest.newBuilder(URI.create(web.url("/"))).build();
      var page = client.send(request, BodyHandlers.ofByteArray());
      assertEquals("gzip", page.headers().firstValue("content-encoding").get());
      var plain = new GZIPInputStream(new ByteArrayInputStream(page.body())).readAllBytes();
      assertEquals(PAGE, new String(plain, StandardCharsets.UTF_8));
    }
  }

  @Test
  void aScriptMayLieAboutItsLength() throws Exception {
    var lie = text("short").header("Content-Length", "99").ending(HttpReply.Ending.CLOSE);
    try (var web = TestWeb.serve(TestSite.of(route("/", lie)))) {
      assertThrows(IOException.class, () -> get(web.url("/")));
    }
  }

  @Test
  void aCutAnswerEndsInOrderAfterItsBytes() throws Exception {
    try (var web =
            TestWeb.serve(TestSite.of(route("/", html(PAGE).cutAfter(20)), route("/c", close())));
        var wire = new Wire(web);
        var silent = new Wire(web)) {
      assertEquals("HTTP/1.1 200 OK\r\nCon", wire.get("/").rest());
      assertEquals("", silent.get("/c").rest());
    }
  }

  @Test
  void aResetBreaksTheConnectionAfterItsBytes() throws Exception {
    try (var web =
            TestWeb.serve(TestSite.of(route("/", html(PAGE).resetAfter(5)), route("/r", reset())));
        var wire = new Wire(web);
        var silent = new Wire(web)) {
      assertThrows(SocketException.class, wire.get("/")::rest);
      assertThrows(SocketException.class, silent.get("/r")::rest);
    }
  }

  @Test
  void aHangSaysNothingUntilTheClientLeaves() throws Exception {
    try (var web =
        TestWeb.serve(TestSite.of(route("/", hang()), route("/h", html(PAGE).hangingAfter(8))))) {
      try (var wire = new Wire(web);
          var half = new Wire(web)) {
        wire.get("/");
        assertEquals("HTTP/1.1", half.get("/h").read(8));
        web.awaitRequests(2, Duration.ofSeconds(10));
        assertEquals(2, web.openConnections());
      }
    }
  }

  @Test
  void aDelayedAndDrippingAnswerArrivesWholeAndLate() throws Exception {
    var slow = html(PAGE).dripping(50, Duration.ofMillis(10)).after(Duration.ofMillis(30));
    try (var web = TestWeb.serve(TestSite.of(route("/", slow)))) {
      long start = System.nanoTime();
      assertEquals(PAGE, get(web.url("/")).body());
      long millis = (System.nanoTime() - start) / 1_000_000;
      assertTrue(millis >= 40, millis + " ms");
    }
  }

  @Test
  void endlessAnswersContinueForAsLongAsTheClientReads() throws Exception {
    var site =
        TestSite.of(
            route("/head", endlessHead()),
            route("/interim", endlessInterim()),
            route("/body", endlessBody()));
    try (var web = TestWeb.serve(site)) {
      for (String target : List.of("/head", "/interim", "/body")) {
        try (var wire = new Wire(web)) {
          assertEquals(8 << 20, wire.get(target).read(8 << 20).length());
        }
      }
    }
  }

  @Test
  void concurrencyIsCountedNowAndAtItsPeak() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("/h", hang()), route("/*", html(PAGE))))) {
      try (var first = new Wire(web);
          var second = new Wire(web);
          var third = new Wire(web)) {
        first.get("/h");
        second.get("/h");
        third.send("GET /x HTTP/1.0\r\n\r\n").rest();
        third.close();
        web.awaitRequests(3, Duration.ofSeconds(10));
        assertEquals(2, web.openRequests());
      }
      get(web.url("/y"));
      assertTrue(web.peakRequests() >= 2 && web.peakRequests() <= 4, "" + web.peakRequests());
      assertEquals(4, web.connectionCount());
    }
  }

  @Test
  void closingEndsEveryConnectionAtOnce() throws Exception {
    var slow = html(PAGE).after(Duration.ofHours(1));
    var web = TestWeb.serve(TestSite.of(route("/slow", slow), route("/hang", hang())));
    try (var idle = new Wire(web);
        var first = new Wire(web);
        var second = new Wire(web)) {
      first.get("/slow");
      second.get("/hang");
      web.awaitRequests(2, Duration.ofSeconds(10));
      web.close();
      assertEquals("", first.rest());
      assertEquals("", second.rest());
      assertEquals("", idle.rest());
      assertThrows(ConnectException.class, () -> new Wire(web));
    }
  }

  @Test
  void aScriptThatFailsIsReportedWhenTheWebCloses() throws Exception {
    var web =
        TestWeb.serve(_ -> {
          throw new IllegalArgumentException("bad script");
        });
    try (var wire = new Wire(web)) {
      assertEquals("", wire.get("/").rest());
    }
    var failure = assertThrows(IllegalStateException.class, web::close);
    assertInstanceOf(IllegalArgumentException.class, failure.getCause());
  }
}
