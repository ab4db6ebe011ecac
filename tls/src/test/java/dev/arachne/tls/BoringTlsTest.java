package dev.arachne.tls;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.arachne.runtime.EventLoop;
import dev.arachne.testkit.TestCertificate;
import io.netty.internal.tcnative.CertificateVerifier;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What BoringSSL is told. */
class BoringTlsTest {
  @Test
  void beforeAnyCheckTheCertificatesAreNotGood() {
    int verdict =
        EventLoop.run(
            "main",
            () -> {
              var deadline = EventLoop.current().deadline(Duration.ofSeconds(20));
              // Has the library loaded.
              TlsConnector.open(TlsClient.SYSTEM, deadline).close();
              try (var client = new BoringClient(TestCertificate.trustManager(), null);
                  var connection =
                      (BoringTls)
                          client.connection(new ServerName("localhost", false), 443, List.of())) {
                return connection.verdict();
              }
            });
    assertNotEquals(CertificateVerifier.X509_V_OK, verdict);
  }
}
