package dev.arachne.ledger;

import java.nio.ByteBuffer;

/**
 * The first 128 bits of the SHA-256 of a payload, its content codings undone: equal for equal
 * payloads, and infeasible to forge with another payload. Immutable.
 */
public record PayloadDigest(long high, long low) {

  /** The digest of the 32 bytes of a SHA-256. */
  public static PayloadDigest ofSha256(byte[] sha256) {
    ByteBuffer bytes = ByteBuffer.wrap(sha256);
    return new PayloadDigest(bytes.getLong(), bytes.getLong());
  }

  /** {@code sha256:} and 32 hexadecimal digits. */
  @Override
  public String toString() {
    return "sha256:%016x%016x".formatted(high, low);
  }
}
