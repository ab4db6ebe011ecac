package dev.arachne.archive;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/**
 * A labelled digest of a block or payload, such as {@code sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ};
 * WARC 1.1 section 5.8. Two digests are equal if their bytes are, however they were written.
 * Immutable.
 *
 * @param algorithm that made it
 * @param hex its bytes, as small hexadecimal digits
 */
public record WarcDigest(Algorithm algorithm, String hex) {
  private static final String BASE_32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

  /** Checks the length. */
  public WarcDigest {
    if (hex.length() != 2 * algorithm.bytes) {
      throw new IllegalArgumentException("not a digest of " + algorithm.label + ": " + hex);
    }
  }

  /** The algorithm of a digest. */
  public enum Algorithm {
    /** Written in base 32, which indexes and tools for replay expect. */
    SHA1("sha1", "SHA-1", 20),
    /** Written in hexadecimal digits. */
    SHA256("sha256", "SHA-256", 32);

    private final String label;
    private final String javaName;
    private final int bytes;

    Algorithm(String label, String javaName, int bytes) {
      this.label = label;
      this.javaName = javaName;
      this.bytes = bytes;
    }

    /**
     * The algorithm of a label in any case, with or without a hyphen; empty for any other
     * algorithm.
     */
    public static Optional<Algorithm> parse(String label) {
      String plain = label.replace("-", "");
      for (Algorithm each : values()) {
        if (each.label.equalsIgnoreCase(plain)) {
          return Optional.of(each);
        }
      }
      return Optional.empty();
    }

    /** The label of its digests, such as {@code sha1}. */
    public String label() {
      return label;
    }

    /** A new digest without input yet. */
    public MessageDigest digest() {
      try {
        return MessageDigest.getInstance(javaName);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every JVM has " + javaName, e);
      }
    }
  }

  /** A digest with these bytes. */
  public static WarcDigest of(Algorithm algorithm, byte[] digest) {
    return new WarcDigest(algorithm, HexFormat.of().formatHex(digest));
  }

  /**
   * The digest in the value of a field: a label, a colon, and the digest in base 32 or 16, by its
   * length. Empty for another algorithm, and for a value that is not a digest of this one.
   */
  public static Optional<WarcDigest> parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return Optional.empty();
    }
    String value = text.substring(colon + 1).strip();
    return Algorithm.parse(text.substring(0, colon).strip()).flatMap(each -> parse(each, value));
  }

  private static Optional<WarcDigest> parse(Algorithm algorithm, String value) {
    if (value.length() == 2 * algorithm.bytes) {
      String hex = value.toLowerCase(Locale.ROOT);
      boolean valid = hex.chars().allMatch(HexFormat::isHexDigit);
      return valid ? Optional.of(new WarcDigest(algorithm, hex)) : Optional.empty();
    }
    return ofBase32(value, algorithm.bytes).map(digest -> of(algorithm, digest));
  }

  /** The digest's bytes, a copy. */
  public byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }

  /** The value of a field: SHA-1 in base 32, SHA-256 in small hexadecimal digits. */
  @Override
  public String toString() {
    return algorithm.label + ":" + (algorithm == Algorithm.SHA1 ? base32() : hex);
  }

  /**
   * The digest in base 32 (RFC 4648 section 6), in the form of keys of indexes, without padding.
   */
  public String base32() {
    var out = new StringBuilder();
    int bits = 0;
    int held = 0;
    for (byte each : bytes()) {
      held = held << 8 | each & 0xff;
      for (bits += 8; bits >= 5; bits -= 5) {
        out.append(BASE_32.charAt(held >> bits - 5 & 31));
      }
    }
    return bits == 0
        ? out.toString()
        : out.append(BASE_32.charAt(held << 5 - bits & 31)).toString();
  }

  private static Optional<byte[]> ofBase32(String text, int length) {
    int end = text.indexOf('=');
    String digits = (end < 0 ? text : text.substring(0, end)).toUpperCase(Locale.ROOT);
    if (digits.length() != (8 * length + 4) / 5) {
      return Optional.empty();
    }
    byte[] out = new byte[length];
    int bits = 0;
    int held = 0;
    int at = 0;
    for (char each : digits.toCharArray()) {
      int digit = BASE_32.indexOf(each);
      if (digit < 0) {
        return Optional.empty();
      }
      held = held << 5 | digit;
      bits += 5;
      if (bits >= 8) {
        bits -= 8;
        out[at++] = (byte) (held >> bits);
      }
    }
    return Optional.of(out);
  }
}
