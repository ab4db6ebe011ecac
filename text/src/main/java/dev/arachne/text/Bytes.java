package dev.arachne.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Byte searches and byte classes of HTML, eight bytes at a time where that pays.
 *
 * <p>A word is compared with a needle by XOR with the needle in all eight lanes. A lane that is
 * then zero is a hit, and {@code (x - 01..01) & ~x & 80..80} leaves the top bit of the lowest such
 * lane (lanes above it may show false hits, which do not matter to a search for the first).
 */
public final class Bytes {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long TOPS = 0x8080808080808080L;

  /** A bit that is set in all letters, and in no byte that ends a name. */
  private static final long LETTER_BITS = 0x40 * ONES;

  private static final int SPACE = 1;
  private static final int ENDS_TAG_NAME = 2;
  private static final int ENDS_ATTRIBUTE_NAME = 4;
  private static final int ENDS_UNQUOTED_VALUE = 8;
  private static final int LETTER = 16;
  private static final int DIGIT = 32;
  private static final byte[] CLASSES = classes();

  private Bytes() {}

  /** The index of the first {@code needle} in {@code in[from, to)}, or {@code to}. */
  public static int indexOf(byte[] in, int from, int to, int needle) {
    long lanes = needle * ONES;
    int p = from;
    for (; p <= to - Long.BYTES; p += Long.BYTES) {
      long x = (long) WORD.get(in, p) ^ lanes;
      long hits = (x - ONES) & ~x & TOPS;
      if (hits != 0) {
        return p + (Long.numberOfTrailingZeros(hits) >>> 3);
      }
    }
    for (; p < to; p++) {
      if (in[p] == needle) {
        return p;
      }
    }
    return to;
  }

  /** The index of the first byte of {@code in[from, to)} that is not ASCII, or {@code to}. */
  static int indexOfNonAscii(byte[] in, int from, int to) {
    int p = from;
    for (; p <= to - Long.BYTES; p += Long.BYTES) {
      long tops = (long) WORD.get(in, p) & TOPS;
      if (tops != 0) {
        return p + (Long.numberOfTrailingZeros(tops) >>> 3);
      }
    }
    for (; p < to; p++) {
      if (in[p] < 0) {
        return p;
      }
    }
    return to;
  }

  /**
   * Up to eight bytes of {@code in} from {@code from} as one little-endian word, ASCII capitals in
   * lower case, absent bytes zero.
   */
  public static long lowerCaseWord(byte[] in, int from, int length) {
    long word;
    if (from + Long.BYTES <= in.length) {
      word = (long) WORD.get(in, from);
      if (length < Long.BYTES) {
        word &= ~(-1L << (length << 3));
      }
    } else {
      word = 0;
      for (int i = Math.min(length, Long.BYTES) - 1; i >= 0; i--) {
        word = (word << 8) | (in[from + i] & 0xFF);
      }
    }
    // A lane is a capital if adding 80 - 'A' carries into its top bit, adding 7F - 'Z' does not,
    // and it is ASCII.
    long low = word & ~TOPS;
    long capitals = ~word & TOPS & ((low + ONES * (0x80 - 'A')) ^ (low + ONES * (0x7F - 'Z')));
    return word | (capitals >>> 2);
  }

  /** Tab, line feed, form feed, carriage return (a line feed after preprocessing) or space. */
  public static boolean isSpace(byte b) {
    return is(b, SPACE);
  }

  /** The index of the first byte of {@code in[from, to)} that ends a tag's name, or {@code to}. */
  public static int tagNameEnd(byte[] in, int from, int to) {
    return nameEnd(in, from, to, ENDS_TAG_NAME);
  }

  /**
   * The index of the first byte of {@code in[from, to)} that ends an attribute's name, or {@code
   * to}.
   */
  public static int attributeNameEnd(byte[] in, int from, int to) {
    return nameEnd(in, from, to, ENDS_ATTRIBUTE_NAME);
  }

  /** Whether a tag's name ends before {@code b}: white space, {@code /} or {@code >}. */
  public static boolean endsTagName(byte b) {
    return is(b, ENDS_TAG_NAME);
  }

