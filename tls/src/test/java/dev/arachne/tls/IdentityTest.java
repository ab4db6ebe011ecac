package dev.arachne.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.network.Channel;
import dev.arachne.network.Network;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.tls.TlsFileException.Fault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** What clients show of themselves, and which authorities they are given. */
class IdentityTest {
  private static final String PEM = TestCertificate.VALID.pem();

  @ParameterizedTest
  @CsvSource({"localhost, CN=valid", "web1.test, nobody"})
  void theIdentityIsShownToTheHostsItIsMeantForAlone(String host, String seen) throws Exception {
    TlsClient client =
        TlsClient.trusting(TestCertificate.authorityPem())
            .showing(TlsIdentity.of(PEM, PEM), "localhost"::equals);
    assertEquals(seen, seenOf(client, host));
  }

  /** The same, where the JDK speaks. */
  @ParameterizedTest
  @CsvSource({"localhost, CN=valid", "web1.test, nobody"})
  void theJdkShowsItAsWell(String host, String seen) throws Exception {
    TlsIdentity identity = TlsIdentity.of(PEM, PEM);
    TlsClient client = TlsClient.trusting(TestCertificate.authorityPem());
    SSLContext context =
        host.equals("localhost") ? client.showingContext(identity) : client.context();
    assertEquals(seen, seenOf(TlsClient.of(context), host));
  }

  @Test
  void anIdentityDoesNotTellItsKey() throws Exception {
    assertEquals("identity of CN=valid", TlsIdentity.of(PEM, PEM).toString());
  }

  @Test
  void missingAndMalformedMembersAreReported() {
    assertThrows(CertificateException.class, () -> TlsClient.trusting("no certificate"));
    assertThrows(CertificateException.class, () -> TlsIdentity.of("nothing", PEM));
    String ofOpenSsl = PEM.replace("PRIVATE KEY", "EC PRIVATE KEY");
    var thrown = assertThrows(InvalidKeySpecException.class, () -> TlsIdentity.of(PEM, ofOpenSsl));
    assertTrue(thrown.getMessage().contains("openssl pkcs8 -topk8"), thrown::getMessage);
  }

  private static final String OTHER = TestCertificate.SELF_SIGNED.pem();

