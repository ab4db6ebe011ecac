package dev.arachne.http;

import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProxyTest {

  private static final String PAGE = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";
  private static final Optional<Proxy.Credentials> SPIDER =
      Optional.of(new Proxy.Credentials("spider", "web"));

  @Test
  void aRequestForPlainHttpGoesToAnHttpProxyInAbsoluteForm() throws Exception {
    try (var web = TestWeb.serve(_ -> Reply.text("hi"))) {
      var options = HttpOptions.DEFAULT.withProxy(new Proxy.Http("127.0.0.1", web.port(), SPIDER));
      Fetching.run(
          options,
          client -> {
            HttpResponse response = Fetching.get(client, "http://example.invalid:8080/x?y");
            assertEquals("hi", new String(response.body(), US_ASCII));
            return Fetching.get(client, "http://example.invalid/");
          });
      assertEquals(
          List.of("http://example.invalid:8080/x?y", "http://example.invalid/"), web.targets());
      var request = web.requests().getFirst();
      assertEquals("GET", request.method());
      assertEquals("example.invalid:8080", request.header("Host").get());
      assertEquals(HttpRequest.basic("spider", "web"), request.header("Proxy-Authorization").get());
    }
  }

  @Test
  void aProxyThatRefusesConnectionsIsPassedOver() throws Exception {
    int closed;
    try (var unused = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      closed = unused.getLocalPort();
    }
    try (var web = TestWeb.serve(_ -> Reply.text("hi"))) {
      Proxy dead = new Proxy.Http("127.0.0.1", closed, Optional.empty());
      Proxy alive = new Proxy.Http("127.0.0.1", web.port(), Optional.empty());
      Fetching.run(
          HttpOptions.DEFAULT.withProxies(_ -> List.of(dead, alive)),
          client -> {
            for (int i = 0; i < 4; i++) {
              Fetching.get(client, "http://h" + i + ".invalid/");
            }
            return true;
          });
      assertEquals(4, web.requestCount());
      assertEquals(
          "no connection to 127.0.0.1:" + closed + ": the connection was refused",
          ((HttpFailure.ProxyRefused)
                  Fetching.failure(
                      HttpOptions.DEFAULT.withProxies(_ -> List.of(dead, dead)),
                      "http://h.invalid/"))
              .detail());
    }
  }

  @Test
  void aProxyWhoseNameIsUnknownIsSaidToBeThatAndNotThePage() {
    Proxy unknown = new Proxy.Http("proxy.invalid", 8080, Optional.empty());
    assertEquals(
        new HttpFailure.ProxyRefused("no connection to proxy.invalid:8080: the host was not found"),
        Fetching.failure(
            HttpOptions.DEFAULT
                .withResolver((host, _) -> {
                  throw new UnknownHostException(host);
                })
                .withProxies(_ -> List.of(unknown)),
            "http://h.invalid/"));
  }

  @Test
  void aTunnelLeadsToTheOriginOfHttps() throws Exception {
    SSLSocketFactory factory = TestCertificate.VALID.serverContext().getSocketFactory();
    try (var listener = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      var server =
          serve(
              listener,
              socket -> {
                String connect = readHead(socket);
                assertTrue(connect.startsWith("CONNECT secure.test:443 HTTP/1.1\r\n"), connect);
                String secret = HttpRequest.basic("spider", "web");
                assertTrue(connect.contains("Proxy-Authorization: " + secret), connect);
                socket.getOutputStream().write("HTTP/1.1 200 Yes\r\n\r\n".getBytes(US_ASCII));
                try (var tls = (SSLSocket) factory.createSocket(socket, null, true)) {
                  tls.setUseClientMode(false);
                  String request = readHead(tls);
                  assertTrue(request.startsWith("GET /x HTTP/1.1\r\n"), request);
                  assertFalse(request.contains("Proxy-"), request);
                  tls.getOutputStream().write(PAGE.getBytes(US_ASCII));
                }
              });
      var options =
          HttpOptions.DEFAULT
              .withTls(Fetching.TRUSTING)
              .withProxy(new Proxy.Http("127.0.0.1", listener.getLocalPort(), SPIDER));
      HttpResponse response =
          Fetching.run(options, client -> Fetching.get(client, "https://secure.test/x"));
      assertEquals("hi", new String(response.body(), US_ASCII));
      server.get();
    }
  }

  private static String readHead(Socket socket) throws IOException {
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) socket.getInputStream().read());
    }
    return head.toString();
  }

  /** They are no TLS here, which shows at once that they came through. */
  @Test
  void theOriginsFirstBytesBehindATunnelsHeadAreNotLost() throws Exception {
    var opened = Reply.raw("HTTP/1.1 200 Connected\r\nContent-Length: 9\r\n\r\n" + PAGE);
    try (var web = TestWeb.serve(TestSite.of(route("*", opened)))) {
      var proxy = new Proxy.Http("127.0.0.1", web.port(), SPIDER);
      var failure =
          assertInstanceOf(
              HttpFailure.TlsRefused.class,
              Fetching.failure(Fetching.LOCAL.withProxy(proxy), "https://example.invalid/x"));
      assertEquals(TlsFault.HANDSHAKE, failure.fault());
    }
  }

  @Test
  void aProxyThatWantsOtherCredentialsRefuses() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("*", Reply.status(407))))) {
      var proxy = new Proxy.Http("127.0.0.1", web.port(), Optional.empty());
      for (String scheme : List.of("http", "https")) {
        assertEquals(
            new HttpFailure.ProxyRefused("status 407"),
            Fetching.failure(Fetching.LOCAL.withProxy(proxy), scheme + "://example.invalid/"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.9:8080/, 01" + "7f000009",
    "'http://[2001:db8::1]:8080/', 04" + "20010db8000000000000000000000001",
    "http://web1:8080/, 0304" + "77656231"
  })
  void aSocksProxyGetsAnAddressAsSuch(String url, String destination) throws Exception {
    try (var listener = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      var server =
          serve(
              listener,
              socket -> {
                expect(socket, "050100");
                send(socket, "0500");
                expect(socket, "050100" + destination + "1f90");
                send(socket, "05050001");
              });
      var proxy = new Proxy.Socks5("127.0.0.1", listener.getLocalPort(), Optional.empty());
      assertEquals(
          new HttpFailure.ProxyRefused("connection refused"),
          Fetching.failure(Fetching.LOCAL.withProxy(proxy), url));
      server.get();
    }
  }

  /** Its length is one byte there: the rest of it would be read as the port, and then as data. */
  @Test
  void aSocksProxyGetsNoNameThatItWouldMisread() throws Exception {
    try (var listener = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      int[] told = {0};
      var server =
          serve(
              listener,
              socket -> {
                expect(socket, "050100");
                send(socket, "0500");
                told[0] = socket.getInputStream().readAllBytes().length;
              });
      var proxy = new Proxy.Socks5("127.0.0.1", listener.getLocalPort(), Optional.empty());
      String host = "a".repeat(60) + ("." + "b".repeat(50)).repeat(4) + ".c";
      assertEquals(
          new HttpFailure.ProxyRefused("a host name of 266 bytes cannot be said to it"),
          Fetching.failure(Fetching.LOCAL.withProxy(proxy), "http://" + host + "/"));
      server.get();
      assertEquals(0, told[0]);
    }
  }

  @Test
  void aSocksProxyGetsTheNameAndThePassword() throws Exception {
    try (var listener = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      var server =
          serve(
              listener,
              socket -> {
                expect(socket, "050102");
                send(socket, "0502");
                expect(socket, "0106" + hex("spider") + "03" + hex("web"));
                send(socket, "0100");
                expect(socket, "0501000307" + hex("example") + "1f90");
                send(socket, "05000001" + "00000000" + "0000");
                socket.getInputStream().readNBytes(20);
                socket.getOutputStream().write(PAGE.getBytes(US_ASCII));
              });
      var proxy = new Proxy.Socks5("127.0.0.1", listener.getLocalPort(), SPIDER);
      HttpResponse response =
          Fetching.run(
              Fetching.LOCAL.withProxy(proxy),
              client -> Fetching.get(client, "http://example:8080/"));
      assertEquals("hi", new String(response.body(), US_ASCII));
      server.get();
    }
  }

  @Test
  void aSocksProxyThatCannotConnectSaysWhy() throws Exception {
    try (var listener = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      var server =
          serve(
              listener,
              socket -> {
                expect(socket, "050100");
                send(socket, "0500");
                expect(socket, "0501000307" + hex("example") + "0050");
                send(socket, "05050001");
              });
      var proxy = new Proxy.Socks5("127.0.0.1", listener.getLocalPort(), Optional.empty());
      assertEquals(
          new HttpFailure.ProxyRefused("connection refused"),
          Fetching.failure(Fetching.LOCAL.withProxy(proxy), "http://example/"));
      server.get();
    }
  }

  private interface Conversation {
    void hold(Socket socket) throws IOException;
  }

  private static FutureTask<Void> serve(ServerSocket listener, Conversation conversation) {
    Callable<Void> body =
        () -> {
          try (Socket socket = listener.accept()) {
            conversation.hold(socket);
          }
          return null;
        };
    var task = new FutureTask<>(body);
    Thread.ofVirtual().start(task);
    return task;
  }

  private static void expect(Socket socket, String hex) throws IOException {
    byte[] expected = HexFormat.of().parseHex(hex);
    assertArrayEquals(expected, socket.getInputStream().readNBytes(expected.length));
  }

  private static void send(Socket socket, String hex) throws IOException {
    socket.getOutputStream().write(HexFormat.of().parseHex(hex));
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(US_ASCII));
  }
}
