package dev.arachne.tls;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * What a client shows to servers that ask who it is: a certificate and the key of it. Immutable.
 *
 * @param chain the client's certificate first, then those that lead to an authority; at least one
 * @param key the private key of the first, with an encoding
 */
public record TlsIdentity(List<X509Certificate> chain, PrivateKey key) {
  /** Checks that there is a certificate. */
  public TlsIdentity {
    chain = List.copyOf(chain);
    if (chain.isEmpty()) {
      throw new IllegalArgumentException("an identity needs a certificate");
    }
  }

  /**
   * Reads an identity from text (RFC 7468): certificates, and a key in the form of PKCS #8 without
   * a password, which may stand in one text or in two.
   *
   * @throws GeneralSecurityException if one of them is missing or cannot be read
   */
  public static TlsIdentity of(String certificates, String key) throws GeneralSecurityException {
    return new TlsIdentity(Pem.certificates(certificates), Pem.key(key));
  }

  /** Does not show the key. */
  @Override
  public String toString() {
    return "identity of " + chain.getFirst().getSubjectX500Principal();
  }
}
