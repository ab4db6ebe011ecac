package dev.arachne.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Certificates and keys as text (RFC 7468). */
final class Pem {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
  private static final List<String> KEY_KINDS = List.of("EC", "RSA", "RSASSA-PSS", "EdDSA");

  private Pem() {}

  /** A key that needs a password. */
  static final class EncryptedKeyException extends InvalidKeySpecException {
    private static final long serialVersionUID = 1L;

    EncryptedKeyException() {
      super(
          "the private key is encrypted; write one without a password: openssl pkcs8 -topk8"
              + " -nocrypt -in KEY -out NEWKEY");
    }
  }

  private record Block(String label, String text) {
    byte[] bytes() throws GeneralSecurityException {
      try {
        return Base64.getMimeDecoder().decode(text.getBytes(US_ASCII));
      } catch (IllegalArgumentException e) {
        throw new GeneralSecurityException("the " + label + " is not in base64", e);
      }
    }

    /** Whether it is encrypted, in the form of RFC 5958 or in that of OpenSSL before 1.0. */
    boolean isEncrypted() {
      return label.startsWith("ENCRYPTED") || text.contains("Proc-Type: 4,ENCRYPTED");
    }
  }

  /**
   * The certificates of a text, in their order.
   *
   * @throws CertificateException if the text has no certificate, or one cannot be read
   */
  static List<X509Certificate> certificates(String text) throws CertificateException {
    var factory = CertificateFactory.getInstance("X.509");
    var found = new ArrayList<X509Certificate>();
    for (Block block : blocks(text)) {
      if (block.label().equals("CERTIFICATE") || block.label().equals("X509 CERTIFICATE")) {
        found.add(certificate(block, factory));
      }
    }
    if (found.isEmpty()) {
      throw new CertificateException("there is no certificate in PEM");
    }
    return List.copyOf(found);
  }

  private static X509Certificate certificate(Block block, CertificateFactory factory)
      throws CertificateException {
    try {
      var bytes = new ByteArrayInputStream(block.bytes());
      return (X509Certificate) factory.generateCertificate(bytes);
    } catch (CertificateException e) {
      throw e;
    } catch (GeneralSecurityException e) {
      throw new CertificateException(e.getMessage(), e);
    }
  }

  /**
   * The private key of a text, in the form of PKCS #8 (RFC 5958).
   *
   * @throws EncryptedKeyException if a password is needed
   * @throws GeneralSecurityException if the text has no key in that form
   */
  static PrivateKey key(String text) throws GeneralSecurityException {
    for (Block block : blocks(text)) {
      if (block.label().endsWith("PRIVATE KEY") && block.isEncrypted()) {
        throw new EncryptedKeyException();
      }
      if (block.label().equals("PRIVATE KEY")) {
        return key(block.bytes());
      }
      if (block.label().endsWith("PRIVATE KEY")) {
        throw new InvalidKeySpecException(
            "a key with the label "
                + block.label()
                + "; convert it: openssl pkcs8 -topk8 -nocrypt -in KEY -out NEWKEY");
      }
    }
    throw new InvalidKeySpecException("there is no private key in PEM");
  }

  private static PrivateKey key(byte[] bytes) throws GeneralSecurityException {
    for (String kind : KEY_KINDS) {
      try {
        return KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(bytes));
      } catch (InvalidKeySpecException e) {
        // Of another kind.
      }
    }
    throw new InvalidKeySpecException("the private key is neither of RSA nor of an elliptic curve");
  }

  private static List<Block> blocks(String text) {
    var blocks = new ArrayList<Block>();
    for (Matcher block = BLOCK.matcher(text); block.find(); ) {
      blocks.add(new Block(block.group(1), block.group(2)));
    }
    return blocks;
  }

  /** A text that {@link #certificates} reads. */
  static String of(List<X509Certificate> certificates) throws CertificateException {
    var text = new StringBuilder();
    for (X509Certificate certificate : certificates) {
      text.append(block("CERTIFICATE", certificate.getEncoded()));
    }
    return text.toString();
  }

  /** A text that {@link #key} reads. */
  static String of(PrivateKey key) {
    return block("PRIVATE KEY", key.getEncoded());
  }

  private static String block(String label, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, text, label);
  }
}
