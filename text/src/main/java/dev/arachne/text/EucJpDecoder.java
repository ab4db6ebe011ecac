package dev.arachne.text;

/** Decodes EUC-JP (WHATWG Encoding 13.1.1). */
final class EucJpDecoder extends LeadByteDecoder {
  private static final int KATAKANA = 0x8E;
  private static final int JIS_0212 = 0x8F;
  private static final int LOWEST = 0xA1;
  private static final int HIGHEST = 0xFE;

  private final JapaneseTables tables = JapaneseTables.get();

  /** The byte before the last of a character, or 0. */
  private int lead;

  /** Whether {@link #JIS_0212} came before {@link #lead}. */
  private boolean inJis0212;

  @Override
  boolean hasBegun() {
    return lead != 0;
  }

  @Override
  void reset() {
    lead = 0;
    inJis0212 = false;
  }

  @Override
  void first(int b, ByteScratch out) {
    if (b == KATAKANA || b == JIS_0212 || isInRange(b)) {
      lead = b;
    } else {
      out.appendCodePoint(REPLACEMENT);
    }
  }

  @Override
  int next(int b, ByteScratch out) {
    if (lead == JIS_0212 && isInRange(b)) {
      inJis0212 = true;
      lead = b;
      return 1;
    }
    int character = character(b);
    reset();
    out.appendCodePoint(character == 0 ? REPLACEMENT : character);
    return character == 0 && b < 0x80 ? 0 : 1;
  }

  /** The character that ends in {@code b}, or 0. */
  private int character(int b) {
    if (lead == KATAKANA) {
      return b >= LOWEST && b <= 0xDF ? JapaneseTables.KATAKANA + b - LOWEST : 0;
    }
    if (!isInRange(lead) || !isInRange(b)) {
      return 0;
    }
    int pointer = (lead - LOWEST) * JapaneseTables.CELLS + b - LOWEST;
    return inJis0212 ? tables.jis0212(pointer) : tables.jis0208(pointer);
  }

  private static boolean isInRange(int b) {
    return b >= LOWEST && b <= HIGHEST;
  }
}
