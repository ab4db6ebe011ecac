package dev.arachne.network;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskFailedException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Security;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  // A new key after every 64 KiB, so that the answers to that are tested as well.
  static {
    Security.setProperty(
        "jdk.tls.keyLimits", "AES/GCM/NoPadding KeyUpdate 2^16, ChaCha20-Poly1305 KeyUpdate 2^16");
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
          try (Listener listener = Network.of(loop).listen(ANY_PORT, 10)) {
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
            serving.failure(); // asked here, since some clients end before they could ask
            Channel under = Network.of(loop).connect(listener.address(), deadline);
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
          channel -> {
            assertEquals(ByteBuffer.wrap(sent), readAll(channel, size));
            channel.shutdownOutput();
          },
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

  @ParameterizedTest
  @ValueSource(strings = {"my_shop.example.com", "-a.example.com", "a..example.com"})
  void aNameThatNoCertificateCanBeCheckedForIsRefusedAndItsConnectionClosed(String host) {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          try (Listener listener = Network.of(loop).listen(ANY_PORT, 10)) {
            Channel under = Network.of(loop).connect(listener.address(), Deadline.NEVER);
            assertThrows(SSLException.class, () -> connect(under, trusting, host, List.of()));
            assertFalse(under.isOpen());
          }
          return null;
        });
  }

  private static Throwable refusal(SSLContext context, String host) {
    var failed =
        assertThrows(
            TaskFailedException.class, () -> converse(context, host, channel -> {}, channel -> {}));
    assertEquals(SSLHandshakeException.class, failed.failure().getClass());
    return failed.failure();
  }

  @Test
  void aWaitingChannelHoldsNoBuffer() {
    converse(
        trusting,
        "localhost",
        channel -> {
          channel.write(ByteBuffer.wrap("question".getBytes(US_ASCII)), Deadline.NEVER);
          channel.awaitReadable(Deadline.NEVER);
          while (channel.read(ByteBuffer.allocate(100)) == 0) {
            channel.awaitReadable(Deadline.NEVER);
          }
          EventLoop loop = EventLoop.current();
          loop.after(
              Duration.ofMillis(20),
              () -> {
                assertEquals(0, loop.buffers().lent());
                channel.close();
              });
          assertThrows(ClosedChannelException.class, () -> channel.awaitReadable(Deadline.NEVER));
        },
        channel -> {
          channel.awaitReadable(Deadline.NEVER);
          assertEquals(8, channel.read(ByteBuffer.allocate(100)));
          channel.write(ByteBuffer.wrap("answer".getBytes(US_ASCII)), Deadline.NEVER);
          assertEquals(0, readAll(channel, 10).remaining());
        });
  }

  @Test
  void anEndWithoutCloseNotifyIsABrokenConnection() {
    talkOverABareConnection(
        (under, channel) ->
            channel.write(ByteBuffer.wrap("half".getBytes(US_ASCII)), Deadline.NEVER),
        channel -> {
          ByteBuffer got = ByteBuffer.allocate(100);
          assertThrows(
              EOFException.class,
              () -> {
                while (channel.read(got) >= 0) {
                  channel.awaitReadable(Deadline.NEVER);
                }
              });
          assertEquals("half", US_ASCII.decode(got.flip()).toString());
        });
  }

  /** What is left of it is never taken for text. */
  @Test
  void aRecordThatWasCutGivesNothing() {
    talkOverABareConnection(
        (under, channel) -> {
          byte[] beginningOfARecord = {23, 3, 3, 1, 0, 42, 42, 42};
          under.write(ByteBuffer.wrap(beginningOfARecord), Deadline.NEVER);
        },
        channel -> {
          ByteBuffer got = ByteBuffer.allocate(100);
          assertThrows(
              EOFException.class,
              () -> {
                while (channel.read(got) >= 0) {
                  channel.awaitReadable(Deadline.NEVER);
                }
              });
          assertEquals(0, got.position());
        });
  }

  /** A server that does as told and then closes the connection under its TLS. */
  private interface BareServer {
    void talk(Channel under, Channel channel) throws Exception;
  }

  private static void talkOverABareConnection(BareServer serverSide, Side client) {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          try (Listener listener = Network.of(loop).listen(ANY_PORT, 10)) {
            Task<?> serving =
                loop.spawn(
                    "server",
                    () -> {
                      try (Channel under = listener.accept(Deadline.NEVER)) {
                        serverSide.talk(under, TlsChannel.accept(under, server, Deadline.NEVER));
                      }
                      return null;
                    });
            Channel under = Network.of(loop).connect(listener.address(), Deadline.NEVER);
            try (TlsChannel channel = connect(under, trusting, "localhost", List.of())) {
              client.talk(channel);
            }
            serving.await();
          }
          return null;
        });
  }

  private static TlsChannel connect(
      Channel under, SSLContext context, String host, List<String> protocols) throws IOException {
    Deadline deadline = EventLoop.current().deadline(Duration.ofSeconds(20));
    return TlsChannel.connect(under, context, host, 443, protocols, deadline);
  }

  @ParameterizedTest
  @CsvSource({"localhost, localhost", "localhost., localhost", "web1, web1", "web.2a, web.2a"})
  void theServerSeesTheNameAndTheProtocolsAreAgreedOn(String host, String sent) throws Exception {
    SSLContext lenient = SSLContext.getInstance("TLS");
    lenient.init(
        null, new TrustManager[] {new CountingTrust(new AtomicInteger())}, new SecureRandom());
    try (var socket = (SSLServerSocket) server.getServerSocketFactory().createServerSocket(0)) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"http/1.1"});
      socket.setSSLParameters(parameters);
      var names = new CompletableFuture<List<SNIServerName>>();
      Thread.ofPlatform()
          .start(() -> {
            try (var accepted = (SSLSocket) socket.accept()) {
              accepted.startHandshake();
              var session = (ExtendedSSLSession) accepted.getSession();
              names.complete(session.getRequestedServerNames());
            } catch (IOException e) {
              names.completeExceptionally(e);
            }
          });
      String agreed =
          EventLoop.run(
              "main",
              () -> {
                var to = new InetSocketAddress(ANY_PORT.getAddress(), socket.getLocalPort());
                Channel under = Network.of(EventLoop.current()).connect(to, Deadline.NEVER);
                try (TlsChannel channel =
                    connect(under, lenient, host, List.of("h2", "http/1.1"))) {
                  return channel.applicationProtocol();
                }
              });
      assertEquals("http/1.1", agreed);
      assertEquals(List.of(new SNIHostName(sent)), names.get());
    }
  }

  @Test
  void aSecondConnectionResumesTheSessionOfTheFirst() throws Exception {
    var checks = new AtomicInteger();
    SSLContext counting = SSLContext.getInstance("TLS");
    counting.init(null, new TrustManager[] {new CountingTrust(checks)}, new SecureRandom());
    for (int i = 0; i < 2; i++) {
      converse(
          counting,
          "localhost",
          channel -> assertEquals(1, readAll(channel, 10).remaining()),
          channel -> {
            channel.write(ByteBuffer.allocate(1), Deadline.NEVER);
            channel.shutdownOutput();
          });
    }
    assertEquals(1, checks.get(), "a resumed session brings no certificate to check");
  }

  @Test
  void certificatesAreCheckedOffTheLoop() throws Exception {
    var threads = new CopyOnWriteArrayList<String>();
    SSLContext noting = SSLContext.getInstance("TLS");
    var trust = new CountingTrust(new AtomicInteger(), threads);
    noting.init(null, new TrustManager[] {trust}, new SecureRandom());
    converse(noting, "localhost", channel -> {}, channel -> {});
    assertEquals(1, threads.size());
    assertTrue(threads.getFirst().startsWith("tls-"), threads::toString);
  }

  /** Trusts everybody, and counts how often it was asked. */
  private static final class CountingTrust extends X509ExtendedTrustManager {
    private final AtomicInteger checks;
    private final List<String> threads;

    CountingTrust(AtomicInteger checks) {
      this(checks, new ArrayList<>());
    }

    CountingTrust(AtomicInteger checks, List<String> threads) {
      this.checks = checks;
      this.threads = threads;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
      checks.incrementAndGet();
      threads.add(Thread.currentThread().getName());
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
      throw new AssertionError("no socket here");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {
      throw new AssertionError("no engine");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
      throw new AssertionError("a client");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
      throw new AssertionError("a client");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {
      throw new AssertionError("a client");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
