package dev.arachne.http;

import java.util.Arrays;

/**
 * The body of a response as it comes in piece by piece: one array of just its size where the size
 * is known and small; otherwise one that grows with what has really come, whatever the head
 * promised. Holds nothing before the first piece. Confined to its exchange.
 */
final class BodyBuffer {

  /** Up to here a promise is believed, in bytes. */
  private static final int TRUSTED = 256 << 10;

  private static final int USUAL = 16 << 10;

  private static final byte[] NOTHING = {};

  private final long expected;
  private byte[] bytes = NOTHING;
  private int length;

  /** Takes a body of so many bytes, or of -1 for nobody knows. */
  BodyBuffer(long expected) {
    this.expected = expected;
  }

  boolean isEmpty() {
    return length == 0;
  }

  void append(byte[] from, int offset, int count) {
    if (count > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, room(length + count));
    }
    System.arraycopy(from, offset, bytes, length, count);
    length += count;
  }

  private int room(int needed) {
    long usual = bytes == NOTHING ? expected < 0 ? USUAL : TRUSTED : 2L * bytes.length;
    long room = Math.max(needed, usual);
    return (int) (expected < 0 ? room : Math.min(expected, room));
  }

  /** What has come. */
  byte[] toArray() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }
}
