package dev.arachne.archive;

/** Codes of the lengths of matches, 3 to 258, less 257: RFC 1951 section 3.2.5. */
final class LengthCodes {
  /** How many codes there are. */
  static final int COUNT = 29;

  private static final byte[] CODES = new byte[256];
  private static final short[] BASES = new short[COUNT];
  private static final byte[] EXTRAS = new byte[COUNT];

  static {
    int base = 0;
    for (int code = 0; code < COUNT - 1; code++) {
      EXTRAS[code] = (byte) Math.max(0, code / 4 - 1);
      BASES[code] = (short) base;
      for (int i = 0; i < 1 << EXTRAS[code] && base < CODES.length; i++) {
        CODES[base++] = (byte) code;
      }
    }
    CODES[255] = COUNT - 1;
    BASES[COUNT - 1] = 255;
  }

  private LengthCodes() {}

  /** The code of a length. */
  static int of(int length) {
    return CODES[length - 3];
  }

  /** How many bits follow a code. */
  static int extra(int code) {
    return EXTRAS[code];
  }

  /** The extra bits of a length less 3. */
  static int rest(int length, int code) {
    return length - BASES[code];
  }
}
