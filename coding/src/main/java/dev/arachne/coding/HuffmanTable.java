package dev.arachne.coding;

import java.util.Arrays;
import java.util.zip.ZipException;

/**
 * A decoding table of Zstandard's literals (RFC 8878 4.2). Immutable.
 *
 * @param log the longest code, in bits
 * @param symbols by the next {@code log} bits
 * @param lengths of their codes in bits, likewise
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record HuffmanTable(int log, byte[] symbols, byte[] lengths) {

  private static final int MAX_LOG = 11;
  private static final int MAX_WEIGHTS = 255;

  /** A table and the end of its description. */
  record Described(HuffmanTable table, int end) {}

  /** Reads the description that begins here. */
  static Described read(byte[] bytes, int from, int to) throws ZipException {
    if (from >= to) {
      throw new ZipException("no Huffman table");
    }
    int header = bytes[from] & 0xFF;
    int count = header - 127;
    int end = from + 1 + (header < 128 ? header : (count + 1) / 2);
    if (end > to) {
      throw new ZipException("a Huffman table that does not end");
    }
    byte[] weights = new byte[MAX_WEIGHTS + 1];
    if (header < 128) {
      count = readCompressed(bytes, from + 1, end, weights);
    } else {
      for (int i = 0; i < count; i++) {
        int pair = bytes[from + 1 + i / 2];
        weights[i] = (byte) (i % 2 == 0 ? pair >> 4 & 0xF : pair & 0xF);
      }
    }
    return new Described(of(weights, count), end);
  }

  /** Two states take turns until the bits are used up (RFC 8878 4.2.1.2). */
  private static int readCompressed(byte[] bytes, int from, int to, byte[] weights)
      throws ZipException {
    var reader = new FseTable.Reader(bytes, from, to);
    FseTable table = reader.read(6, 13);
    var bits = new ReverseBitReader(bytes, reader.position(), to);
    int state = (int) bits.read(table.log());
    int other = (int) bits.read(table.log());
    int count = 0;
    while (true) {
      if (count >= MAX_WEIGHTS - 1 || bits.left() < 0) {
        throw new ZipException("too many Huffman weights");
      }
      weights[count++] = table.symbols()[state];
      int width = table.bits()[state];
      if (width > bits.left()) {
        weights[count++] = table.symbols()[other];
        return count;
      }
      int next = table.bases()[state] + (int) bits.read(width);
      state = other;
      other = next;
    }
  }

  /** The last weight is not written: it makes the sum a power of two. */
  private static HuffmanTable of(byte[] weights, int count) throws ZipException {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      if (weights[i] > MAX_LOG) {
        throw new ZipException("a Huffman weight that is too large");
      }
      sum += weights[i] > 0 ? 1 << (weights[i] - 1) : 0;
    }
    int log = sum == 0 ? 0 : 32 - Integer.numberOfLeadingZeros(sum);
    int rest = (1 << log) - sum;
    if (log == 0 || log > MAX_LOG || Integer.bitCount(rest) != 1) {
      throw new ZipException("Huffman weights that do not add up");
    }
    weights[count] = (byte) (32 - Integer.numberOfLeadingZeros(rest));
    var symbols = new byte[1 << log];
    var lengths = new byte[1 << log];
    int at = 0;
    for (int weight = 1; weight <= log; weight++) {
      for (int symbol = 0; symbol <= count; symbol++) {
        if (weights[symbol] == weight) {
          int end = at + (1 << (weight - 1));
          Arrays.fill(symbols, at, end, (byte) symbol);
          Arrays.fill(lengths, at, end, (byte) (log + 1 - weight));
          at = end;
        }
      }
    }
    return new HuffmanTable(log, symbols, lengths);
  }

  /** Decodes {@code count} symbols from a stream that must hold exactly this number. */
  void decode(byte[] bytes, int from, int to, byte[] into, int offset, int count)
      throws ZipException {
    var bits = new ReverseBitReader(bytes, from, to);
    for (int i = offset; i < offset + count; i++) {
      int code = (int) bits.peek(log);
      into[i] = symbols[code];
      bits.skip(lengths[code]);
    }
    if (bits.left() != 0) {
      throw new ZipException("a stream of literals of another length");
    }
  }
}
