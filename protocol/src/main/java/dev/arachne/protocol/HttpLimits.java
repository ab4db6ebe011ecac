package dev.arachne.protocol;

import dev.arachne.coding.CodingLimits;

/**
 * The limits of a response, beyond which it is refused ({@link ResponseFault.TooLarge}). Immutable;
 * all bounds are positive and inclusive. {@code docs/limits.md} lists them with those of TLS, of
 * time and of the loop, which no option changes.
 *
 * @param headBytes of the status line and header fields of one response head, and of a trailer
 *     section (Chrome takes 256 KiB, curl 300 KB)
 * @param fields header lines in one head or trailer section
 * @param interimResponses of status 1xx before the final one
 * @param chunkLineBytes of a chunk's size and extensions, line end included
 * @param bodyBytes of the body on the wire, without chunk framing
 * @param coding the limits of the decoded body
 */
public record HttpLimits(
    int headBytes,
    int fields,
    int interimResponses,
    int chunkLineBytes,
    long bodyBytes,
    CodingLimits coding) {

  /**
   * Bytes of chunk sizes, extensions and trailers that any body may have; beyond them it has at
   * most one for each byte of content.
   */
  static final long FRAMING_FLOOR = 1 << 20;

  private static final long UNBOUNDED = Long.MAX_VALUE;

  /** The bounds without options: a head of 256 KiB, a body of 20 MiB, 64 MiB decoded. */
  public static final HttpLimits DEFAULT =
      new HttpLimits(256 << 10, 1000, 16, 4096, 20L << 20, new CodingLimits(64L << 20, 250, 4));

  public HttpLimits {
    if (headBytes < 1
        || fields < 1
        || interimResponses < 1
        || chunkLineBytes < 1
        || bodyBytes < 1) {
      throw new IllegalArgumentException("a limit must be positive");
    }
    if (bodyBytes > CodingLimits.MAX_BYTES && bodyBytes != UNBOUNDED) {
      throw new IllegalArgumentException(
          "a body is held in one array: " + CodingLimits.MAX_BYTES + " bytes");
    }
  }

  /** Bytes of the body after its content codings are undone. */
  public long decodedBytes() {
    return coding.decodedBytes();
  }

  /** These limits with another bound for the head, in bytes. */
  public HttpLimits withHeadBytes(int bytes) {
    return new HttpLimits(bytes, fields, interimResponses, chunkLineBytes, bodyBytes, coding);
  }

  /** These limits with another bound for the number of header fields. */
  public HttpLimits withFields(int count) {
    return new HttpLimits(headBytes, count, interimResponses, chunkLineBytes, bodyBytes, coding);
  }

  /**
   * These limits without a bound for the body on the wire, for callers that bound it themselves.
   */
  public HttpLimits withAnyBody() {
    return withBodyBytes(UNBOUNDED, decodedBytes());
  }

  /** These limits with other bounds for the body: on the wire and decoded, in bytes. */
  public HttpLimits withBodyBytes(long wire, long decoded) {
    return new HttpLimits(
        headBytes,
        fields,
        interimResponses,
        chunkLineBytes,
        wire,
        coding.withDecodedBytes(decoded));
  }
}
