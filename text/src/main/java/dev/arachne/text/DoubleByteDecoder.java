package dev.arachne.text;

/** Decodes Big5, EUC-KR and Shift_JIS (WHATWG Encoding 12.1.1, 14.1.1, 13.3.1). */
final class DoubleByteDecoder extends LeadByteDecoder {
  private final DoubleByteTable table;

  /** The first half of a character, or 0. */
  private int lead;

  DoubleByteDecoder(DoubleByteTable table) {
    this.table = table;
  }

  @Override
  boolean hasBegun() {
    return lead != 0;
  }

  @Override
  void reset() {
    lead = 0;
  }

  @Override
  void first(int b, ByteScratch out) {
    int single = table.single(b);
    if (single == DoubleByteTable.LEAD) {
      lead = b;
    } else {
      out.appendCodePoint(single);
    }
  }

  @Override
  int next(int b, ByteScratch out) {
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
