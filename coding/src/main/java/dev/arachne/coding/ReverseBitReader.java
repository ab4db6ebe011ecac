package dev.arachne.coding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.ZipException;

/**
 * A Zstandard bit stream, which is read from its end to its beginning (RFC 8878 4.1). Bits before
 * the beginning are zeros; {@link #left()} shows the number of them that were read.
 */
final class ReverseBitReader {

  /** The number of bytes that must be readable behind the stream. */
  static final int PADDING = 8;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private final int from;
  private int left;

  /** The stream in this range, followed by {@link #PADDING} bytes. */
  ReverseBitReader(byte[] bytes, int from, int to) throws ZipException {
    if (to <= from || bytes[to - 1] == 0) {
      throw new ZipException("a bit stream without an end mark");
    }
    this.bytes = bytes;
    this.from = from;
    int last = bytes[to - 1] & 0xFF;
    left = (to - from) * 8 - (Integer.numberOfLeadingZeros(last) - 23);
  }

  /** The number of bits left; negative if more were read than exist. */
  int left() {
    return left;
  }

  /** Reads up to 32 bits. */
  long read(int count) {
    long value = peek(count);
    left -= count;
    return value;
  }

  /** The next up to 32 bits. */
  long peek(int count) {
    long mask = (1L << count) - 1;
    int at = left - count;
    if (at >= 0) {
      return ((long) LONG.get(bytes, from + (at >>> 3)) >>> (at & 7)) & mask;
    }
    return left <= 0 ? 0 : (((long) LONG.get(bytes, from) & ((1L << left) - 1)) << -at) & mask;
  }

  void skip(int count) {
    left -= count;
  }
}
