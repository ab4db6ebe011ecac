package dev.arachne.http2;

import java.util.Arrays;

/*
 * The code of RFC 7541 appendix B is canonical: codes of one length are consecutive, in the order
 * of their symbols, and longer codes follow shorter ones. So the lengths are sufficient; the codes
 * are computed.
 *
 * Decoding looks up eight bits at a time. A table has 256 entries, one for each value of the next
 * eight bits: a symbol with its number of bits, or the table for the following eight bits. No code
 * is longer than 30 bits, so there are at most four steps for a symbol.
 */

/** The Huffman code of HPACK (RFC 7541 5.2). Immutable. */
final class Huffman {

  /**
   * The code length of each symbol in bits, those of EOS last; each character is '0' plus the bits.
   */
  private static final String LENGTHS =
      "=GLLLLLLLHNLLNLLLLLLLLNLLLLLLLLL"
          + "6::<=68;::8;8666555666666678?6<:"
          + "=67777777777777777777777878=C=>6"
          + "?56565666577666567655677777?;>=L"
          + "DFDDFFFGFGGGGGHGHHFGHGGGGEFGFGGH"
          + "FEDFFGGEGFFHEFGGEEFEGFGGDFFFGFFG"
          + "JJDCFGFIJJJKKJHICEJKKJKHEEJJLKKK"
          + "DHDEFEEGFFIIHHJGJKJJKKKKKLKKKKKJ"
          + "N";

  private static final int EOS = 256;

  private static final int[] CODES = new int[EOS + 1];

  /** By table and eight bits: a symbol and its bits here, or, if negative, the next table. */
  private static final short[] STEPS;

  /** The position in an entry of its symbol's number of bits, and of the symbol. */
  private static final int SYMBOL_BITS = 9;

  static {
    int code = 0;
    int before = 5;
    for (int length = 5; length <= 30; length++) {
      for (int symbol = 0; symbol <= EOS; symbol++) {
        if (length(symbol) == length) {
          code <<= length - before;
          before = length;
          CODES[symbol] = code++;
        }
      }
    }
    short[] steps = new short[256];
    int tables = 1;
    for (int symbol = 0; symbol <= EOS; symbol++) {
      int table = 0;
      int left = length(symbol);
      while (left > 8) {
        int at = table * 256 + (CODES[symbol] >>> (left - 8) & 0xFF);
        if (steps[at] == 0) {
          steps = Arrays.copyOf(steps, (tables + 1) * 256);
          steps[at] = (short) -tables++;
        }
        table = -steps[at];
        left -= 8;
      }
      int first = table * 256 + (CODES[symbol] << (8 - left) & 0xFF);
      Arrays.fill(steps, first, first + (1 << (8 - left)), (short) (left << SYMBOL_BITS | symbol));
    }
    STEPS = steps;
  }

  private Huffman() {}

  /** The most bytes that {@code coded} bytes decode to. */
  static int mostDecoded(int coded) {
    return coded * 8 / 5;
  }

  /**
   * Decodes a string.
   *
   * @param into has room for {@link #mostDecoded} bytes at {@code at}
   * @return the end of the string in {@code into}; -1 if EOS is in it, or it is not padded by the
   *     beginning of EOS, less than eight bits of it
   */
  static int decode(byte[] coded, int from, int to, byte[] into, int at) {
    int out = at;
    int table = 0;
    int bits = 0;
    int count = 0;
    for (int i = from; i < to; i++) {
      bits = bits << 8 | (coded[i] & 0xFF);
      count += 8;
      while (count >= 8) {
        int step = STEPS[table * 256 + (bits >>> (count - 8) & 0xFF)];
        if (step < 0) {
          table = -step;
          count -= 8;
          continue;
        }
        int symbol = step & (1 << SYMBOL_BITS) - 1;
        if (symbol == EOS) {
          return -1;
        }
        into[out++] = (byte) symbol;
        count -= step >>> SYMBOL_BITS;
        table = 0;
      }
    }
    while (count > 0) {
      int ones = (1 << (8 - count)) - 1;
      int step = STEPS[table * 256 + (bits << (8 - count) & 0xFF | ones)];
      if (step < 0 || step >>> SYMBOL_BITS > count) {
        break;
      }
      into[out++] = (byte) step;
      count -= step >>> SYMBOL_BITS;
      table = 0;
    }
    int padding = (1 << count) - 1;
    return table == 0 && (bits & padding) == padding ? out : -1;
  }

  /** The bytes that a string takes in this code. */
  static int encodedLength(byte[] plain) {
    long bits = 0;
    for (byte b : plain) {
      bits += length(b & 0xFF);
    }
    return (int) ((bits + 7) / 8);
  }

  /** Encodes a string into an array with room for {@link #encodedLength} bytes. */
  static void encode(byte[] plain, byte[] into, int at) {
    long bits = 0;
    int count = 0;
    int out = at;
    for (byte b : plain) {
      int symbol = b & 0xFF;
      bits = bits << length(symbol) | CODES[symbol];
      count += length(symbol);
      while (count >= 8) {
        count -= 8;
        into[out++] = (byte) (bits >>> count);
      }
    }
    if (count > 0) {
      into[out] = (byte) (bits << (8 - count) | 0xFF >>> count);
    }
  }

  private static int length(int symbol) {
    return LENGTHS.charAt(symbol) - '0';
  }
}
