package dev.arachne.frontier;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes the bytes of a key or a value, field by field; {@link RowReader} reads them back. */
final class RowWriter {
  private byte[] bytes;
  private int length;

  /** A writer with room for a key. */
  RowWriter() {
    this(32);
  }

  /** A writer with room for so many bytes; it makes more where they do not do. */
  RowWriter(int room) {
    bytes = new byte[room];
  }

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

  /** Bytes, preceded by their number. */
  RowWriter bytes(byte[] value) {
    return number(value.length).raw(value);
  }

  /** Bytes much like some that the reader will know: what they begin with is not repeated. */
  RowWriter bytesAfter(byte[] known, byte[] value) {
    int common = Arrays.mismatch(known, value);
    int shared = common < 0 ? value.length : common;
    return number(shared).number(value.length - shared).raw(value, shared);
  }

  /** Bytes as they are, whose number the reader has to know. */
  RowWriter raw(byte[] value) {
    return raw(value, 0);
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  private RowWriter raw(byte[] value, int from) {
    int more = value.length - from;
    reserve(more);
    System.arraycopy(value, from, bytes, length, more);
    length += more;
    return this;
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
