package dev.arachne.frontier;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes the bytes of a key or a value, field by field; {@link RowReader} reads them back. */
final class RowWriter {
  private byte[] bytes = new byte[48];
  private int length;

  /** One byte. */
  RowWriter octet(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
    return this;
  }

  /** Eight bytes that sort as the number does, unsigned. */
  RowWriter fixed(long value) {
    reserve(Long.BYTES);
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      bytes[length++] = (byte) (value >>> shift);
    }
    return this;
  }

  /** As few bytes as an unsigned number needs, seven bits in each (LEB128). */
  RowWriter number(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
    return this;
  }

  /** A text, preceded by its length. */
  RowWriter text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return number(utf8.length).raw(utf8);
  }

  /** A text that is much like one the reader will know: what they begin with is not repeated. */
  RowWriter textAfter(String known, String text) {
    int common = Arrays.mismatch(known.toCharArray(), text.toCharArray());
    int shared = common < 0 ? text.length() : common;
    return number(shared).text(text.substring(shared));
  }

  /** Bytes, preceded by their number. */
  RowWriter bytes(byte[] value) {
    return number(value.length).raw(value);
  }

  /** Bytes as they are, whose number the reader has to know. */
  RowWriter raw(byte[] value) {
    reserve(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
    return this;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
