package dev.arachne.text;

/**
 * The index tables of the Japanese encodings (WHATWG Encoding 6): the JDK's charsets have them
 * unchanged. Immutable.
 */
final class JapaneseTables {
  /** The number of cells in a row of the character sets. */
  static final int CELLS = 94;

  /** The first halfwidth katakana letter; the others follow in the encodings' order. */
  static final int KATAKANA = 0xFF61;

  /** Two rows for each lead byte of Shift_JIS, the last of which are beyond the character set. */
  private static final int POINTERS = 60 * 2 * CELLS;

  private final char[] jis0208 = new char[POINTERS];
  private final char[] jis0212 = new char[CELLS * CELLS];

  private JapaneseTables() {
    var shiftJis = new JdkCharacters("windows-31j");
    for (int pointer = 0; pointer < POINTERS; pointer++) {
      int lead = pointer / (2 * CELLS);
      int trail = pointer % (2 * CELLS);
      jis0208[pointer] =
          (char)
              shiftJis.of(lead + (lead < 0x1F ? 0x81 : 0xC1), trail + (trail < 0x3F ? 0x40 : 0x41));
    }
    var eucJp = new JdkCharacters("EUC-JP");
    for (int pointer = 0; pointer < jis0212.length; pointer++) {
      jis0212[pointer] = (char) eucJp.of(0x8F, 0xA1 + pointer / CELLS, 0xA1 + pointer % CELLS);
    }
  }

  static JapaneseTables get() {
    return Holder.TABLES;
  }

  /** The character at a pointer of index jis0208, or 0. */
  int jis0208(int pointer) {
    return jis0208[pointer];
  }

  /** The character at a pointer of index jis0212, or 0. */
  int jis0212(int pointer) {
    return jis0212[pointer];
  }

  private static final class Holder {
    static final JapaneseTables TABLES = new JapaneseTables();
  }
}
