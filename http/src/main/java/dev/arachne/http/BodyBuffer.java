package dev.arachne.http;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response as it comes in piece by piece: in one array with room for all of it where
 * the size is known and small; otherwise in one that grows with what has really come, whatever the
 * head promised. Holds nothing before the first piece. Confined to its exchange.
 */
final class BodyBuffer {
  /** Up to here a promise is believed, in bytes. */
  private static final int TRUSTED = 256 << 10;

  /** Up to here it is believed once that has come. */
  private static final int BELIEVED = 1 << 20;

  private static final int USUAL = 16 << 10;

  private static final byte[] NOTHING = {};

  /** What no body comes into. */
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

  /** A buffer for a body of so many bytes, or of -1 if that is not known. */
  static BodyBuffer of(@Nullable BodyArrays arrays, long expected) {
    return new BodyBuffer(arrays, expected, TRUSTED);
  }

  /** The same for a body of which nothing is believed before it comes. */
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

  /** Forgets the last bytes that have come. */
  void dropLast(int count) {
    length -= count;
  }

  /** Forgets what has come; its room stays. */
  void clear() {
    length = 0;
  }

  /** What has come, which the buffer does not hold any more. */
  Body take() {
    Body body =
        arrays == null ? Body.of(Arrays.copyOf(bytes, length)) : Body.lent(arrays, bytes, length);
    bytes = NOTHING;
    length = 0;
    return body;
  }
}
