package dev.arachne.text;

/**
 * Decodes encodings that extend ASCII: a character beyond it begins with a lead byte of 0x80 or
 * more. Confined to one thread.
 */
abstract sealed class LeadByteDecoder implements TextDecoder
    permits DoubleByteDecoder, EucJpDecoder, Gb18030Decoder {

  @Override
  public final void decode(byte[] in, int from, int to, ByteScratch out) {
    int p = from;
    while (p < to) {
      if (hasBegun()) {
        p += next(in[p] & 0xFF, out);
      } else if (in[p] >= 0) {
        int high = Bytes.indexOfNonAscii(in, p, to);
        out.append(in, p, high);
        p = high;
      } else {
        first(in[p++] & 0xFF, out);
      }
    }
  }

  @Override
  public final void finish(ByteScratch out) {
    if (hasBegun()) {
      reset();
      out.appendCodePoint(REPLACEMENT);
    }
  }

  /** Whether a character has begun and has not ended. */
  abstract boolean hasBegun();

  /** Drops a character that has begun. */
  abstract void reset();

  /** Reads a byte of 0x80 or more while no character has begun. */
  abstract void first(int b, ByteScratch out);

  /**
   * Reads a byte of a character that has begun.
   *
   * @return the number of bytes read: 0 if the byte is to be read again
   */
  abstract int next(int b, ByteScratch out);
}
