package dev.arachne.replay;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * An authority for certificates that lives as long as its process: its key is made at the start and
 * never written. A browser with an option for its key (Chromium's {@code
 * --ignore-certificate-errors-spki-list}) accepts https pages from the archive; no other browser
 * trusts it, and nothing is installed. Thread-safe.
 */
final class Certificates {
  private static final int MOST_HOSTS = 1000;

  /** The length of the longest name in DNS (RFC 1035 2.3.4), without its last dot. */
  private static final int MOST_HOST_CHARS = 253;

  private static final Duration VALID = Duration.ofDays(30);
  private static final String AUTHORITY = "Arachne replay, this run only";
  private static final char[] PASSWORD = "in memory only".toCharArray();

  private static final byte[] SHA256_WITH_ECDSA = Der.sequence(Der.id(1, 2, 840, 10045, 4, 3, 2));
  private static final byte[] BASIC_CONSTRAINTS = Der.id(2, 5, 29, 19);
  private static final byte[] ALTERNATIVE_NAME = Der.id(2, 5, 29, 17);

  private final KeyPair key;
  private final Instant from;
  private final X509Certificate authority;
  private long serial = 1;

  private final Map<String, SSLContext> contexts =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SSLContext> eldest) {
          return size() > MOST_HOSTS;
        }
      };

  Certificates(Instant now) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    key = generator.generateKeyPair();
    from = now.minus(Duration.ofDays(1));
    authority =
        signed(
            AUTHORITY,
            extension(BASIC_CONSTRAINTS, Der.sequence(Der.value(Der.BOOLEAN, new byte[] {-1}))));
  }

  /** SHA-256 of the key in Base64, for a browser's option to trust it. */
  String keyHash() {
    return sha256(key.getPublic().getEncoded());
  }

  /** SHA-256 in Base64. */
  static String sha256(byte[] bytes) {
    try {
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // Each JDK has it.
    }
  }

  /** The authority's certificate as PEM. */
  String pem() throws GeneralSecurityException {
    String base64 =
        Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(authority.getEncoded());
    return "-----BEGIN CERTIFICATE-----\n" + base64 + "\n-----END CERTIFICATE-----\n";
  }

  /** The TLS context of a host. */
  synchronized SSLContext of(String host) throws GeneralSecurityException, IOException {
    if (host.length() > MOST_HOST_CHARS) {
      throw new IOException("the name of the host is too long");
    }
    SSLContext known = contexts.get(host);
    if (known != null) {
      return known;
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, PASSWORD);
    X509Certificate leaf = signed(host, extension(ALTERNATIVE_NAME, Der.sequence(name(host))));
    store.setKeyEntry("host", key.getPrivate(), PASSWORD, new X509Certificate[] {leaf, authority});
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    contexts.put(host, context);
    return context;
  }

  /** A GeneralName (RFC 5280 4.2.1.6): an IP address, or a name in DNS. No DNS lookup is made. */
  private static byte[] name(String host) {
    try {
      String literal = host.replaceFirst("^\\[(.*)]$", "$1");
      return Der.value(0x87, InetAddress.ofLiteral(literal).getAddress());
    } catch (IllegalArgumentException e) {
      return Der.value(0x82, host.getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  private static byte[] extension(byte[] id, byte[] value) {
    byte[] critical = Der.value(Der.BOOLEAN, new byte[] {-1});
    return Der.sequence(id, critical, Der.value(Der.OCTET_STRING, value));
  }

  /** A certificate of our key (RFC 5280 4.1), signed by the authority's. */
  private X509Certificate signed(String subject, byte[] extension) throws GeneralSecurityException {
    byte[] certificate =
        Der.sequence(
            Der.value(0xa0, Der.number(BigInteger.TWO)),
            Der.number(BigInteger.valueOf(from.toEpochMilli() * 10_000 + serial++)),
            SHA256_WITH_ECDSA,
            distinguished(AUTHORITY),
            Der.sequence(Der.time(from), Der.time(from.plus(VALID))),
            distinguished(subject),
            key.getPublic().getEncoded(),
            Der.value(0xa3, Der.sequence(extension)));
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(key.getPrivate());
    signature.update(certificate);
    byte[] signed = Der.sequence(certificate, SHA256_WITH_ECDSA, Der.bits(signature.sign()));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(signed));
  }

  private static byte[] distinguished(String name) {
    String common = name.length() > 64 ? name.substring(0, 64) : name;
    byte[] attribute = Der.sequence(Der.id(2, 5, 4, 3), Der.text(common));
    return Der.sequence(Der.value(Der.SET, attribute));
  }
}
