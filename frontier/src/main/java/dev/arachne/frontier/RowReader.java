package dev.arachne.frontier;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** Reads the bytes of a key or a value, field by field, as {@link RowWriter} wrote them. */
final class RowReader {
  private final byte[] bytes;
  private int at;

  RowReader(byte[] bytes) {
    this.bytes = bytes;
  }

  int octet() {
    return bytes[at++] & 0xFF;
  }

  long fixed() {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << Byte.SIZE | octet();
    }
    return value;
  }

  long number() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int next = octet();
      value |= (next & 0x7FL) << shift;
      if (next < 0x80) {
        return value;
      }
    }
  }

  String text() {
    int length = length();
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }

  byte[] bytes() {
    int length = length();
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  byte[] bytesAfter(byte[] known) {
    int shared = Objects.checkIndex((int) number(), known.length + 1);
    int length = length();
    byte[] value = Arrays.copyOf(known, shared + length);
    System.arraycopy(bytes, at, value, shared, length);
    at += length;
    return value;
  }

  /** All that is left. */
  byte[] rest() {
    int from = at;
    at = bytes.length;
    return Arrays.copyOfRange(bytes, from, at);
  }

  boolean atEnd() {
    return at == bytes.length;
  }

  /** The length of what follows, which the row is long enough for. */
  private int length() {
    int length = (int) number();
    Objects.checkFromIndexSize(at, length, bytes.length);
    return length;
  }
}
