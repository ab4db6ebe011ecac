package dev.arachne.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.network.Channel;
import dev.arachne.network.Network;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.testkit.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.cert.CertificateException;
import java.security.spec.InvalidKeySpecException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  void whatIsMissingOrOfAnotherFormIsSaid() {
    assertThrows(CertificateException.class, () -> TlsClient.trusting("no certificate"));
    assertThrows(CertificateException.class, () -> TlsIdentity.of("nothing", PEM));
    String ofOpenSsl = PEM.replace("PRIVATE KEY", "EC PRIVATE KEY");
    var thrown = assertThrows(InvalidKeySpecException.class, () -> TlsIdentity.of(PEM, ofOpenSsl));
    assertTrue(thrown.getMessage().contains("openssl pkcs8 -topk8"), thrown::getMessage);
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
