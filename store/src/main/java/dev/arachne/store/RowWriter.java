package dev.arachne.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes the bytes of a key or a value, field by field; {@link RowReader} reads them back. Confined
 * to one thread.
 */
public final class RowWriter {
  private byte[] bytes;
  private int length;

  /** A writer with room for a key. */
  public RowWriter() {
    this(32);
  }

  /**
   * A writer that grows as needed.
   *
   * @param room bytes that it has room for from the start
   */
  public RowWriter(int room) {
    bytes = new byte[room];
  }

  /** Adds the lowest eight bits as one byte. */
  public RowWriter octet(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
    return this;
  }

  /** Adds eight bytes that sort as the number does, unsigned. */
  public RowWriter fixed(long value) {
    reserve(Long.BYTES);
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      bytes[length++] = (byte) (value >>> shift);
    }
    return this;
  }

  /** Adds as few bytes as an unsigned number needs, seven bits in each (LEB128). */
  public RowWriter number(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
    return this;
  }

  /** Adds a text in UTF-8, preceded by its length. */
  public RowWriter text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return number(utf8.length).raw(utf8);
  }

  /** Adds bytes, preceded by their number. */
  public RowWriter bytes(byte[] value) {
    return number(value.length).raw(value);
  }

  /**
   * Adds bytes without the beginning that they share with {@code known} ones, which the reader has
   * to know.
   */
  public RowWriter bytesAfter(byte[] known, byte[] value) {
    int common = Arrays.mismatch(known, value);
    int shared = common < 0 ? value.length : common;
    return number(shared).number(value.length - shared).raw(value, shared);
  }

  /** Adds bytes as they are; the reader has to know their number. */
  public RowWriter raw(byte[] value) {
    return raw(value, 0);
  }

  /** A copy of the bytes written up to now. */
  public byte[] toBytes() {
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
