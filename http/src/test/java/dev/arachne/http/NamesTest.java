package dev.arachne.http;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NamesTest {

  private static final List<InetAddress> HOME = List.of(InetAddress.ofLiteral("127.0.0.1"));

  /** What the user has named is opened: this address, for this host at this port. */
  @Test
  void aFixedAddressMayBePrivateAndOpensNothingElse() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("/", html("here"))))) {
      List<FixedAddresses> fixed =
          List.of(
              new FixedAddresses("www.example.com", web.port(), HOME),
              new FixedAddresses("other.example.com", 1, HOME));
      HttpOptions options =
          HttpOptions.DEFAULT.withFixedAddresses(fixed).withResolver((_, _) -> HOME);
      assertEquals(
          200,
          Fetching.run(
                  options,
                  client -> Fetching.get(client, "http://www.example.com:" + web.port() + "/"))
              .status());
      for (String url :
          List.of(
              "http://www.example.com/",
              "http://other.example.com:" + web.port() + "/",
              "http://127.0.0.1:" + web.port() + "/")) {
        assertEquals(
            new HttpFailure.AddressRefused(HOME.getFirst()), Fetching.failure(options, url), url);
      }
      assertEquals(1, web.requestCount());
    }
  }

  @Test
  void theNameOfAProxyMayBeFixedToo() throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("*", html("proxied"))))) {
      HttpOptions options =
          HttpOptions.DEFAULT
              .withProxy(new Proxy.Http("proxy.invalid", web.port(), Optional.empty()))
              .withFixedAddresses(List.of(new FixedAddresses("proxy.invalid", web.port(), HOME)));
      assertEquals(
          200,
          Fetching.run(options, client -> Fetching.get(client, "http://www.example.com/"))
              .status());
      assertEquals("http://www.example.com/", web.targets().getFirst());
    }
  }

  @Test
  void anAddressThatDoesNotAnswerIsOvertakenByTheNext() throws Exception {
    try (var web =
        TestWeb.plan().address("127.0.0.2").site(TestSite.of(route("/", html("x")))).start()) {
      int port = web.port();
      // 127.0.0.1 refuses at once; a full backlog at 127.0.0.3 does not answer at all.
      try (var silent = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.3"))) {
        var full = new ArrayList<java.net.Socket>();
        for (int i = 0; i < 3; i++) {
          var socket = new java.net.Socket();
          full.add(socket);
          try {
            socket.connect(silent.getLocalSocketAddress(), 100);
          } catch (java.net.SocketTimeoutException e) {
            break;
          }
        }
        List<InetAddress> addresses =
            List.of(
                InetAddress.ofLiteral("127.0.0.3"),
                InetAddress.ofLiteral("127.0.0.1"),
                InetAddress.ofLiteral("127.0.0.2"));
        HttpResponse response =
            Fetching.run(
                Fetching.LOCAL.withResolver((_, _) -> addresses),
                client -> Fetching.get(client, "http://example.com:" + port + "/"));
        assertEquals("127.0.0.2", response.remote().getAddress().getHostAddress());
        assertTrue(response.timings().connectNanos() < 2_000_000_000L);
        for (var socket : full) {
          socket.close();
        }
      }
    }
  }
}
