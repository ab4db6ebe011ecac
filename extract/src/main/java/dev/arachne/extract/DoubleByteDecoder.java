package dev.arachne.extract;

/** Decodes Big5, EUC-KR and Shift_JIS (WHATWG Encoding 12.1.1, 14.1.1, 13.3.1). */
final class DoubleByteDecoder implements TextDecoder {
  private final DoubleByteTable table;

  /** The first half of a character, or 0. */
  private int lead;

  DoubleByteDecoder(DoubleByteTable table) {
    this.table = table;
  }

  @Override
  public void decode(byte[] in, int from, int to, ByteScratch out) {
    int p = from;
    while (p < to) {
      if (lead != 0) {
        p += trail(in[p] & 0xFF, out);
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
  public void finish(ByteScratch out) {
    if (lead != 0) {
      lead = 0;
      out.appendCodePoint(REPLACEMENT);
    }
  }

  private void first(int b, ByteScratch out) {
    int single = table.single(b);
    if (single == DoubleByteTable.LEAD) {
      lead = b;
    } else {
      out.appendCodePoint(single);
    }
  }

  /** Returns how many bytes were read: none if the byte, being ASCII, is to be read as itself. */
  private int trail(int b, ByteScratch out) {
    int character = table.pair(lead, b);
    lead = 0;
    if (character > Character.MAX_CODE_POINT) {
      out.appendCodePoint(character >>> Character.SIZE);
      out.appendCodePoint(character & Character.MAX_VALUE);
      return 1;
    }
    out.appendCodePoint(character == DoubleByteTable.NONE ? REPLACEMENT : character);
    return character == DoubleByteTable.NONE && b < 0x80 ? 0 : 1;
  }
}