  static final List<Arguments> FILES =
      List.of(
          Arguments.of(PEM, PEM, null),
          Arguments.of("nothing", PEM, Fault.NO_CERTIFICATE),
          Arguments.of(PEM.replaceAll("(?m)^MII.*$", "MII"), PEM, Fault.NO_CERTIFICATE),
          Arguments.of(PEM, "nothing", Fault.NO_KEY),
          Arguments.of(PEM, PEM.replace("PRIVATE KEY", "EC PRIVATE KEY"), Fault.NO_KEY),
          Arguments.of(
              PEM, PEM.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY"), Fault.ENCRYPTED_KEY),
          Arguments.of(
              PEM,
              """
              -----BEGIN RSA PRIVATE KEY-----
              Proc-Type: 4,ENCRYPTED
              DEK-Info: AES-256-CBC,0123

              AAAA
              -----END RSA PRIVATE KEY-----
              """,
              Fault.ENCRYPTED_KEY),
          Arguments.of(PEM, OTHER, Fault.FOREIGN_KEY),
          Arguments.of(PEM, key("RSA", 2048), Fault.FOREIGN_KEY),
          Arguments.of(PEM, key("EC", 384), Fault.FOREIGN_KEY),
          Arguments.of(PEM, key("EdDSA", 255), Fault.FOREIGN_KEY),
          Arguments.of(" ".repeat(9 << 20), PEM, Fault.TOO_LARGE));

  private static String key(String kind, int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
      generator.initialize(bits);
      return Pem.of(generator.generateKeyPair().getPrivate());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @FieldSource("FILES")
  void eachFaultOfAFileHasItsKindAndNoKeyIsInItsMessage(
      String chain, String key, @Nullable Fault fault, @TempDir Path directory) throws Exception {
    Path certificates = Files.writeString(directory.resolve("chain.pem"), chain);
    Path own = Files.writeString(directory.resolve("key.pem"), key);
    if (fault == null) {
      assertEquals("identity of CN=valid", TlsFiles.identity(certificates, own).toString());
      return;
    }
    var thrown = assertThrows(TlsFileException.class, () -> TlsFiles.identity(certificates, own));
    assertEquals(fault, thrown.fault());
    boolean isOfChain = fault == Fault.NO_CERTIFICATE || fault == Fault.TOO_LARGE;
    assertEquals(isOfChain ? certificates : own, thrown.file());
    for (String line : key.split("\n", -1)) {
      assertFalse(line.length() > 10 && thrown.getMessage().contains(line), thrown::getMessage);
    }
  }

  @Test
  void aFileThatIsNotThereIsUnreadable(@TempDir Path directory) {
    Path missing = directory.resolve("missing.pem");
    var thrown = assertThrows(TlsFileException.class, () -> TlsFiles.authorities(missing));
    assertEquals(Fault.UNREADABLE, thrown.fault());
    assertEquals("there is no such file", thrown.getMessage());
    assertEquals(
        Fault.UNREADABLE,
        assertThrows(TlsFileException.class, () -> TlsFiles.authorities(directory)).fault());
  }

  @Test
  void moreAuthoritiesAreTrustedBesideThoseOfTheSystem() throws Exception {
    List<X509Certificate> system = List.of(TlsClient.SYSTEM.trust().getAcceptedIssuers());
    List<X509Certificate> all =
        List.of(
            TlsClient.trustingAlso(TestCertificate.authorityPem()).trust().getAcceptedIssuers());
    assertTrue(all.containsAll(system));
    assertEquals(system.size() + 1, all.size());
    TlsClient client = TlsClient.trustingAlso(TestCertificate.authorityPem());
    assertEquals("nobody", seenOf(client, "localhost"));
  }

  @Test
  void aClientThatTrustsAllTrustsASelfSignedServer() throws Exception {
    assertEquals("nobody", seenOf(TlsClient.TRUSTING_ALL, "elsewhere.invalid"));
  }

  /**
   * Over TLS 1.2 the JDK shows nothing to a server that does not name its authority, and is told no
   * more than that the handshake failed.
   */
  @ParameterizedTest
  @CsvSource({"BORING, TLSv1.3", "BORING, TLSv1.2", "JDK, TLSv1.3"})
  void aServerThatRefusesTheIdentityIsDistinguished(TestEngine engine, String version)
      throws Exception {
    TlsClient trusting = TlsClient.trusting(TestCertificate.authorityPem());
    TlsIdentity stranger = TlsIdentity.of(OTHER, OTHER);
    TlsClient client =
        engine == TestEngine.JDK
            ? TlsClient.of(trusting.showingContext(stranger))
            : trusting.showing(stranger, "localhost"::equals);
    var loopback = InetAddress.getLoopbackAddress();
    SSLContext context = TestCertificate.VALID.serverContext();
    try (var listener =
        (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 1, loopback)) {
      listener.setNeedClientAuth(true);
      listener.setEnabledProtocols(new String[] {version});
      Thread.ofPlatform()
          .start(() -> {
            try (var socket = (SSLSocket) listener.accept()) {
              socket.getInputStream().read();
            } catch (IOException e) {
              return; // The client is refused.
            }
          });
      Throwable thrown =
          EventLoop.run(
              "main",
              () -> {
                Deadline deadline = EventLoop.current().deadline(Duration.ofSeconds(20));
                var to = new InetSocketAddress(loopback, listener.getLocalPort());
                Channel under = Network.of(EventLoop.current()).connect(to, deadline);
                try (Channel channel =
                    TestEngine.connect(client, under, "localhost", List.of(), deadline)) {
                  channel.awaitReadable(deadline);
                  int unused = channel.read(ByteBuffer.allocate(1));
                  return new AssertionError("it was taken");
                } catch (IOException e) {
                  return e;
                }
              });
      assertInstanceOf(ClientCertificateException.class, thrown, thrown::toString);
    }
  }

  /** The name on the certificate that a server, which asks for one, is shown. */
  private static String seenOf(TlsClient client, String host) throws Exception {
    var loopback = InetAddress.getLoopbackAddress();
    SSLContext context = TestCertificate.VALID.serverContext();
    try (var listener =
        (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 1, loopback)) {
      listener.setWantClientAuth(true);
      var seen = new CompletableFuture<String>();
      Thread.ofPlatform()
          .start(() -> {
            try (var socket = (SSLSocket) listener.accept()) {
              socket.getInputStream().read();
              seen.complete(nameOf(socket));
            } catch (IOException e) {
              seen.completeExceptionally(e);
            }
          });
      EventLoop.run(
          "main",
          () -> {
            Deadline deadline = EventLoop.current().deadline(Duration.ofSeconds(20));
            var to = new InetSocketAddress(loopback, listener.getLocalPort());
            Channel under = Network.of(EventLoop.current()).connect(to, deadline);
            try (Channel channel = TestEngine.connect(client, under, host, List.of(), deadline)) {
              channel.write(ByteBuffer.allocate(1), deadline);
            }
            return "done";
          });
      return seen.get();
    }
  }

  private static String nameOf(SSLSocket socket) {
    try {
      return socket.getSession().getPeerPrincipal().getName();
    } catch (SSLPeerUnverifiedException e) {
      return "nobody";
    }
  }
}
