package dev.arachne.url;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A byte buffer that grows and is used again. Only {@link #reserve} checks for room: a writer
 * reserves for its worst case once and then appends unchecked.
 */
final class ByteBuilder {
  byte[] bytes;
  int length;

  ByteBuilder(int capacity) {
    bytes = new byte[capacity];
  }

  /** Makes room for {@code more} bytes beyond the present length. */
  void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }

  /** Replaces the content by ASCII text. */
  void set(String ascii) {
    length = 0;
    reserve(ascii.length());
    for (int i = 0; i < ascii.length(); i++) {
      append(ascii.charAt(i));
    }
  }

  void append(int b) {
    bytes[length++] = (byte) b;
  }

  void append(byte[] from, int start, int end) {
    System.arraycopy(from, start, bytes, length, end - start);
    length += end - start;
  }

  /** Appends all of another scratch and makes room for it. */
  void append(ByteBuilder other) {
    reserve(other.length);
    append(other.bytes, 0, other.length);
  }

  /** Appends {@code %XX}. */
  void appendEncoded(int b) {
    append('%');
    append(ByteClass.UPPER_HEX[(b >> 4) & 15]);
    append(ByteClass.UPPER_HEX[b & 15]);
  }

  /** Appends a number from 0 to 99,999 in decimal. */
  void appendDecimal(int number) {
    for (int unit = 10_000; unit >= 1; unit /= 10) {
      if (number >= unit || unit == 1) {
        append('0' + number / unit % 10);
      }
    }
  }

  /** The content as text; canonical forms are ASCII. */
  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }
}
