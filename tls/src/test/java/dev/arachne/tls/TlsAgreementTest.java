package dev.arachne.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TlsAgreementTest {
  @ParameterizedTest
  @CsvSource({
    "TLS_AES_128_GCM_SHA256,        TLS_AES_128_GCM_SHA256",
    "ECDHE-RSA-AES128-GCM-SHA256,   TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
    "ECDHE-ECDSA-AES256-SHA,        TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
    "ECDHE-RSA-CHACHA20-POLY1305,   TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
    "AES256-GCM-SHA384,             TLS_RSA_WITH_AES_256_GCM_SHA384",
    "AES128-SHA256,                 TLS_RSA_WITH_AES_128_CBC_SHA256"
  })
  void aSuiteHasItsNameInTheRegistry(String suite, String name) {
    assertEquals(new TlsAgreement("1.2", Optional.of(name)), TlsAgreement.of("TLSv1.2", suite));
  }

  @Test
  void aSuiteThatIsNotKnownHasNone() {
    assertEquals(Optional.empty(), TlsAgreement.of("TLSv1.2", "PSK-AES128-CBC").cipherSuite());
    assertEquals(Optional.empty(), TlsAgreement.of("TLSv1.2", "ECDHE-ECDSA-").cipherSuite());
  }
}
