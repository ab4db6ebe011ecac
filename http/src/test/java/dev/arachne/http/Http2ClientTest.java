package dev.arachne.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.http2.ErrorCode;
import dev.arachne.http2.ScriptedHttp2;
import dev.arachne.protocol.HttpVersion;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client on streams of HTTP/2, against a server of scripted frames over loopback sockets. */
@Timeout(30)
final class Http2ClientTest extends Http2Scene {
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
          fetchAtOnce(client, root, 30);
          assertEquals(1, server.sessions().size());
          assertEquals(2, server.peakStreams());
        });
  }

  @Test
  void aPingIsAnsweredOnAnIdleConnection() throws Exception {
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
          HttpRequest request = HttpRequest.get(CrawlUrl.of(root + "/")).withTap(tap);
          client.fetch(request, Deadline.NEVER);
          String host = root.substring("http://".length());
          assertTrue(
              sent.toString(ISO_8859_1).startsWith("GET / HTTP/2\r\nHost: " + host + "\r\n"),
              sent::toString);
          assertEquals("HTTP/2 200 \r\na: b\r\n\r\nhello world", received.toString(ISO_8859_1));
        });
  }
}