  /** Whether an unquoted attribute value ends before {@code b}: white space or {@code >}. */
  public static boolean endsUnquotedValue(byte b) {
    return is(b, ENDS_UNQUOTED_VALUE);
  }

  /** An ASCII letter. */
  public static boolean isLetter(byte b) {
    return is(b, LETTER);
  }

  /** An ASCII digit. */
  public static boolean isDigit(byte b) {
    return is(b, DIGIT);
  }

  /** An ASCII letter or digit. */
  public static boolean isAlphanumeric(byte b) {
    return is(b, LETTER | DIGIT);
  }

  /** An ASCII capital in lower case; any other byte unchanged. */
  public static byte lowerCase(byte b) {
    return b >= 'A' && b <= 'Z' ? (byte) (b + 32) : b;
  }

  /** Whether {@code in[from, to)} is the lower-case ASCII {@code word}, in any case. */
  public static boolean equalsIgnoringCase(byte[] in, int from, int to, String word) {
    if (to - from != word.length()) {
      return false;
    }
    for (int i = 0; i < to - from; i++) {
      if (lowerCase(in[from + i]) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether {@code in[from, to)} begins with the lower-case ASCII {@code word}, in any case. */
  public static boolean startsWithIgnoringCase(byte[] in, int from, int to, byte[] word) {
    if (to - from < word.length) {
      return false;
    }
    for (int i = 0; i < word.length; i++) {
      if (lowerCase(in[from + i]) != word[i]) {
        return false;
      }
    }
    return true;
  }

  /** Whether {@code word}, which is not empty, is in {@code in[from, to)}. */
  public static boolean contains(byte[] in, int from, int to, byte[] word) {
    for (int p = from; p + word.length <= to; p++) {
      p = indexOf(in, p, to, word[0]);
      if (p + word.length <= to && Arrays.equals(in, p, p + word.length, word, 0, word.length)) {
        return true;
      }
    }
    return false;
  }

  /** The first index in {@code in[from, to)} that holds no white space, or {@code to}. */
  public static int skipSpaces(byte[] in, int from, int to) {
    int p = from;
    while (p < to && isSpace(in[p])) {
      p++;
    }
    return p;
  }

  /**
   * The index after the last byte of {@code in[from, to)} that is not white space, or {@code from}.
   */
  static int trimEnd(byte[] in, int from, int to) {
    int p = to;
    while (p > from && isSpace(in[p - 1])) {
      p--;
    }
    return p;
  }

  private static int nameEnd(byte[] in, int from, int to, int end) {
    int p = skipLetters(in, from, to);
    while (p < to && !is(in[p], end)) {
      p = skipLetters(in, p + 1, to);
    }
    return p;
  }

  /** Stops at the first byte that lacks the bit of letters. */
  private static int skipLetters(byte[] in, int from, int to) {
    int p = from;
    while (to - p >= Long.BYTES) {
      long others = ~(long) WORD.get(in, p) & LETTER_BITS;
      if (others != 0) {
        return p + (Long.numberOfTrailingZeros(others) >>> 3);
      }
      p += Long.BYTES;
    }
    while (p < to && (in[p] & 0x40) != 0) {
      p++;
    }
    return p;
  }

  private static boolean is(byte b, int mask) {
    return (CLASSES[b & 0xFF] & mask) != 0;
  }

  private static byte[] classes() {
    byte[] classes = new byte[256];
    for (char c : "\t\n\f\r ".toCharArray()) {
      classes[c] = SPACE | ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_UNQUOTED_VALUE;
    }
    classes['/'] = ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME;
    classes['>'] = ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_UNQUOTED_VALUE;
    classes['='] = ENDS_ATTRIBUTE_NAME;
    for (int c = 'a'; c <= 'z'; c++) {
      classes[c] = LETTER;
      classes[c - 32] = LETTER;
    }
    for (int c = '0'; c <= '9'; c++) {
      classes[c] = DIGIT;
    }
    return classes;
  }
}
