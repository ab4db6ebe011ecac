package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** A growing byte array that is filled, read and emptied again; confined to one thread. */
final class ByteScratch {
  /** A larger array is not kept once it is emptied, in bytes. */
  private static final int KEPT = 1 << 20;

  private static final int INITIAL = 256;

  private byte[] bytes = new byte[INITIAL];
  private int length;

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  void clear() {
    length = 0;
    if (bytes.length > KEPT) {
      bytes = new byte[INITIAL];
    }
  }

  void append(int b) {
    reserve(1);
    bytes[length++] = (byte) b;
  }

  void append(byte[] in, int from, int to) {
    reserve(to - from);
    System.arraycopy(in, from, bytes, length, to - from);
    length += to - from;
  }

  /** Appends the UTF-8 form of a Unicode scalar value. */
  void appendCodePoint(int c) {
    reserve(4);
    if (c < 0x80) {
      bytes[length++] = (byte) c;
    } else if (c < 0x800) {
      bytes[length++] = (byte) (0xC0 | (c >> 6));
      bytes[length++] = (byte) (0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
      bytes[length++] = (byte) (0xE0 | (c >> 12));
      bytes[length++] = (byte) (0x80 | ((c >> 6) & 0x3F));
      bytes[length++] = (byte) (0x80 | (c & 0x3F));
    } else {
      bytes[length++] = (byte) (0xF0 | (c >> 18));
      bytes[length++] = (byte) (0x80 | ((c >> 12) & 0x3F));
      bytes[length++] = (byte) (0x80 | ((c >> 6) & 0x3F));
      bytes[length++] = (byte) (0x80 | (c & 0x3F));
    }
  }

  /** Makes room for {@code more} bytes behind {@link #length}. */
  void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(grown(bytes.length), length + more));
    }
  }

  /** Twice as long; half as long again where that is a lot. */
  private static int grown(int size) {
    return size < KEPT ? 2 * size : (int) Math.min(Integer.MAX_VALUE - 8, size + size / 2L);
  }

  /** The content read as UTF-8, U+FFFD standing for what is not. */
  @Override
  public String toString() {
    return new String(bytes, 0, length, UTF_8);
  }
}
