package dev.arachne.text;

/**
 * The cost of text in a multi-byte encoding, by the parts of the table that its characters are in:
 * see {@link EncodingDetector}. Stateless.
 */
final class CostOfPairs {
  private static final int KANA = 430;
  private static final int KATAKANA = 650;
  private static final int HANGUL = 650;
  private static final int PUNCTUATION = 550;
  private static final int COMMON = 780;
  private static final int SIGN = 950;
  private static final int RARE = 1200;
  private static final int STRANGE = 1400;

  /** The cost of bytes that are not a character. */
  private static final int NOTHING = 2500;

  /** The cost of a character and its length, in one number: the length is in the lowest bits. */
  private static final int LENGTH_BITS = 3;

  private CostOfPairs() {}

  static long of(Encoding encoding, byte[] in, int from, int to) {
    long cost = 0;
    int p = from;
    while ((p = Bytes.indexOfNonAscii(in, p, to)) < to) {
      int first = in[p] & 0xFF;
      int second = p + 1 < to ? in[p + 1] & 0xFF : 0;
      int found =
          switch (encoding) {
            case UTF_8 -> utf8(in, p, to);
            case SHIFT_JIS -> shiftJis(first, second);
            case EUC_JP -> eucJp(first, second);
            case GBK -> gbk(first, second);
            case BIG5 -> big5(first, second);
            case EUC_KR -> eucKr(first, second);
            default -> throw new IllegalArgumentException(encoding.standardName());
          };
      boolean isCut = p + 1 == to; // perhaps only by the end of the sample
      cost += isCut ? COMMON : found >> LENGTH_BITS;
      p += found & ((1 << LENGTH_BITS) - 1);
    }
    return cost;
  }

  private static int character(int cost, int length) {
    return cost << LENGTH_BITS | length;
  }

  private static int nothing() {
    return character(NOTHING, 1);
  }

  /** UTF-8 with damage; intact UTF-8 needs no guess. */
  private static int utf8(byte[] in, int p, int to) {
    int lead = in[p] & 0xFF;
    int length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    boolean isWhole =
        length > 0 && EncodingDetection.continues(in, p, Math.min(p + length, to), lead);
    return isWhole ? character(length == 2 ? PUNCTUATION : COMMON, length) : nothing();
  }

  private static int shiftJis(int first, int second) {
    if (first >= 0xA1 && first <= 0xDF) {
      return character(SIGN, 1);
    }
    boolean isPair =
        (first <= 0x9F || first >= 0xE0)
            && first > 0x80
            && first <= 0xFC
            && second >= 0x40
            && second <= 0xFC
            && second != 0x7F;
    if (!isPair) {
      return nothing();
    }
    int code = first << Byte.SIZE | second;
    return character(
        code < 0x8180
            ? PUNCTUATION
            : code < 0x829F
                ? SIGN
                : code < 0x82F2
                    ? KANA
                    : code < 0x8340
                        ? STRANGE
                        : code < 0x8397
                            ? KATAKANA
                            : code < 0x889F
                                ? RARE
                                : code < 0x9873 ? COMMON : code < 0xEAA5 ? RARE : STRANGE,
        2);
  }

  private static int eucJp(int first, int second) {
    if (first == 0x8E && second >= 0xA1 && second <= 0xDF) {
      return character(SIGN, 2);
    }
    if (first == 0x8F && second >= 0xA1) {
      return character(STRANGE, 3);
    }
    if (first < 0xA1 || first > 0xFE || second < 0xA1 || second > 0xFE) {
      return nothing();
    }
    return character(
        switch (first) {
          case 0xA1 -> PUNCTUATION;
          case 0xA2, 0xA3 -> SIGN;
          case 0xA4 -> KANA;
          case 0xA5 -> KATAKANA;
          case 0xA6, 0xA7, 0xA8, 0xAD -> RARE;
          default -> first < 0xB0 || first > 0xF4 ? STRANGE : first < 0xD0 ? COMMON : RARE;
        },
        2);
  }

  private static int gbk(int first, int second) {
    if (first == 0x80 || first == 0xFF || second < 0x40 || second == 0x7F || second == 0xFF) {
      return nothing();
    }
    if (second < 0xA1 || first < 0xA1) {
      return character(STRANGE, 2);
    }
    return character(
        switch (first) {
          case 0xA1, 0xA3 -> PUNCTUATION;
          case 0xA2, 0xA6, 0xA7, 0xA8, 0xA9 -> RARE;
          default -> first < 0xB0 || first > 0xF7 ? STRANGE : first < 0xD8 ? COMMON : RARE;
        },
        2);
  }

  private static int big5(int first, int second) {
    boolean isPair =
        first > 0x80
            && first < 0xFF
            && ((second >= 0x40 && second < 0x7F) || (second >= 0xA1 && second < 0xFF));
    if (!isPair) {
      return nothing();
    }
    int code = first << Byte.SIZE | second;
    return character(
        code < 0xA140
            ? STRANGE
            : code < 0xA240
                ? PUNCTUATION
                : code < 0xA440
                    ? SIGN
                    : code < 0xC67F ? COMMON : code < 0xC940 || code > 0xF9D5 ? STRANGE : RARE,
        2);
  }

  private static int eucKr(int first, int second) {
    boolean isPair =
        first > 0x80
            && first < 0xFF
            && second > 0x40
            && second < 0xFF
            && (second <= 'Z' || second >= 'a')
            && (second <= 'z' || second > 0x80);
    if (!isPair) {
      return nothing();
    }
    if (first < 0xA1 || second < 0xA1) {
      return character(STRANGE, 2);
    }
    return character(
        switch (first) {
          case 0xA1 -> PUNCTUATION;
          case 0xA2, 0xA3, 0xA4, 0xA8, 0xA9 -> SIGN;
          default ->
              first < 0xB0
                  ? STRANGE
                  : first < 0xC9 ? HANGUL : first == 0xC9 || first == 0xFE ? STRANGE : RARE;
        },
        2);
  }
}
