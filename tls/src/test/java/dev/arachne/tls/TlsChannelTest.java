package dev.arachne.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.network.Channel;
import dev.arachne.network.Listener;
import dev.arachne.network.Network;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskFailedException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Security;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManager;
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
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class TlsChannelTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final char[] PASSWORD = "changeit".toCharArray();

  private static KeyManager[] keyManagers;
  private static int certificateBytes;
  private static SSLContext server;
  private static X509ExtendedTrustManager authority;

  @Parameter TestEngine engine;

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
    certificateBytes = keys.getCertificate("mykey").getEncoded().length;
    var factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(keys, PASSWORD);
    keyManagers = factory.getKeyManagers();
    server = serverContext();
    var trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(keys);
    authority = (X509ExtendedTrustManager) trust.getTrustManagers()[0];
  }

  private static SSLContext serverContext() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keyManagers, null, new SecureRandom());
    return context;
  }

  private TlsClient trusting() {
    return engine.trusting(authority);
  }

  private static void converse(TlsClient tls, String host, Side client, Side serverSide) {
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
            try (TlsChannel channel = TestEngine.connect(tls, under, host, List.of(), deadline)) {
              client.talk(channel);
            }
            serving.await(deadline);
          }
          return null;
        });
  }

  @Test
  void writtenBytesArriveThroughBuffersOfAnySize() {
    byte[] sent = new byte[1_000_000];
    new Random(1).nextBytes(sent);
    for (int size : new int[] {100, 5_000, 100_000}) {
      converse(
          trusting(),
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
        trusting(),
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
  void anUntrustedCertificateIsRefused() throws Exception {
    var thrown = refusal(engine.trusting(TlsClient.SYSTEM.trust()), "localhost");
    assertTrue(thrown.getMessage().contains("PKIX path building failed"), thrown.getMessage());
  }

  @Test
  void aCertificateForAnotherNameIsRefused() {
    var thrown = refusal(trusting(), "example.com");
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
            assertThrows(SSLException.class, () -> connect(under, trusting(), host, List.of()));
            assertFalse(under.isOpen());
          }
          return null;
        });
  }

  private static Throwable refusal(TlsClient tls, String host) {
    var failed =
        assertThrows(
            TaskFailedException.class, () -> converse(tls, host, channel -> {}, channel -> {}));
    assertEquals(SSLHandshakeException.class, failed.failure().getClass());
    return failed.failure();
  }

  @Test
  void aWaitingChannelHoldsNoBuffer() {
    converse(
        trusting(),
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

  private void talkOverABareConnection(BareServer serverSide, Side client) {
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
            try (TlsChannel channel = connect(under, trusting(), "localhost", List.of())) {
              client.talk(channel);
            }
            serving.await();
          }
          return null;
        });
  }

  private static TlsChannel connect(
      Channel under, TlsClient tls, String host, List<String> protocols) throws IOException {
    Deadline deadline = EventLoop.current().deadline(Duration.ofSeconds(20));
    return TestEngine.connect(tls, under, host, protocols, deadline);
  }

  @ParameterizedTest
  @CsvSource({"localhost, localhost", "localhost., localhost", "web1, web1", "web.2a, web.2a"})
  void theServerSeesTheNameAndTheProtocolsAreAgreedOn(String host, String sent) throws Exception {
    TlsClient lenient = engine.trusting(new CountingTrust(new AtomicInteger()));
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

  @ParameterizedTest
  @CsvSource({
    "TLSv1.3, TLS_AES_128_GCM_SHA256",
    "TLSv1.3, TLS_AES_256_GCM_SHA384",
    "TLSv1.3, TLS_CHACHA20_POLY1305_SHA256",
    "TLSv1.2, TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
    "TLSv1.2, TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
    "TLSv1.2, TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"
  })
  void versionAndSuiteAreReportedByTheirStandardNames(String version, String suite)
      throws Exception {
    try (var socket = (SSLServerSocket) server.getServerSocketFactory().createServerSocket(0)) {
      socket.setEnabledProtocols(new String[] {version});
      socket.setEnabledCipherSuites(new String[] {suite});
      Thread.ofPlatform()
          .start(() -> {
            try (var accepted = (SSLSocket) socket.accept()) {
              accepted.startHandshake();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      TlsAgreement agreement =
          EventLoop.run(
              "main",
              () -> {
                var to = new InetSocketAddress(ANY_PORT.getAddress(), socket.getLocalPort());
                Channel under = Network.of(EventLoop.current()).connect(to, Deadline.NEVER);
                try (TlsChannel channel = connect(under, trusting(), "localhost", List.of())) {
                  return channel.agreement().orElseThrow();
                }
              });
      assertEquals(version, "TLSv" + agreement.version());
      assertEquals(Optional.of(suite), agreement.cipherSuite());
    }
  }

  @Test
  void aSecondConnectionResumesTheSessionOfTheFirst() throws Exception {
    var checks = new AtomicInteger();
    long[] bytes = new long[2];
    meetInTurn(
        new CountingTrust(checks),
        List.of("localhost", "localhost"),
        List.of(server, server),
        (i, under) -> bytes[i] = under.bytesRead());
    assertEquals(1, checks.get(), "a resumed session brings no certificate to check");
    assertTrue(bytes[1] < bytes[0] - certificateBytes, "bytes came: " + Arrays.toString(bytes));
  }

  /** Servers behind one address, none of which knows the sessions of another. */
  @Test
  void certificatesThatWereFoundGoodForAHostAreNotCheckedAgain() throws Exception {
    assumeTrue(engine == TestEngine.BORING, "the JDK's engine checks every chain");
    var checks = new AtomicInteger();
    meetInTurn(
        new CountingTrust(checks),
        List.of("localhost", "localhost", "web1", "localhost"),
        List.of(serverContext(), serverContext(), serverContext(), serverContext()),
        (_, _) -> {});
    assertEquals(2, checks.get(), "once for each host");
  }

  @Test
  void certificatesAreCheckedOffTheLoop() throws Exception {
    var threads = new CopyOnWriteArrayList<String>();
    var trust = new CountingTrust(new AtomicInteger(), threads);
    converse(engine.trusting(trust), "localhost", channel -> {}, channel -> {});
    assertEquals(1, threads.size());
    assertTrue(threads.getFirst().startsWith("tls-"), threads::toString);
  }

  private interface Look {
    void at(int connection, CountedChannel under);
  }

  /** Connections by one connector, one after the other; over each the server sends a byte. */
  private void meetInTurn(
      X509ExtendedTrustManager trust, List<String> hosts, List<SSLContext> servers, Look look) {
    TlsClient client = engine.trusting(trust);
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          Deadline deadline = loop.deadline(Duration.ofSeconds(20));
          try (Listener listener = Network.of(loop).listen(ANY_PORT, 10);
              TlsConnector connector = TlsConnector.open(client, deadline)) {
            for (int i = 0; i < hosts.size(); i++) {
              SSLContext context = servers.get(i);
              Task<?> serving =
                  loop.spawn(
                      "server",
                      () -> {
                        Channel accepted = listener.accept(deadline);
                        try (Channel channel = TlsChannel.accept(accepted, context, deadline)) {
                          channel.write(ByteBuffer.allocate(1), deadline);
                          channel.shutdownOutput();
                        }
                        return null;
                      });
              var under =
                  new CountedChannel(Network.of(loop).connect(listener.address(), deadline));
              try (Channel channel =
                  connector.connect(under, hosts.get(i), 443, List.of(), deadline)) {
                assertEquals(1, readAll(channel, 10).remaining());
              }
              look.at(i, under);
              serving.await(deadline);
            }
          }
          return null;
        });
  }

  /** Counts the bytes that the peer has sent. */
  private static final class CountedChannel implements Channel {
    private final Channel under;
    private long bytesRead;

    CountedChannel(Channel under) {
      this.under = under;
    }

    long bytesRead() {
      return bytesRead;
    }

    @Override
    public void awaitReadable(Deadline deadline) throws IOException {
      under.awaitReadable(deadline);
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
      int count = under.read(into);
      bytesRead += Math.max(0, count);
      return count;
    }

    @Override
    public void write(ByteBuffer from, Deadline deadline) throws IOException {
      under.write(from, deadline);
    }

    @Override
    public void shutdownOutput() throws IOException {
      under.shutdownOutput();
    }

    @Override
    public InetSocketAddress peer() {
      return under.peer();
    }

    @Override
    public boolean isOpen() {
      return under.isOpen();
    }

    @Override
    public void close() {
      under.close();
    }
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
