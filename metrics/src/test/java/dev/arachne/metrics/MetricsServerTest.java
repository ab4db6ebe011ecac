package dev.arachne.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MetricsServerTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);

  private static Optional<Metrics> one() {
    var metrics = new Metrics();
    metrics.counter("a", "A.").add(1);
    return Optional.of(metrics);
  }

  /** The whole answer to a request of this first line and these fields. */
  private static String asked(MetricsServer server, String line, String fields) throws IOException {
    try (var socket = new Socket(server.address().getAddress(), server.address().getPort())) {
      String request = line + " HTTP/1.1\r\n" + fields + "Connection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String host(MetricsServer server) {
    return "Host: 127.0.0.1:" + server.address().getPort() + "\r\n";
  }

  @Test
  void theNumbersComeInTheFormThatIsAskedFor() throws IOException {
    try (var server = MetricsServer.start(ANY_PORT, MetricsServerTest::one)) {
      String plain = asked(server, "GET /metrics", host(server));
      assertTrue(plain.startsWith("HTTP/1.1 200 "), plain);
      assertTrue(plain.contains("text/plain; version=0.0.4"), plain);
      assertTrue(plain.endsWith("# TYPE a_total counter\na_total 1\n"), plain);
      String open =
          asked(
              server,
              "GET /metrics",
              host(server) + "Accept: application/openmetrics-text;version=1.0.0\r\n");
      assertTrue(open.contains("application/openmetrics-text; version=1.0.0"), open);
      assertTrue(open.endsWith("# TYPE a counter\na_total 1\n# EOF\n"), open);
      String head = asked(server, "HEAD /metrics", host(server));
      assertTrue(head.startsWith("HTTP/1.1 200 ") && head.endsWith("\r\n\r\n"), head);
      assertEquals("http://127.0.0.1:" + server.address().getPort() + "/metrics", server.url());
    }
  }

  /** As a page of another site could, by a name that it has lead here. */
  @Test
  void requestsForAnotherHostAreRefused() throws IOException {
    try (var server = MetricsServer.start(ANY_PORT, MetricsServerTest::one)) {
      String rebound =
          asked(
              server, "GET /metrics", "Host: evil.example:" + server.address().getPort() + "\r\n");
      assertTrue(rebound.startsWith("HTTP/1.1 421 "), rebound);
      assertTrue(!rebound.contains("a_total"), rebound);
    }
  }

  @Test
  void otherMethodsAndPlacesAreRefused() throws IOException {
    try (var server = MetricsServer.start(ANY_PORT, MetricsServerTest::one)) {
      assertTrue(
          asked(server, "POST /metrics", host(server) + "Content-Length: 0\r\n")
              .startsWith("HTTP/1.1 405 "));
      String elsewhere = asked(server, "GET /", host(server));
      assertTrue(elsewhere.startsWith("HTTP/1.1 404 "), elsewhere);
      assertTrue(elsewhere.contains(server.url()), elsewhere);
    }
  }

  @Test
  void beforeThereAreNumbersItSaysSo() throws IOException {
    try (var server = MetricsServer.start(ANY_PORT, Optional::empty)) {
      assertTrue(asked(server, "GET /metrics", host(server)).startsWith("HTTP/1.1 503 "));
    }
  }

  @Test
  void aPortThatIsTakenIsAFailure() throws IOException {
    try (var server = MetricsServer.start(ANY_PORT, MetricsServerTest::one)) {
      assertThrows(
          BindException.class, () -> MetricsServer.start(server.address(), MetricsServerTest::one));
    }
  }
}
