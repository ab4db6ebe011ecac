package dev.arachne.http;

import java.util.Arrays;

/**
 * The body of a response as it comes in: one array of just its size where the size is known and
 * small, so that the usual body is copied once; otherwise one that grows with what has really come,
 * whatever the head promised. Confined to its exchange.
 */
final class BodyBuffer {

  /** Up to here a promise is believed, in bytes. */
  private static final int TRUSTED = 256 << 10;

  private static final int USUAL = 16 << 10;

  private final long expected;
  private byte[] bytes;
  private int length;

  /** Takes a body of so many bytes, or of -1 for nobody knows. */
  BodyBuffer(long expected) {
    this.expected = expected;
    bytes = new byte[expected < 0 ? USUAL : (int) Math.min(expected, TRUSTED)];
  }

  void append(byte[] from, int offset, int count) {
    if (count > bytes.length - length) {
      long doubled = Math.max((long) length + count, 2L * bytes.length);
      bytes = Arrays.copyOf(bytes, (int) (expected < 0 ? doubled : Math.min(expected, doubled)));
    }
    System.arraycopy(from, offset, bytes, length, count);
    length += count;
  }

  /** What has come. */
  byte[] toArray() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }
}
