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
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");
  private static final List<String> KEY_KINDS = List.of("EC", "RSA", "RSASSA-PSS", "EdDSA");

  private Pem() {}

  private record Block(String label, byte[] bytes) {}

  /**
   * The certificates of a text, in their order.
   *
   * @throws CertificateException if there are none, or one cannot be read
   */
  static List<X509Certificate> certificates(String text) throws CertificateException {
    var factory = CertificateFactory.getInstance("X.509");
    var found = new ArrayList<X509Certificate>();
    for (Block block : blocks(text)) {
      if (block.label().equals("CERTIFICATE") || block.label().equals("X509 CERTIFICATE")) {
        var bytes = new ByteArrayInputStream(block.bytes());
        found.add((X509Certificate) factory.generateCertificate(bytes));
      }
    }
    if (found.isEmpty()) {
      throw new CertificateException("there is no certificate in PEM");
    }
    return List.copyOf(found);
  }

  /**
   * The private key of a text, in the form of PKCS #8 (RFC 5958).
   *
   * @throws GeneralSecurityException if there is none in that form
   */
  static PrivateKey key(String text) throws GeneralSecurityException {
    for (Block block : blocks(text)) {
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

  private static List<Block> blocks(String text) throws CertificateException {
    var blocks = new ArrayList<Block>();
    for (Matcher block = BLOCK.matcher(text); block.find(); ) {
      try {
        byte[] bytes = Base64.getMimeDecoder().decode(block.group(2).getBytes(US_ASCII));
        blocks.add(new Block(block.group(1), bytes));
      } catch (IllegalArgumentException e) {
        throw new CertificateException("the " + block.group(1) + " is not in base64", e);
      }
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
