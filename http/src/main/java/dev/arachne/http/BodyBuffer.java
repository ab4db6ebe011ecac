package dev.arachne.http;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response, received piece by piece. If its size is known and small, one array has
 * room for all of it. Otherwise the array grows with the bytes received, regardless of the
 * announced size. Holds nothing before the first piece. Confined to its exchange.
 */
final class BodyBuffer {
  /** The announced size up to which it is trusted, in bytes. */
  private static final int TRUSTED = 256 << 10;

  /** The announced size up to which it is trusted once {@link #TRUSTED} bytes have come. */
  private static final int BELIEVED = 1 << 20;

  private static final int USUAL = 16 << 10;

  private static final byte[] NOTHING = {};

  /** The buffer of a response without a body. */
  static final BodyBuffer NONE = new BodyBuffer(null, 0, 0);

  /** Null where each array is used once. */
  private final @Nullable BodyArrays arrays;

  private final long expected;
  private final int trusted;
  private byte[] bytes = NOTHING;
  private int length;

  /** A buffer that has room at once for {@code trusted} bytes if they are expected. */
  private BodyBuffer(@Nullable BodyArrays arrays, long expected, int trusted) {
    this.arrays = arrays;
    this.expected = expected;
    this.trusted = trusted;
  }

  /** A buffer for a body of {@code expected} bytes, or -1 if the size is unknown. */
  static BodyBuffer of(@Nullable BodyArrays arrays, long expected) {
    return new BodyBuffer(arrays, expected, TRUSTED);
  }

  /** A buffer for a body whose announced size is not trusted. */
  static BodyBuffer wary(@Nullable BodyArrays arrays, long expected) {
    return new BodyBuffer(arrays, expected, USUAL);
  }

  /** Bytes that the first piece takes of a body of this length. */
  static long firstBytes(long expected) {
    return expected == 0
        ? 0
        : BodyArrays.room(expected < 0 ? USUAL : (int) Math.min(expected, TRUSTED));
  }

  /** Bytes that the buffer takes once another {@code more} may have been appended. */
  long bytesWith(int more) {
    return more <= bytes.length - length ? bytes.length : BodyArrays.room(needed(more));
  }

  /** Bytes that the buffer takes. */
  int bytes() {
    return bytes.length;
  }

  /** The array that holds the bytes; the next piece may replace it. */
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
      grow(count);
    }
    System.arraycopy(from, offset, bytes, length, count);
    length += count;
  }

  private void grow(int more) {
    int needed = needed(more);
    byte[] larger = arrays == null ? new byte[needed] : arrays.take(needed);
    System.arraycopy(bytes, 0, larger, 0, length);
    if (arrays != null) {
      arrays.giveBack(bytes);
    }
    bytes = larger;
  }

  private int needed(int more) {
    long usual;
    if (bytes == NOTHING) {
      usual = expected < 0 ? USUAL : trusted;
    } else {
      boolean isBelieved = expected >= 0 && bytes.length >= TRUSTED;
      usual = Math.max(isBelieved ? BELIEVED : 0, 2L * bytes.length);
    }
    long needed = Math.max(length + more, usual);
    return (int) (expected < 0 ? needed : Math.min(expected, needed));
  }

  /** Drops the last bytes received. */
  void dropLast(int count) {
    length -= count;
  }

  /** Drops the received bytes and keeps the room. */
  void clear() {
    length = 0;
  }

  /** Returns the received bytes; the buffer does not hold them any more. */
  Body take() {
    Body body =
        arrays == null ? Body.of(Arrays.copyOf(bytes, length)) : Body.lent(arrays, bytes, length);
    bytes = NOTHING;
    length = 0;
    return body;
  }
}
