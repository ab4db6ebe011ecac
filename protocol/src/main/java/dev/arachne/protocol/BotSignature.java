package dev.arachne.protocol;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Signs requests, so that a site can distinguish the crawler from others with its name. It uses
 * HTTP Message Signatures (RFC 9421) by Ed25519, as Web Bot Auth does
 * (draft-meunier-web-bot-auth-architecture-05). A signature covers a host and port and a time, not
 * a URL, so it serves for all requests of that time. Immutable.
 */
public final class BotSignature {
  private static final int KEY_BYTES = 32;
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";

  /** The largest size of a key file, in bytes. */
  private static final int MAX_BYTES = 64 << 10;

  private final PrivateKey key;
  private final String keyId;
  private final Optional<String> agent;

  private BotSignature(PrivateKey key, String keyId, Optional<String> agent) {
    this.key = key;
    this.keyId = keyId;
    this.agent = agent;
  }

  /**
   * Reads a key, which must be for Ed25519 and in PEM (RFC 7468 10, RFC 8410).
   *
   * @param agent the https URL of the crawler's public keys, if there is one
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it has no such key; the message does not name the file
   */
  public static BotSignature of(Path file, Optional<String> agent) throws IOException {
    String text = Files.size(file) > MAX_BYTES ? "" : Files.readString(file, US_ASCII);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException("has no private key in PEM");
    }
    try {
      byte[] der = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
      PrivateKey key =
          KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(der));
      return new BotSignature(key, thumbprint(publicKey(key)), agent);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IllegalArgumentException("has no private key for Ed25519", e);
    }
  }

  /** The name of the key: its thumbprint (RFC 7638, RFC 8037 2). */
  public String keyId() {
    return keyId;
  }

  /**
   * The fields of requests to a host.
   *
   * @param authority the host in lower case, and the port unless it is the scheme's own
   * @param created the start of the signature's validity
   * @param expires the end of its validity
   * @param nonce a value that distinguishes it from others of the same time, if there is one
   */
  public List<RequestField> fields(
      String authority, Instant created, Instant expires, Optional<String> nonce) {
    String components =
        agent.isPresent() ? "(\"@authority\" \"signature-agent\")" : "(\"@authority\")";
    String parameters =
        "%s;created=%s;keyid=\"%s\";alg=\"ed25519\";expires=%s%s;tag=\"web-bot-auth\""
            .formatted(
                components,
                created.getEpochSecond(),
                keyId,
                expires.getEpochSecond(),
                nonce.map(its -> ";nonce=\"" + its + "\"").orElse(""));
    List<RequestField> fields = new ArrayList<>();
    agent.ifPresent(its -> fields.add(new RequestField("Signature-Agent", "\"" + its + "\"")));
    fields.add(new RequestField("Signature-Input", "sig=" + parameters));
    fields.add(new RequestField("Signature", "sig=:" + signed(base(authority, parameters)) + ":"));
    return fields;
  }

  /** RFC 9421 2.5. */
  private String base(String authority, String parameters) {
    String named = agent.map(its -> "\"signature-agent\": \"" + its + "\"\n").orElse("");
    return "\"@authority\": " + authority + "\n" + named + "\"@signature-params\": " + parameters;
  }

  private String signed(String base) {
    try {
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(key);
      signature.update(base.getBytes(UTF_8));
      return Base64.getEncoder().encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no Ed25519", e);
    }
  }

  /** The public key, as RFC 8032 5.1.2 writes it. */
  private static byte[] publicKey(PrivateKey key) throws GeneralSecurityException {
    byte[] secret = ((EdECPrivateKey) key).getBytes().orElseThrow();
    KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
    generator.initialize(NamedParameterSpec.ED25519, new Fixed(secret));
    EdECPublicKey pair = (EdECPublicKey) generator.generateKeyPair().getPublic();
    byte[] bigEndian = pair.getPoint().getY().toByteArray();
    byte[] bytes = new byte[KEY_BYTES];
    for (int i = 0; i < Math.min(KEY_BYTES, bigEndian.length); i++) {
      bytes[i] = bigEndian[bigEndian.length - 1 - i];
    }
    if (pair.getPoint().isXOdd()) {
      bytes[KEY_BYTES - 1] |= (byte) 0x80;
    }
    return bytes;
  }

  private static String thumbprint(byte[] publicKey) throws GeneralSecurityException {
    Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
    String jwk =
        "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"%s\"}"
            .formatted(encoder.encodeToString(publicKey));
    return encoder.encodeToString(MessageDigest.getInstance("SHA-256").digest(jwk.getBytes(UTF_8)));
  }

  /** The JDK makes a public key only together with a private one: this fixes the private key. */
  private static final class Fixed extends SecureRandom {
    private static final long serialVersionUID = 1L;

    private final byte[] secret;

    Fixed(byte[] secret) {
      this.secret = secret.clone();
    }

    @Override
    public void nextBytes(byte[] bytes) {
      System.arraycopy(secret, 0, bytes, 0, bytes.length);
    }
  }
}
