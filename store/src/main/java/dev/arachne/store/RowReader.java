package dev.arachne.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * Reads the bytes of a key or a value, field by field, as {@link RowWriter} wrote them.
 *
 * <p>Confined to one thread. Where a row ends too early or has an impossible length, the methods
 * throw an {@link IndexOutOfBoundsException}; {@link StoreException#damaged} reports it to the
 * user.
 */
public final class RowReader {
  private final byte[] bytes;
  private int at;

  /** A reader at the first byte of a key or a value, which is not copied. */
  public RowReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /** One byte, from 0 to 255. */
  public int octet() {
    return bytes[at++] & 0xFF;
  }

  /** The number in eight bytes, the greatest first. */
  public long fixed() {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << Byte.SIZE | octet();
    }
    return value;
  }

  /** A number of 64 bits in as few bytes as it needs (LEB128). */
  public long number() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int next = octet();
      value |= (next & 0x7FL) << shift;
      if (next < 0x80) {
        return value;
      }
    }
  }

  /** A text in UTF-8, preceded by its length. */
  public String text() {
    int length = length();
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }

  /** Bytes, preceded by their number. */
  public byte[] bytes() {
    int length = length();
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  /** Bytes that were written after the same {@code known} ones. */
  public byte[] bytesAfter(byte[] known) {
    int shared = Objects.checkIndex((int) number(), known.length + 1);
    int length = length();
    byte[] value = Arrays.copyOf(known, shared + length);
    System.arraycopy(bytes, at, value, shared, length);
    at += length;
    return value;
  }

  /** All bytes that are left. */
  public byte[] rest() {
    int from = at;
    at = bytes.length;
    return Arrays.copyOfRange(bytes, from, at);
  }

  /** Whether all bytes were read. */
  public boolean atEnd() {
    return at == bytes.length;
  }

  /** The length of what follows, which the row is long enough for. */
  private int length() {
    int length = (int) number();
    Objects.checkFromIndexSize(at, length, bytes.length);
    return length;
  }
}
