package dev.arachne.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** A growing byte array that is filled, read and emptied again. Confined to one thread. */
public final class ByteScratch {
  /** The largest array that is kept once it is emptied, in bytes. */
  private static final int KEPT = 1 << 20;

  private static final int INITIAL = 256;

  private byte[] bytes = new byte[INITIAL];
  private int length;

  /** The array itself, whose first {@link #length} bytes count; it is replaced when it grows. */
  public byte[] bytes() {
    return bytes;
  }

  /** The number of bytes. */
  public int length() {
    return length;
  }

  /** Empties it; a large array is released. */
  public void clear() {
    length = 0;
    if (bytes.length > KEPT) {
      bytes = new byte[INITIAL];
    }
  }

  /** Appends the lowest eight bits. */
  public void append(int b) {
    reserve(1);
    bytes[length++] = (byte) b;
  }

  /** Appends {@code in[from, to)}. */
  public void append(byte[] in, int from, int to) {
    reserve(to - from);
    System.arraycopy(in, from, bytes, length, to - from);
    length += to - from;
  }

  /** Appends the UTF-8 form of a Unicode scalar value. */
  public void appendCodePoint(int c) {
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

  /** Twice the length; one and a half times for a large one. */
  private static int grown(int size) {
    return size < KEPT ? 2 * size : (int) Math.min(Integer.MAX_VALUE - 8, size + size / 2L);
  }

  /** The content read as UTF-8, with U+FFFD in place of invalid bytes. */
  @Override
  public String toString() {
    return new String(bytes, 0, length, UTF_8);
  }
}
