package dev.arachne.url;

import java.util.HexFormat;

/**
 * The 128-bit fingerprint of a URL's canonical bytes; see {@link Murmur3} for its collisions.
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record Fingerprint(long high, long low) {

  /** Writes 32 hexadecimal digits, the high half first. */
  @Override
  public String toString() {
    var hex = HexFormat.of();
    return hex.toHexDigits(high) + hex.toHexDigits(low);
  }
}
