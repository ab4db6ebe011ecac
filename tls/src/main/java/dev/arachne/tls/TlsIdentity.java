package dev.arachne.tls;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAKey;
import java.util.List;

/**
 * The identity that a client sends to servers that request it: a certificate and its key.
 * Immutable.
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
   * a password, which may be in one text or in two.
   *
   * @throws java.security.InvalidKeyException if the key is not that of the first certificate
   * @throws GeneralSecurityException if one of them is missing or cannot be read
   */
  public static TlsIdentity of(String certificates, String key) throws GeneralSecurityException {
    var identity = new TlsIdentity(Pem.certificates(certificates), Pem.key(key));
    identity.requireFit();
    return identity;
  }

  private void requireFit() throws GeneralSecurityException {
    PublicKey certified = chain.getFirst().getPublicKey();
    boolean fits =
        key instanceof RSAKey own
            ? certified instanceof RSAKey its && own.getModulus().equals(its.getModulus())
            : key.getAlgorithm().equals(certified.getAlgorithm()) && isProvenBy(certified);
    if (!fits) {
      throw new InvalidKeyException("the key is not that of the certificate");
    }
  }

  /** Signs data with the key and verifies it with {@code certified}. */
  private boolean isProvenBy(PublicKey certified) throws GeneralSecurityException {
    String algorithm = key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : key.getAlgorithm();
    byte[] text = chain.getFirst().getTBSCertificate();
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update(text);
    byte[] signed = signature.sign();
    signature.initVerify(certified);
    signature.update(text);
    try {
      return signature.verify(signed);
    } catch (SignatureException e) {
      return false; // The key is of another curve.
    }
  }

  /** Does not include the key. */
  @Override
  public String toString() {
    return "identity of " + chain.getFirst().getSubjectX500Principal();
  }
}
