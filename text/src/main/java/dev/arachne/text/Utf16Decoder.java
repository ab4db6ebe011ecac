package dev.arachne.text;

import java.nio.ByteOrder;

/** Decodes UTF-16 in either byte order (WHATWG Encoding 14.2.1). */
final class Utf16Decoder implements TextDecoder {
  private static final int NONE = -1;

  private final boolean isBigEndian;

  /** The first byte of a unit, or {@link #NONE}. */
  private int firstByte = NONE;

  /** The first unit of a surrogate pair, or 0. */
  private char lead;

  Utf16Decoder(ByteOrder order) {
    isBigEndian = order == ByteOrder.BIG_ENDIAN;
  }

  @Override
  public void decode(byte[] in, int from, int to, ByteScratch out) {
    for (int p = from; p < to; p++) {
      int b = in[p] & 0xFF;
      if (firstByte == NONE) {
        firstByte = b;
      } else {
        unit((char) (isBigEndian ? firstByte << Byte.SIZE | b : b << Byte.SIZE | firstByte), out);
        firstByte = NONE;
      }
    }
  }

  @Override
  public void finish(ByteScratch out) {
    if (firstByte != NONE || lead != 0) {
      firstByte = NONE;
      lead = 0;
      out.appendCodePoint(REPLACEMENT);
    }
  }

  private void unit(char unit, ByteScratch out) {
    if (lead != 0 && Character.isLowSurrogate(unit)) {
      out.appendCodePoint(Character.toCodePoint(lead, unit));
      lead = 0;
      return;
    }
    if (lead != 0) {
      out.appendCodePoint(REPLACEMENT);
      lead = 0;
    }
    if (Character.isHighSurrogate(unit)) {
      lead = unit;
    } else {
      out.appendCodePoint(Character.isLowSurrogate(unit) ? REPLACEMENT : unit);
    }
  }
}
