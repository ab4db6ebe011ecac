package dev.arachne.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is answered, and what browsers are told that they may do. */
class LocalServerTest {
  private static final String POLICY = "default-src 'none'";

  private LocalServer server;

  @BeforeEach
  void start() throws IOException {
    var anywhere = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
    server =
        LocalServer.start(anywhere, POLICY, List.of("GET", "HEAD", "POST"), LocalServerTest::reply);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static ServerResponse reply(ServerRequest question) throws IOException {
    return switch (question.path()) {
      case "/echo" -> ServerResponse.text(200, question.text(5).orElse("too long"));
      case "/form" -> ServerResponse.text(200, question.parameter("q"));
      case "/bits" ->
          new ServerResponse.Streamed(
              200,
              "text/plain",
              to -> {
                to.write('a');
                to.flush();
                to.write('b');
              });
      case "/broken" -> throw new IOException("the disk is gone");
      default -> ServerResponse.html(404, "<h1>none</h1>");
    };
  }

  private String ask(String line, String... fields) throws IOException {
    try (var socket = new Socket(server.address().getAddress(), server.address().getPort())) {
      String head =
          line + " HTTP/1.1\r\n" + String.join("", List.of(fields)) + "Connection: close\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String host() {
    return "Host: 127.0.0.1:" + server.address().getPort() + "\r\n";
  }

  private static int status(String answer) {
    return Integer.parseInt(answer.substring(9, 12));
  }

  @Test
  void itAnswersToItsOwnNameOnly() throws IOException {
    String port = ":" + server.address().getPort();
    assertEquals(200, status(ask("GET /form?q=a", host())));
    assertEquals(200, status(ask("GET /form?q=a", "Host: localhost" + port + "\r\n")));
    assertEquals(421, status(ask("GET /form?q=a", "Host: rebound.example" + port + "\r\n")));
    assertEquals(421, status(ask("GET /form?q=a", "Host: 127.0.0.1:1\r\n")));
  }

  @Test
  void pagesOfOtherOriginsGetNothingButMayLinkHere() throws IOException {
    String own = "Origin: http://127.0.0.1:" + server.address().getPort() + "\r\n";
    assertEquals(200, status(ask("POST /echo", host(), own, "Content-Length: 0\r\n")));
    for (String origin :
        List.of("http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1")) {
      assertEquals(403, status(ask("GET /form", host(), "Origin: " + origin + "\r\n")), origin);
    }
    assertEquals(
        403,
        status(
            ask(
                "GET /form",
                host(),
                "Sec-Fetch-Site: cross-site\r\n",
                "Sec-Fetch-Mode: no-cors\r\n")));
    assertEquals(
        403,
        status(
            ask("GET /form", host(), "Sec-Fetch-Site: same-site\r\n", "Sec-Fetch-Mode: cors\r\n")));
    assertEquals(
        403,
        status(
            ask(
                "POST /echo",
                host(),
                "Sec-Fetch-Site: cross-site\r\n",
                "Sec-Fetch-Mode: navigate\r\n",
                "Content-Length: 0\r\n")));
    assertEquals(
        200,
        status(
            ask(
                "GET /form",
                host(),
                "Sec-Fetch-Site: cross-site\r\n",
                "Sec-Fetch-Mode: navigate\r\n")));
  }

  @Test
  void everyAnswerSaysWhatABrowserMayDo() throws IOException {
    for (String answer :
        List.of(
            ask("GET /form?q=a", host()),
            ask("GET /nowhere", host()),
            ask("GET /broken", host()),
            ask("GET /", "Host: x\r\n"))) {
      assertTrue(answer.contains("Content-security-policy: " + POLICY + "\r\n"), answer);
      assertTrue(answer.contains("X-content-type-options: nosniff\r\n"), answer);
      assertTrue(answer.contains("Referrer-policy: no-referrer\r\n"), answer);
      assertTrue(answer.contains("Cache-control: no-store\r\n"), answer);
    }
  }

  @Test
  void methodsThatAreNotAnsweredAreRefusedWithThoseThatAre() throws IOException {
    String answer = ask("DELETE /form", host());
    assertEquals(405, status(answer));
    assertTrue(answer.contains("Allow: GET, HEAD, POST\r\n"), answer);
  }

  @Test
  void bodiesComeWholeOrInBitsAndHeadHasNone() throws IOException {
    assertTrue(ask("GET /form?q=a%20b", host()).endsWith("\r\n\r\na b"));
    assertTrue(ask("GET /form?x=1", host()).endsWith("\r\n\r\n"), "there is no q");
    assertTrue(ask("GET /bits", host()).contains("1\r\na\r\n1\r\nb\r\n0\r\n"));
    assertTrue(ask("HEAD /form?q=a", host()).endsWith("\r\n\r\n"));
    assertFalse(ask("HEAD /bits", host()).endsWith("b"));
  }

  @Test
  void aBodyThatIsTooLongIsNotTaken() throws IOException {
    assertTrue(ask("POST /echo", host(), "Content-Length: 3\r\n\r\nabc").contains("abc"));
    assertTrue(ask("POST /echo", host(), "Content-Length: 6\r\n\r\nabcdef").contains("too long"));
  }

  @Test
  void failuresAreReportedAsText() throws IOException {
    String answer = ask("GET /broken", host());
    assertEquals(500, status(answer));
    assertTrue(answer.contains("Content-type: text/plain"), answer);
    assertTrue(answer.endsWith("the disk is gone\n"), answer);
  }
}
