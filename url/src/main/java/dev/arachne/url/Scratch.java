package dev.arachne.url;

import java.nio.charset.StandardCharsets;

/**
 * A byte buffer that grows and is used again. {@link #reserve} is the only place that checks room:
 * a writer reserves for its worst case once and then appends unchecked.
 */
final class Scratch {
  byte[] bytes;
  int length;

  Scratch(int capacity) {
    bytes = new byte[capacity];
  }

  /** Makes room for {@code more} bytes beyond the present length. */
  void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = java.util.Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }

  void append(int b) {
    bytes[length++] = (byte) b;
  }

  void append(byte[] from, int start, int end) {
    System.arraycopy(from, start, bytes, length, end - start);
    length += end - start;
  }

  /** Appends {@code %XX}. */
  void appendEncoded(int b) {
    append('%');
    append(ByteClass.UPPER_HEX[(b >> 4) & 15]);
    append(ByteClass.UPPER_HEX[b & 15]);
  }

  /** The content as text; canonical forms are ASCII. */
  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }
}
