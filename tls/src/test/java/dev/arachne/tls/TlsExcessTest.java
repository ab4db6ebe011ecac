package dev.arachne.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.network.Channel;
import dev.arachne.network.Network;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.testkit.TestCertificate;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that send more of TLS than their content needs, or at a bad moment. */
@Timeout(60)
@ParameterizedClass
@EnumSource(TestEngine.class)
class TlsExcessTest {
  private static final int MIB = 1 << 20;
  private static final SSLContext SERVER = TestCertificate.VALID.serverContext();

  @Parameter TestEngine engine;

  /** What a server does with its end of the connection, on a thread of its own. */
  private interface ServerSide {
    void talk(SSLSocket socket) throws Exception;
  }

  /** What a server does before any TLS. */
  private interface BareServer {
    void talk(Socket socket) throws Exception;
  }

  private interface Client<T> {
    T talk(Channel channel) throws Exception;
  }

  private <T> T talk(ServerSide server, Client<T> client) throws Exception {
    return talkBare(
        bare -> {
          var factory = SERVER.getSocketFactory();
          try (var socket = (SSLSocket) factory.createSocket(bare, null, true)) {
            socket.setUseClientMode(false);
            socket.startHandshake();
            server.talk(socket);
            socket.shutdownOutput();
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
          }
        },
        client);
  }

  private <T> T talkBare(BareServer server, Client<T> client) throws Exception {
    TlsClient trusting = engine.trusting(TestCertificate.trustManager());
    try (var listener = new ServerSocket()) {
      listener.setReceiveBufferSize(16 << 10); // An upload that is not read has to wait.
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Thread thread =
          Thread.ofPlatform()
              .start(() -> {
                try (Socket socket = listener.accept()) {
                  server.talk(socket);
                } catch (Exception e) {
                  // The client has had enough.
                }
              });
      try {
        return EventLoop.run(
            "client",
            () -> {
              Deadline deadline = EventLoop.current().deadline(Duration.ofSeconds(30));
              var to = (InetSocketAddress) listener.getLocalSocketAddress();
              Channel under = Network.of(EventLoop.current()).connect(to, deadline);
              try (Channel channel =
                  TestEngine.connect(trusting, under, "localhost", List.of(), deadline)) {
                return client.talk(channel);
              }
            });
      } finally {
        thread.join();
      }
    }
  }

  /** Reads to the end; how many bytes there were. */
  private static int readAll(Channel channel) throws IOException {
    ByteBuffer part = ByteBuffer.allocate(64 << 10);
    int bytes = 0;
    while (true) {
      channel.awaitReadable(Deadline.NEVER);
      int n = channel.read(part.clear());
      if (n < 0) {
        return bytes;
      }
      bytes += n;
    }
  }

  private TlsExcessException excess(ServerSide server) {
    var failed =
        assertThrows(TaskFailedException.class, () -> talk(server, TlsExcessTest::readAll));
    return (TlsExcessException) failed.failure();
  }

  @Test
  void keysThatAreChangedWithoutEndEndTheConnection() {
    TlsExcessException excess =
        excess(socket -> {
          while (true) {
            socket.startHandshake(); // In TLS 1.3 this sends KeyUpdate, and asks for one.
          }
        });
    assertTrue(excess.getMessage().startsWith("more than 32 records in a row"), excess::getMessage);
  }

  @Test
  void aFewNewKeysBetweenContentAreFine() throws Exception {
    int rounds = 100;
    int bytes =
        talk(
            socket -> {
              OutputStream out = socket.getOutputStream();
              for (int i = 0; i < rounds; i++) {
                for (int keys = 0; keys < 8; keys++) {
                  socket.startHandshake();
                }
                out.write("content".getBytes(US_ASCII));
              }
            },
            TlsExcessTest::readAll);
    assertEquals(7 * rounds, bytes);
  }

  @Test
  void contentInRecordsOfAByteIsBoundedByItsOverhead() throws Exception {
    TlsExcessException excess =
        excess(socket -> writeByteByByte(socket.getOutputStream(), new byte[MIB]));
    assertTrue(excess.getMessage().endsWith("bytes of content"), excess::getMessage);
    byte[] page = new byte[20_000];
    int bytes =
        talk(socket -> writeByteByByte(socket.getOutputStream(), page), TlsExcessTest::readAll);
    assertEquals(page.length, bytes);
  }

  private static void writeByteByByte(OutputStream out, byte[] bytes) throws IOException {
    for (byte b : bytes) {
      out.write(b);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"alerts", "records of a byte"})
  void aHandshakeThatDoesNotGetAnywhereEnds(String kind) {
    byte[] alert = {21, 3, 3, 0, 2, 1, 90}; // user_canceled, a warning
    byte[] beginning = {22, 3, 3, 0, 4, 2, 1, 0, 0}; // a ServerHello of 64 KiB ...
    byte[] piece = {22, 3, 3, 0, 1, 0}; // ... of which a byte comes at a time
    long[] taken = {0};
    var failed =
        assertThrows(
            TaskFailedException.class,
            () ->
                talkBare(
                    socket -> {
                      OutputStream out = socket.getOutputStream();
                      socket.getInputStream().read(new byte[1]);
                      boolean isAlert = kind.equals("alerts");
                      out.write(isAlert ? alert : beginning);
                      for (; taken[0] < 64 * MIB; taken[0]++) {
                        out.write(isAlert ? alert : piece);
                      }
                    },
                    TlsExcessTest::readAll));
    assertTrue(failed.failure() instanceof SSLException, () -> failed.failure().toString());
    assertTrue(taken[0] < 8 * MIB, () -> taken[0] + " records were taken");
  }

