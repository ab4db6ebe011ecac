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
  private final int trusted;
  private byte[] bytes = NOTHING;
  private int length;

  /**
   * A buffer for a body.
   *
   * @param expected bytes of the body; -1 if that is not known
   * @param trusted bytes for which there is room at once if they are expected
   */
  private BodyBuffer(long expected, int trusted) {
    this.expected = expected;
    this.trusted = trusted;
  }

  /** A buffer for a body of so many bytes, or of -1 if that is not known. */
  static BodyBuffer of(long expected) {
    return new BodyBuffer(expected, TRUSTED);
  }

  /** The same for a body of which nothing is believed before it comes. */
  static BodyBuffer wary(long expected) {
    return new BodyBuffer(expected, USUAL);
  }

  /** Bytes that the first piece takes of a body of this length. */
  static long firstBytes(long expected) {
    return expected < 0 ? USUAL : Math.min(expected, TRUSTED);
  }

  /** Bytes that the buffer takes once another {@code more} may have been appended. */
  long bytesWith(int more) {
    return more <= bytes.length - length ? bytes.length : room(length + more);
  }

  /** Bytes that the buffer takes. */
  int bytes() {
    return bytes.length;
  }

  /** What holds the bytes; another array after the next piece, perhaps. */
  byte[] array() {
    return bytes;
  }

  /** Bytes that have come. */
  int length() {
    return length;
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
    long usual = bytes == NOTHING ? expected < 0 ? USUAL : trusted : 2L * bytes.length;
    long room = Math.max(needed, usual);
    return (int) (expected < 0 ? room : Math.min(expected, room));
  }

  /** Forgets the last bytes that have come. */
  void dropLast(int count) {
    length -= count;
  }

  /** Forgets what has come; its room stays. */
  void clear() {
    length = 0;
  }

  /** What has come. */
  byte[] toArray() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }
}
