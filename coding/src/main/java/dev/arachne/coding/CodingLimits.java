package dev.arachne.coding;

/**
 * The limits of a decoded body. Immutable; all bounds are positive and inclusive.
 *
 * @param decodedBytes of the body after its codings are undone; at most {@link #MAX_BYTES}
 * @param decodedRatio decoded bytes per coded byte; tested beyond the first {@value
 *     ContentDecoder#RATIO_FLOOR} decoded bytes only, since tiny pages compress without bound
 * @param codings content codings stacked upon each other
 */
public record CodingLimits(long decodedBytes, int decodedRatio, int codings) {

  /** The most bytes that a body may be allowed, since it is held in one array. */
  public static final long MAX_BYTES = Integer.MAX_VALUE - 64;

  /** The limited quantity of a body. */
  public enum Kind {
    /** Codings upon each other. */
    CODINGS,
    /** Coded bytes without content, beyond {@link ContentDecoder#OVERHEAD_FLOOR}. */
    CODED_BYTES,
    /** Decoded bytes. */
    DECODED_BYTES,
    /** Decoded bytes per coded byte. */
    DECODED_RATIO
  }

  public CodingLimits {
    if (decodedBytes < 1 || decodedRatio < 1 || codings < 1) {
      throw new IllegalArgumentException("a limit must be positive");
    }
    if (decodedBytes > MAX_BYTES) {
      throw new IllegalArgumentException("a body is held in one array: " + MAX_BYTES + " bytes");
    }
  }

  /** These limits with another bound for decoded bytes. */
  public CodingLimits withDecodedBytes(long bytes) {
    return new CodingLimits(bytes, decodedRatio, codings);
  }
}
