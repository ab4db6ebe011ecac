package dev.arachne.coding;

import java.util.zip.ZipException;

/**
 * A decoding table of finite state entropy (RFC 8878 4.1). Immutable.
 *
 * @param log of the number of states, base 2
 * @param symbols by state
 * @param bits to read for the next state, by state
 * @param bases to add them to, by state
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record FseTable(int log, byte[] symbols, byte[] bits, short[] bases) {

  /** The table of one symbol, which takes no bits. */
  static FseTable of(int symbol) {
    return new FseTable(0, new byte[] {(byte) symbol}, new byte[1], new short[1]);
  }

  /** The table of a distribution, where -1 means less than one state. */
  static FseTable of(int log, short[] counts, int symbolCount) {
    int size = 1 << log;
    var symbols = new byte[size];
    int high = size;
    int[] next = new int[symbolCount];
    for (int s = 0; s < symbolCount; s++) {
      next[s] = Math.abs(counts[s]);
      if (counts[s] == -1) {
        symbols[--high] = (byte) s;
      }
    }
    int step = (size >> 1) + (size >> 3) + 3;
    int state = 0;
    for (int s = 0; s < symbolCount; s++) {
      for (int i = 0; i < counts[s]; i++) {
        symbols[state] = (byte) s;
        do {
          state = (state + step) & (size - 1);
        } while (state >= high);
      }
    }
    var bits = new byte[size];
    var bases = new short[size];
    for (int i = 0; i < size; i++) {
      int n = next[symbols[i]]++;
      bits[i] = (byte) (log - (31 - Integer.numberOfLeadingZeros(n)));
      bases[i] = (short) ((n << bits[i]) - size);
    }
    return new FseTable(log, symbols, bits, bases);
  }

  /** Reads descriptions of distributions, which are read forward (RFC 8878 4.1.1). */
  static final class Reader {
    private final byte[] bytes;
    private final int to;
    private int bit;

    /** A reader of this range, followed by {@link ReverseBitReader#PADDING} bytes. */
    Reader(byte[] bytes, int from, int to) {
      this.bytes = bytes;
      this.to = to;
      this.bit = from * 8;
    }

    FseTable read(int maxLog, int maxSymbols) throws ZipException {
      int log = take(4) + 5;
      if (log > maxLog) {
        throw new ZipException("an entropy table that is too large");
      }
      var counts = new short[maxSymbols];
      int symbol = 0;
      int remaining = 1 << log;
      while (remaining > 0) {
        if (symbol >= maxSymbols) {
          throw new ZipException("an entropy table of too many symbols");
        }
        int count = takeCount(remaining);
        remaining -= Math.abs(count);
        counts[symbol++] = (short) count;
        for (int zeros = 3; count == 0 && zeros == 3; ) {
          zeros = take(2);
          symbol += zeros;
        }
      }
      if (remaining < 0 || symbol > maxSymbols) {
        throw new ZipException("an entropy table that does not add up");
      }
      return FseTable.of(log, counts, symbol);
    }

    /** After the last whole byte that was begun. */
    int position() throws ZipException {
      int position = (bit + 7) / 8;
      if (position > to) {
        throw new ZipException("an entropy table that does not end");
      }
      return position;
    }

    /** Values below a threshold take one bit less than the others. */
    private int takeCount(int remaining) throws ZipException {
      int width = 32 - Integer.numberOfLeadingZeros(remaining + 1);
      int low = (1 << (width - 1)) - 1;
      int threshold = (1 << width) - 1 - (remaining + 1);
      int value = peek(width);
      if ((value & low) < threshold) {
        value &= low;
        bit += width - 1;
      } else {
        value -= value > low ? threshold : 0;
        bit += width;
      }
      return value - 1;
    }

    private int take(int count) throws ZipException {
      int value = peek(count);
      bit += count;
      return value;
    }

    private int peek(int count) throws ZipException {
      int at = bit >> 3;
      if (at >= to) {
        throw new ZipException("an entropy table that does not end");
      }
      int word = (bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8 | (bytes[at + 2] & 0xFF) << 16;
      return (word >>> (bit & 7)) & ((1 << count) - 1);
    }
  }
}
