package dev.arachne.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.arachne.network.Channel;
import dev.arachne.network.Listener;
import dev.arachne.network.Network;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.tls.TlsChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Where only the end of the connection ends the body, TLS tells an end from a cut. */
class TlsEndTest {
  private static final String REPLY = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nbody";

  /** How the server leaves. */
  private interface Leaving {
    void leave(Channel under, Channel tls) throws Exception;
  }

  private static HttpResponse fetch(Leaving leaving) {
    var options = Fetching.LOCAL.withTls(Fetching.TRUSTING);
    return EventLoop.run(
        "test",
        () -> {
          EventLoop loop = EventLoop.current();
          var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
          try (Listener listener = Network.of(loop).listen(anyPort, 10);
              var client = new HttpClient(options)) {
            var server =
                loop.spawn(
                    "server",
                    () -> {
                      Channel under = listener.accept(Deadline.NEVER);
                      Channel tls =
                          TlsChannel.accept(
                              under, TestCertificate.VALID.serverContext(), Deadline.NEVER);
                      tls.awaitReadable(Deadline.NEVER);
                      tls.read(ByteBuffer.allocate(20_000));
                      tls.write(ByteBuffer.wrap(REPLY.getBytes(US_ASCII)), Deadline.NEVER);
                      leaving.leave(under, tls);
                      return true;
                    });
            HttpResponse response =
                Fetching.get(client, "https://127.0.0.1:" + listener.address().getPort() + "/");
            server.await();
            return response;
          }
        });
  }

  @Test
  void aBodyUntilCloseNotifyIsWhole() {
    HttpResponse response = fetch((_, tls) -> tls.shutdownOutput());
    assertEquals("body", new String(response.body(), US_ASCII));
    assertInstanceOf(Completeness.Complete.class, response.completeness());
  }

  @Test
  void aBodyWhoseConnectionEndsWithoutCloseNotifyIsCut() {
    HttpResponse response = fetch((under, _) -> under.shutdownOutput());
    assertEquals("body", new String(response.body(), US_ASCII));
    assertInstanceOf(Completeness.Truncated.class, response.completeness());
  }
}
