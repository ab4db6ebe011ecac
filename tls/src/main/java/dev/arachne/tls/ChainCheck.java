package dev.arachne.tls;

import dev.arachne.runtime.TimeSource;
import java.io.ByteArrayInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Checks the certificates of servers, and caches for ten minutes the accepted ones of each host.
 * The check of a chain takes a millisecond, its digest a few microseconds. Confined to its loop,
 * but for {@link #check}.
 */
final class ChainCheck {
  /**
   * The time for which a check is valid; afterwards revoked or no longer trusted certificates are
   * refused.
   */
  static final Duration HOLDS = Duration.ofMinutes(10);

  /** Chains that are remembered. */
  static final int MOST = 1_000;

  private final TimeSource time;
  private final Map<Key, Instant> good =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Instant> eldest) {
          return size() > MOST;
        }
      };

  private record Key(String host, String digest) {}

  ChainCheck(TimeSource time) {
    this.time = time;
  }

  /**
   * Checks certificates as the JDK's TLS does: the path to an authority, and the host's name. Takes
   * milliseconds, more for some trust managers. Thread-safe.
   *
   * @param chain in DER, the server's first
   * @return when the first of them expires
   * @throws CertificateException if they are not valid for that server
   */
  static Instant check(byte[][] chain, ServerName server, int port, X509ExtendedTrustManager trust)
      throws CertificateException {
    X509Certificate[] certificates = certificates(chain);
    // The key exchange method, which TLS 1.3 does not name; the JDK passes the same value.
    trust.checkServerTrusted(certificates, "UNKNOWN", new CheckedPeer(server.host(), port));
    Instant end = Instant.MAX;
    for (X509Certificate certificate : certificates) {
      Instant its = certificate.getNotAfter().toInstant();
      end = its.isBefore(end) ? its : end;
    }
    return end;
  }

  private static X509Certificate[] certificates(byte[][] chain) throws CertificateException {
    var factory = CertificateFactory.getInstance("X.509");
    var certificates = new X509Certificate[chain.length];
    for (int i = 0; i < chain.length; i++) {
      certificates[i] =
          (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(chain[i]));
    }
    return certificates;
  }

  /** Whether these certificates passed a check for this host recently. */
  boolean isGood(ServerName server, byte[][] chain) {
    @Nullable Instant until = good.get(key(server, chain));
    return until != null && time.now().isBefore(until);
  }

  /** Records accepted certificates, the first of which expires at {@code end}. */
  void remember(ServerName server, byte[][] chain, Instant end) {
    Instant until = time.now().plus(HOLDS);
    good.put(key(server, chain), end.isBefore(until) ? end : until);
  }

  private static Key key(ServerName server, byte[][] chain) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] certificate : chain) {
        digest.update((byte) (certificate.length >> 16));
        digest.update((byte) (certificate.length >> 8));
        digest.update((byte) certificate.length);
        digest.update(certificate);
      }
      return new Key(server.host(), HexFormat.of().formatHex(digest.digest()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java installation has SHA-256", e);
    }
  }
}
