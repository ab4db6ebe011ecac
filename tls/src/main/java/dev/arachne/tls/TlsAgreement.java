package dev.arachne.tls;

import java.util.Map;
import java.util.Optional;

/**
 * The parameters that both sides of a connection agreed on. Immutable.
 *
 * @param version of TLS, such as {@code 1.3}
 * @param cipherSuite by its IANA name, such as {@code TLS_AES_128_GCM_SHA256}; empty if unknown
 */
public record TlsAgreement(String version, Optional<String> cipherSuite) {
  /** The OpenSSL names of TLS 1.2 ciphers, without the key exchange. */
  private static final Map<String, String> CIPHERS =
      Map.of(
          "AES128-GCM-SHA256", "AES_128_GCM_SHA256",
          "AES256-GCM-SHA384", "AES_256_GCM_SHA384",
          "CHACHA20-POLY1305", "CHACHA20_POLY1305_SHA256",
          "AES128-SHA", "AES_128_CBC_SHA",
          "AES128-SHA256", "AES_128_CBC_SHA256",
          "AES256-SHA", "AES_256_CBC_SHA",
          "DES-CBC3-SHA", "3DES_EDE_CBC_SHA");

  /** Of a version such as {@code TLSv1.3}, and a suite as the JDK or OpenSSL names it. */
  static TlsAgreement of(String version, String suite) {
    return new TlsAgreement(version.replace("TLSv", ""), iana(suite));
  }

  private static Optional<String> iana(String suite) {
    if (suite.startsWith("TLS_")) {
      return Optional.of(suite);
    }
    boolean isEphemeral = suite.startsWith("ECDHE-ECDSA-") || suite.startsWith("ECDHE-RSA-");
    int end = isEphemeral ? suite.indexOf('-', "ECDHE-".length()) + 1 : 0;
    String exchange = isEphemeral ? suite.substring(0, end - 1).replace('-', '_') : "RSA";
    return Optional.ofNullable(CIPHERS.get(suite.substring(end)))
        .map(cipher -> "TLS_" + exchange + "_WITH_" + cipher);
  }
}
