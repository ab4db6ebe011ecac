package dev.arachne.http;

import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Step;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

final class ProxyTest {

  private static final String PAGE = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";
  private static final Reply OPENED =
      Reply.steps(
          new Step.Send(
              "HTTP/1.1 200 Connected\r\nContent-Length: 9\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII)));
  private static final Optional<Proxy.Credentials> SPIDER =
      Optional.of(new Proxy.Credentials("spider", "web"));

  @Test
  void aTunnelLeadsToTheOrigin() throws Exception {
    TestSite site = request -> request.method().equals("CONNECT") ? OPENED : Reply.text("hi");
    try (var web = TestWeb.serve(site)) {
      var proxy = new Proxy.HttpTunnel("127.0.0.1", web.port(), SPIDER);
      HttpResponse response =
          Fetching.run(
              HttpOptions.DEFAULT.withAddresses(AddressPolicy.ANY).withProxy(proxy),
              client -> Fetching.get(client, "http://example.invalid/x"));
      assertEquals("hi", new String(response.body(), StandardCharsets.US_ASCII));
      var connect = web.requests().getFirst();
      assertEquals("CONNECT example.invalid:80", connect.method() + " " + connect.target());
      assertEquals(HttpRequest.basic("spider", "web"), connect.header("Proxy-Authorization").get());
    }
  }

  /** Those of plain http have come before its request, so they are no answer to it. */
  @Test
  void theOriginsFirstBytesBehindATunnelsHeadAreNotLost() throws Exception {
    var opened = Reply.raw("HTTP/1.1 200 Connected\r\nContent-Length: 9\r\n\r\n" + PAGE);
    try (var web = TestWeb.serve(TestSite.of(route("*", opened)))) {
      var proxy = new Proxy.HttpTunnel("127.0.0.1", web.port(), SPIDER);
      assertEquals(
          new HttpFailure.StaleConnection(HttpFailure.StaleConnection.Sign.UNREQUESTED),
          Fetching.failure(Fetching.LOCAL.withProxy(proxy), "http://example.invalid/x"));
    }
  }

  @Test
  void aTunnelThatIsNotOpenedIsAFailure() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("*", Reply.status(407))))) {
      var proxy = new Proxy.HttpTunnel("127.0.0.1", web.port(), Optional.empty());
      assertEquals(
          new HttpFailure.ProxyRefused("status 407"),
          Fetching.failure(Fetching.LOCAL.withProxy(proxy), "http://example.invalid/"));
    }
  }

  @Test
  void aSocksProxyIsToldTheNameAndThePassword() throws Exception {
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
                socket.getOutputStream().write(PAGE.getBytes(StandardCharsets.US_ASCII));
              });
      var proxy = new Proxy.Socks5("127.0.0.1", listener.getLocalPort(), SPIDER);
      HttpResponse response =
          Fetching.run(
              Fetching.LOCAL.withProxy(proxy),
              client -> Fetching.get(client, "http://example:8080/"));
      assertEquals("hi", new String(response.body(), StandardCharsets.US_ASCII));
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
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
  }
}
