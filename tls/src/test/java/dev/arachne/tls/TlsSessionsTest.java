package dev.arachne.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.arachne.network.Channel;
import dev.arachne.network.Listener;
import dev.arachne.network.Network;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.testkit.TestCertificate;
import io.netty.internal.tcnative.SSLSession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many sessions are kept: the one that a server has given, under many names. */
class TlsSessionsTest {
  @Test
  void ofAThousandAndOneServersTheOldestIsForgotten() {
    withSession((sessions, session) -> {
      for (int i = 0; i <= TlsSessions.MOST_SERVERS; i++) {
        keep(sessions, "host" + i, session);
      }
      assertEquals(0, sessions.take(server("host0"), 443));
      assertNotEquals(0, sessions.take(server("host1"), 443));
      assertEquals(0, sessions.take(server("host1"), 444), "of another port");
    });
  }

  @Test
  void aServerHasFourSessionsEachOfWhichIsTakenOnce() {
    withSession((sessions, session) -> {
      for (int i = 0; i < 2 * TlsSessions.MOST_OF_A_SERVER; i++) {
        keep(sessions, "host", session);
      }
      for (int i = 0; i < TlsSessions.MOST_OF_A_SERVER; i++) {
        assertEquals(session, sessions.take(server("host"), 443));
        SSLSession.free(session);
      }
      assertEquals(0, sessions.take(server("host"), 443));
    });
  }

  private static void keep(TlsSessions sessions, String host, long session) {
    SSLSession.upRef(session);
    sessions.keep(server(host), 443, session);
  }

  private static ServerName server(String host) {
    return new ServerName(host, false);
  }

  private interface Use {
    void of(TlsSessions sessions, long session);
  }

  /** With a session that a real server has given. */
  private static void withSession(Use use) {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          Deadline deadline = loop.deadline(Duration.ofSeconds(20));
          // Has the library loaded.
          TlsConnector.open(TlsClient.trusting(TestCertificate.trustManager()), deadline).close();
          try (var client = new BoringClient(TestCertificate.trustManager(), null);
              var sessions = new TlsSessions()) {
            long session = given(client, loop, deadline);
            use.of(sessions, session);
            SSLSession.free(session);
          }
          return "done";
        });
  }

  private static long given(BoringClient client, EventLoop loop, Deadline deadline)
      throws IOException {
    var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    ServerName localhost = server("localhost");
    try (Listener listener = Network.of(loop).listen(anyPort, 1)) {
      var serving =
          loop.spawn(
              "server",
              () -> {
                Channel accepted = listener.accept(deadline);
                try (Channel channel =
                    TlsChannel.accept(accepted, TestCertificate.VALID.serverContext(), deadline)) {
                  channel.write(ByteBuffer.allocate(1), deadline);
                  channel.shutdownOutput();
                }
                return "done";
              });
      Channel under = Network.of(loop).connect(listener.address(), deadline);
      try (Channel channel =
          TlsChannel.handshake(
              under, () -> client.connection(localhost, 443, List.of()), deadline)) {
        ByteBuffer read = ByteBuffer.allocate(10);
        while (channel.read(read) >= 0) {
          channel.awaitReadable(deadline);
        }
      }
      serving.await(deadline);
    }
    return client.sessions().take(localhost, 443);
  }
}