  /** Everything has come before it is read, so the channel has no reason to wait. */
  @Test
  void manySmallRecordsLetOthersRun() throws Exception {
    int records = 20_000;
    int turns =
        talk(
            socket -> writeByteByByte(socket.getOutputStream(), new byte[records]),
            channel -> {
              boolean[] over = {false};
              int[] turn = {0};
              EventLoop.current()
                  .spawn(
                      "neighbour",
                      () -> {
                        while (!over[0]) {
                          turn[0]++;
                          EventLoop.yieldNow();
                        }
                        return null;
                      });
              readAll(channel);
              over[0] = true;
              return turn[0];
            });
    assertTrue(turns > records / 64, turns + " turns");
  }

  @Test
  void contentThatIsThereIsNotReadPastTheDeadline() throws Exception {
    talk(
        socket -> socket.getOutputStream().write(new byte[1000]),
        channel -> {
          channel.awaitReadable(Deadline.NEVER);
          while (channel.read(ByteBuffer.allocate(1)) == 0) {
            channel.awaitReadable(Deadline.NEVER);
          }
          Deadline passed = EventLoop.current().deadline(Duration.ZERO);
          assertThrows(DeadlineException.class, () -> channel.awaitReadable(passed));
          return null;
        });
  }

  /** The answer to a new key is due while another coroutine is amid a record. */
  @Test
  void aReaderDoesNotWriteIntoTheRecordsOfAWriter() throws Exception {
    byte[] upload = new byte[16 * MIB];
    int part = 64 << 10;
    int[] received = {0};
    talk(
        socket -> {
          for (int i = 0; i < 8; i++) {
            socket.startHandshake();
          }
          socket.getOutputStream().write(1);
          while (received[0] < upload.length) {
            received[0] += socket.getInputStream().readNBytes(part).length;
            socket.getOutputStream().write(2);
          }
        },
        channel -> {
          Task<?> writing =
              EventLoop.current()
                  .spawn(
                      "upload",
                      () -> {
                        channel.write(ByteBuffer.wrap(upload), Deadline.NEVER);
                        return null;
                      });
          EventLoop.yieldNow();
          assertEquals(1 + upload.length / part, readAll(channel));
          writing.await();
          return null;
        });
    assertEquals(upload.length, received[0]);
  }

  @Test
  void aClosedChannelSaysGoodbye() throws Exception {
    boolean[] goodbye = {false};
    talkBare(
        bare -> {
          var wire = new EngineWire(bare, serverEngine());
          wire.handshake();
          goodbye[0] = wire.readToTheEnd();
        },
        channel -> {
          channel.write(ByteBuffer.wrap("request".getBytes(US_ASCII)), Deadline.NEVER);
          return null;
        });
    assertTrue(goodbye[0]);
  }

  private static SSLEngine serverEngine() {
    SSLEngine engine = SERVER.createSSLEngine();
    engine.setUseClientMode(false);
    return engine;
  }

  /** TLS on a blocking socket, record by record. */
  private static final class EngineWire {
    private final Socket socket;
    private final SSLEngine engine;
    private final ByteBuffer in = ByteBuffer.allocate(64 << 10);

    EngineWire(Socket socket, SSLEngine engine) {
      this.socket = socket;
      this.engine = engine;
    }

    void handshake() throws IOException {
      engine.beginHandshake();
      while (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
        switch (engine.getHandshakeStatus()) {
          case NEED_TASK -> engine.getDelegatedTask().run();
          case NEED_WRAP -> send(new byte[0]);
          default -> receive();
        }
      }
    }

    void send(byte[] content) throws IOException {
      ByteBuffer out = ByteBuffer.allocate(64 << 10);
      engine.wrap(ByteBuffer.wrap(content), out);
      socket.getOutputStream().write(out.array(), 0, out.position());
    }

    /** Whether close_notify came before the end of the connection. */
    boolean readToTheEnd() throws IOException {
      while (!engine.isInboundDone()) {
        if (!receive()) {
          return false;
        }
      }
      return true;
    }

    private boolean receive() throws IOException {
      var result = engine.unwrap(in.flip(), ByteBuffer.allocate(64 << 10));
      in.compact();
      if (result.bytesConsumed() > 0) {
        return true;
      }
      int n = socket.getInputStream().read(in.array(), in.position(), in.remaining());
      in.position(in.position() + Math.max(0, n));
      return n >= 0;
    }
  }
}
