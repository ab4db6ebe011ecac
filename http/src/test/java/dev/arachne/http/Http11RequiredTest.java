package dev.arachne.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.http.HttpFailure.StaleConnection.Sign;
import dev.arachne.http2.ErrorCode;
import dev.arachne.protocol.HttpVersion;
import dev.arachne.runtime.Deadline;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.url.CrawlUrl;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that chooses HTTP/2 and then wants HTTP/1.1 for its requests (RFC 9113 7). */
@Timeout(30)
final class Http11RequiredTest {
  private static final HttpOptions TRUSTING = Fetching.LOCAL.withTls(Fetching.TRUSTING);

  /** How a server says it. */
  private enum Word {
    RST_STREAM,
    GOAWAY
  }

  /** Says it on each connection of HTTP/2, and answers on those of HTTP/1.1. */
  private static final class Server implements AutoCloseable {
    private static final int PREFACE_BYTES = 24;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;

    /** Each request, as the version that it came over. */
    final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    private final SSLServerSocket listener;
    private final Word word;

    Server(Word word) throws IOException {
      this.word = word;
      this.listener =
          (SSLServerSocket)
              TestCertificate.VALID
                  .serverContext()
                  .getServerSocketFactory()
                  .createServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1"));
      SSLParameters parameters = listener.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
      listener.setSSLParameters(parameters);
      Thread.ofPlatform().daemon().start(this::accept);
    }

    String root() {
      return "https://127.0.0.1:" + listener.getLocalPort();
    }

    private void accept() {
      while (true) {
        try {
          var socket = (SSLSocket) listener.accept();
          Thread.ofPlatform().daemon().start(() -> serve(socket));
        } catch (IOException e) {
          return; // Closed.
        }
      }
    }

    private void serve(SSLSocket socket) {
      try (socket) {
        socket.startHandshake();
        if (socket.getApplicationProtocol().equals("h2")) {
          refuse(socket);
        } else {
          answer(socket);
        }
      } catch (IOException e) {
        return; // The client has left.
      }
    }

    private void refuse(SSLSocket socket) throws IOException {
      var in = new DataInputStream(socket.getInputStream());
      var out = new DataOutputStream(socket.getOutputStream());
      in.skipNBytes(PREFACE_BYTES);
      frame(out, SETTINGS, 0);
      while (true) {
        int head = in.readInt();
        int type = head & 0xFF;
        in.readByte();
        int stream = in.readInt();
        in.skipNBytes(head >>> 8);
        if (type == HEADERS) {
          asked.add("2");
          switch (word) {
            case RST_STREAM -> frame(out, 3, stream, ErrorCode.HTTP_1_1_REQUIRED.ordinal());
            case GOAWAY -> frame(out, 7, 0, 0, ErrorCode.HTTP_1_1_REQUIRED.ordinal());
          }
        }
      }
    }

    /** Sends a frame whose payload is these numbers. */
    private static void frame(DataOutputStream out, int type, int stream, int... payload)
        throws IOException {
      out.writeInt(4 * payload.length << 8 | type);
      out.writeByte(0);
      out.writeInt(stream);
      for (int each : payload) {
        out.writeInt(each);
      }
      out.flush();
    }

    private void answer(SSLSocket socket) throws IOException {
      var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String request = line;
        int length = 0;
        for (line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
          if (line.startsWith("Content-Length: ")) {
            length = Integer.parseInt(line.substring("Content-Length: ".length()));
          }
        }
        var body = new StringBuilder();
        while (body.length() < length) {
          body.append((char) in.read());
        }
        asked.add("1.1");
        String page = request + " " + body;
        socket
            .getOutputStream()
            .write(
                ("HTTP/1.1 200 OK\r\nContent-Length: " + page.length() + "\r\n\r\n" + page)
                    .getBytes(ISO_8859_1));
      }
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }
  }

  private static String text(HttpResponse response) {
    return new String(response.body(), ISO_8859_1);
  }

  @ParameterizedTest
  @EnumSource
  void theRequestIsSentAgainOverHttp1AndSoAreAllLaterOnes(Word word) throws Exception {
    try (var server = new Server(word)) {
      Fetching.run(
          TRUSTING,
          client -> {
            HttpResponse page = Fetching.get(client, server.root() + "/a");
            assertEquals("GET /a HTTP/1.1 ", text(page));
            assertEquals(HttpVersion.HTTP_1_1, page.version());
            assertEquals("GET /b HTTP/1.1 ", text(Fetching.get(client, server.root() + "/b")));
            return null;
          });
      assertEquals(List.of("2", "1.1", "1.1"), server.asked);
    }
  }

  /** The server has not processed it, so that holds for what is not to be done twice, too. */
  @ParameterizedTest
  @EnumSource
  void aPostIsSentAgainAsWell(Word word) throws Exception {
    try (var server = new Server(word)) {
      byte[] body = "this".getBytes(ISO_8859_1);
      HttpRequest post = HttpRequest.post(CrawlUrl.of(server.root() + "/"), "text/plain", body);
      HttpResponse page = Fetching.run(TRUSTING, client -> client.fetch(post, Deadline.NEVER));
      assertEquals("POST / HTTP/1.1 this", text(page));
      assertEquals(List.of("2", "1.1"), server.asked);
    }
  }

  @Test
  void aRequestThatIsSentOnceFailsAndTheNextGoesOverHttp1() throws Exception {
    try (var server = new Server(Word.RST_STREAM)) {
      Fetching.run(
          TRUSTING,
          client -> {
            HttpRequest once = HttpRequest.get(CrawlUrl.of(server.root() + "/")).sentOnce();
            HttpException thrown =
                assertThrows(HttpException.class, () -> client.fetch(once, Deadline.NEVER));
            assertEquals(new HttpFailure.StaleConnection(Sign.HTTP_1_1_REQUIRED), thrown.failure());
            assertTrue(thrown.getMessage().contains("wants HTTP/1.1"), thrown::getMessage);
            assertEquals(HttpVersion.HTTP_1_1, client.fetch(once, Deadline.NEVER).version());
            return null;
          });
      assertEquals(List.of("2", "1.1"), server.asked);
    }
  }
}
