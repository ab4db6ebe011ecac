package dev.arachne.runtime;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsChannelTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final char[] PASSWORD = "changeit".toCharArray();

  private static SSLContext server;
  private static SSLContext trusting;

  /** What one side of a test does with its end of the connection. */
  private interface Side {
    void talk(Channel channel) throws Exception;
  }

  @BeforeAll
  static void makeCertificate(@TempDir Path directory) throws Exception {
    Path store = directory.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                store.toString())
            .inheritIO()
            .start();
    assertEquals(0, keytool.waitFor());
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    var keyManagers = KeyManagerFactory.getInstance("PKIX");
    keyManagers.init(keys, PASSWORD);
    server = SSLContext.getInstance("TLS");
    server.init(keyManagers.getKeyManagers(), null, new SecureRandom());
    var trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(keys);
    trusting = SSLContext.getInstance("TLS");
    trusting.init(null, trust.getTrustManagers(), new SecureRandom());
  }

  private static void converse(SSLContext context, String host, Side client, Side serverSide) {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          Deadline deadline = loop.deadline(Duration.ofSeconds(20));
          try (Listener listener = loop.network().listen(ANY_PORT, 10)) {
            Task<?> serving =
                loop.spawn(
                    "server",
                    () -> {
                      Channel accepted = listener.accept(deadline);
                      try (Channel channel = TlsChannel.accept(accepted, server, deadline)) {
                        serverSide.talk(channel);
                      }
                      return null;
                    });
            Channel under = loop.network().connect(listener.address(), deadline);
            try (TlsChannel channel =
                TlsChannel.connect(under, context, host, 443, List.of(), deadline)) {
              client.talk(channel);
            }
            serving.await(deadline);
          }
          return null;
        });
  }

  @Test
  void whatIsWrittenArrivesThroughBuffersOfAnySize() {
    byte[] sent = new byte[1_000_000];
    new Random(1).nextBytes(sent);
    for (int size : new int[] {100, 5_000, 100_000}) {
      converse(
          trusting,
          "localhost",
          channel -> assertEquals(ByteBuffer.wrap(sent), readAll(channel, size)),
          channel -> {
            channel.write(ByteBuffer.wrap(sent), Deadline.NEVER);
            channel.shutdownOutput();
            assertEquals(0, readAll(channel, size).remaining());
          });
    }
  }

  private static ByteBuffer readAll(Channel channel, int size) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(1_000_001);
    ByteBuffer part = ByteBuffer.allocate(size);
    while (true) {
      channel.awaitReadable(Deadline.NEVER);
      if (channel.read(part.clear()) < 0) {
        return all.flip();
      }
      all.put(part.flip());
    }
  }

  @Test
  void aWaitingChannelGivesUpAtItsDeadlineAndStaysGood() {
    EventLoop[] loop = new EventLoop[1];
    converse(
        trusting,
        "localhost",
        channel -> {
          loop[0] = EventLoop.current();
          assertThrows(
              DeadlineException.class,
              () -> {
                while (true) {
                  channel.awaitReadable(loop[0].deadline(Duration.ofMillis(20)));
                  channel.read(ByteBuffer.allocate(20_000));
                }
              });
          channel.write(ByteBuffer.wrap("go".getBytes(US_ASCII)), Deadline.NEVER);
          assertEquals("late", US_ASCII.decode(readAll(channel, 10)).toString());
        },
        channel -> {
          channel.awaitReadable(Deadline.NEVER);
          channel.write(ByteBuffer.wrap("late".getBytes(US_ASCII)), Deadline.NEVER);
          channel.shutdownOutput();
        });
  }

  @Test
  void aCertificateThatNobodyTrustsIsRefused() throws Exception {
    var thrown = refusal(SSLContext.getDefault(), "localhost");
    assertTrue(thrown.getMessage().contains("PKIX path building failed"), thrown.getMessage());
  }

  @Test
  void aCertificateForAnotherNameIsRefused() {
    var thrown = refusal(trusting, "example.com");
    assertTrue(thrown.getMessage().contains("example.com"), thrown.getMessage());
  }

  private static Throwable refusal(SSLContext context, String host) {
    var failed =
        assertThrows(
            TaskFailedException.class, () -> converse(context, host, channel -> {}, channel -> {}));
    assertEquals(SSLHandshakeException.class, failed.failure().getClass());
    return failed.failure();
  }
}
