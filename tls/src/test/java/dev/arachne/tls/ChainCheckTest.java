package dev.arachne.tls;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.TimeSource;
import dev.arachne.testkit.TestCertificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What is remembered of certificates that were good, and for how long. */
class ChainCheckTest {
  private static final ServerName LOCALHOST = new ServerName("localhost", false);
  private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");

  private final MovedTime time = new MovedTime();
  private final ChainCheck checks = new ChainCheck(time);

  @Test
  void aGoodChainIsGoodForTenMinutes() throws Exception {
    byte[][] chain = chain(TestCertificate.VALID);
    checks.remember(LOCALHOST, chain, NOON.plusSeconds(1_000_000));
    time.now = NOON.plusSeconds(599);
    assertTrue(checks.isGood(LOCALHOST, chain));
    time.now = NOON.plusSeconds(600);
    assertFalse(checks.isGood(LOCALHOST, chain));
  }

  @Test
  void aChainThatExpiresIsGoodNoLonger() throws Exception {
    byte[][] chain = chain(TestCertificate.VALID);
    checks.remember(LOCALHOST, chain, NOON.plusSeconds(5));
    assertTrue(checks.isGood(LOCALHOST, chain));
    time.now = NOON.plusSeconds(5);
    assertFalse(checks.isGood(LOCALHOST, chain));
  }

  @Test
  void itIsGoodForThatHostAndThatChainAlone() throws Exception {
    byte[][] chain = chain(TestCertificate.VALID);
    checks.remember(LOCALHOST, chain, NOON.plusSeconds(1_000_000));
    assertFalse(checks.isGood(new ServerName("example.com", false), chain));
    assertFalse(checks.isGood(LOCALHOST, chain(TestCertificate.SELF_SIGNED)));
    byte[][] cutOtherwise = {new byte[] {1, 2}, new byte[] {3}};
    byte[][] sameBytes = {new byte[] {1}, new byte[] {2, 3}};
    checks.remember(LOCALHOST, cutOtherwise, NOON.plusSeconds(1_000_000));
    assertFalse(checks.isGood(LOCALHOST, sameBytes));
  }

  @Test
  void ofAThousandAndOneChainsTheOldestIsForgotten() throws Exception {
    byte[][] chain = chain(TestCertificate.VALID);
    for (int i = 0; i <= ChainCheck.MOST; i++) {
      checks.remember(new ServerName("host" + i, false), chain, NOON.plusSeconds(1_000_000));
    }
    assertFalse(checks.isGood(new ServerName("host0", false), chain));
    assertTrue(checks.isGood(new ServerName("host1", false), chain));
  }

  @Test
  void aChainIsCheckedForItsDatesItsHostAndItsAuthority() throws Exception {
    ChainCheck.check(chain(TestCertificate.VALID), LOCALHOST, 443, TestCertificate.trustManager());
    for (TestCertificate wrong :
        new TestCertificate[] {
          TestCertificate.EXPIRED, TestCertificate.WRONG_HOST, TestCertificate.SELF_SIGNED
        }) {
      assertThrows(
          CertificateException.class,
          () -> ChainCheck.check(chain(wrong), LOCALHOST, 443, TestCertificate.trustManager()),
          wrong.name());
    }
  }

  private static byte[][] chain(TestCertificate certificate) throws CertificateException {
    return Pem.certificates(certificate.pem()).stream()
        .map(ChainCheckTest::encoded)
        .toArray(byte[][]::new);
  }

  private static byte[] encoded(X509Certificate certificate) {
    try {
      return certificate.getEncoded();
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Time that the test moves. */
  private static final class MovedTime implements TimeSource {
    private Instant now = NOON;

    @Override
    public Instant now() {
      return now;
    }

    @Override
    public long nanos() {
      return 0;
    }
  }
}
