package dev.arachne.coding;

import java.util.Arrays;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the compressed blocks of one Zstandard frame (RFC 8878 3.1.1.3), with the state that
 * passes to the next block: tables and repeated offsets. Every index that comes from the input is
 * checked, by hand or by the array. Confined to its stream.
 */
final class ZstdBlock {

  /** The most a block decodes to, in bytes (RFC 8878 3.1.1.2.4). */
  static final int MAX_BYTES = 128 << 10;

  /** Receives the decoded bytes of a block. */
  interface Output {
    void literals(byte[] from, int offset, int length) throws ZipException;

    void match(int distance, int length) throws ZipException;
  }

  private static final int[] LITERAL_BASE = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 40, 48, 64,
    128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536
  };
  private static final byte[] LITERAL_BITS = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11,
    12, 13, 14, 15, 16
  };
  private static final int[] MATCH_BASE = {
    3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
    29, 30, 31, 32, 33, 34, 35, 37, 39, 41, 43, 47, 51, 59, 67, 83, 99, 131, 259, 515, 1027, 2051,
    4099, 8195, 16387, 32771, 65539
  };
  private static final byte[] MATCH_BITS = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
  };
  private static final FseTable USUAL_LITERALS =
      usual(
          6, 4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1,
          1, 1, 1, -1, -1, -1, -1);
  private static final FseTable USUAL_OFFSETS =
      usual(
          5, 1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1,
          -1);
  private static final FseTable USUAL_MATCHES =
      usual(
          6, 1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
          1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1);

  private final byte[] literals;
  private final int[] repeated = {1, 4, 8};
  private @Nullable HuffmanTable huffman;
  private @Nullable FseTable literalLengths;
  private @Nullable FseTable offsets;
  private @Nullable FseTable matchLengths;
  private byte[] block = {};
  private int position;
  private int end;
  private int literalCount;

  /**
   * Decodes the blocks of a new frame.
   *
   * @param maxBytes the largest decoded size of a block, up to {@link #MAX_BYTES}
   */
  ZstdBlock(int maxBytes) {
    literals = new byte[maxBytes];
  }

  /**
   * Decodes a block of {@code length} bytes, followed by {@link ReverseBitReader#PADDING} bytes.
   */
  void decode(byte[] bytes, int length, Output output) throws ZipException {
    block = bytes;
    position = 0;
    end = length;
    readLiterals();
    int sequences = readSequenceCount();
    int used = sequences == 0 ? 0 : readSequences(sequences, output);
    output.literals(literals, used, literalCount - used);
  }

  private void readLiterals() throws ZipException {
    int first = take();
    int type = first & 3;
    int format = first >> 2 & 3;
    if (type < 2) {
      literalCount =
          switch (format) {
            case 1 -> first >> 4 | take() << 4;
            case 3 -> first >> 4 | take() << 4 | take() << 12;
            default -> first >> 3;
          };
      checkLiteralCount();
      readPlainLiterals(type == 1);
      return;
    }
    int sizeBits = format < 2 ? 10 : format == 2 ? 14 : 18;
    long header = first;
    for (int i = 1; i * 8 < 4 + 2 * sizeBits; i++) {
      header |= (long) take() << (8 * i);
    }
    literalCount = (int) (header >> 4) & ((1 << sizeBits) - 1);
    int coded = (int) (header >> (4 + sizeBits)) & ((1 << sizeBits) - 1);
    checkLiteralCount();
    int after = position + coded;
    if (after > end) {
      throw new ZipException("literals that do not end");
    }
    if (type == 2) {
      var described = HuffmanTable.read(block, position, after);
      huffman = described.table();
      position = described.end();
    }
    if (huffman == null) {
      throw new ZipException("no Huffman table to repeat");
    }
    readCodedLiterals(huffman, after, format == 0 ? 1 : 4);
    position = after;
  }

  private void checkLiteralCount() throws ZipException {
    if (literalCount > literals.length) {
      throw new ZipException("more literals than a block holds");
    }
  }

  private void readPlainLiterals(boolean oneByteRepeated) throws ZipException {
    if (oneByteRepeated) {
      Arrays.fill(literals, 0, literalCount, (byte) take());
      return;
    }
    if (literalCount > end - position) {
      throw new ZipException("literals that do not end");
    }
    System.arraycopy(block, position, literals, 0, literalCount);
    position += literalCount;
  }

  private void readCodedLiterals(HuffmanTable table, int after, int streams) throws ZipException {
    if (streams == 1) {
      table.decode(block, position, after, literals, 0, literalCount);
      return;
    }
    int[] ends = new int[4];
    int from = position + 6;
    for (int i = 0; i < 3; i++) {
      ends[i] = (i == 0 ? from : ends[i - 1]) + (take() | take() << 8);
    }
    ends[3] = after;
    int each = (literalCount + 3) / 4;
    for (int i = 0, at = 0; i < 4; i++, at += each) {
      int count = i < 3 ? each : literalCount - 3 * each;
      if (ends[i] > after || count < 0) {
        throw new ZipException("streams of literals that do not fit");
      }
      table.decode(block, from, ends[i], literals, at, count);
      from = ends[i];
    }
  }

  private int readSequenceCount() throws ZipException {
    int first = take();
    if (first < 128) {
      return first;
    }
    return first < 255 ? (first - 128) << 8 | take() : (take() | take() << 8) + 0x7F00;
  }

  /** Executes {@code count} pairs of literals and match; returns the number of literals used. */
  private int readSequences(int count, Output output) throws ZipException {
    int modes = take();
    if ((modes & 3) != 0) {
      throw new ZipException("reserved bits");
    }
    var literalTable = readTable(modes >> 6, USUAL_LITERALS, literalLengths, 9, 36);
    var offsetTable = readTable(modes >> 4 & 3, USUAL_OFFSETS, offsets, 8, 32);
    var matchTable = readTable(modes >> 2 & 3, USUAL_MATCHES, matchLengths, 9, 53);
    literalLengths = literalTable;
    offsets = offsetTable;
    matchLengths = matchTable;
    var bits = new ReverseBitReader(block, position, end);
    int literalState = (int) bits.read(literalTable.log());
    int offsetState = (int) bits.read(offsetTable.log());
    int matchState = (int) bits.read(matchTable.log());
    int used = 0;
    for (int left = count; left > 0; left--) {
      int offsetCode = offsetTable.symbols()[offsetState];
      int matchCode = matchTable.symbols()[matchState];
      int literalCode = literalTable.symbols()[literalState];
      long offset = (1L << offsetCode) + bits.read(offsetCode);
      int match = MATCH_BASE[matchCode] + (int) bits.read(MATCH_BITS[matchCode]);
      int literal = LITERAL_BASE[literalCode] + (int) bits.read(LITERAL_BITS[literalCode]);
      if (bits.left() < 0 || literal > literalCount - used) {
        throw new ZipException("sequences that do not end");
      }
      output.literals(literals, used, literal);
      used += literal;
      output.match(distance(offset, literal), match);
      if (left > 1) {
        literalState = next(literalTable, literalState, bits);
        matchState = next(matchTable, matchState, bits);
        offsetState = next(offsetTable, offsetState, bits);
      }
    }
    if (bits.left() != 0) {
      throw new ZipException("sequences of another length");
    }
    return used;
  }

  private static int next(FseTable table, int state, ReverseBitReader bits) {
    return table.bases()[state] + (int) bits.read(table.bits()[state]);
  }

  /** Offsets of 1 to 3 name one of the last three distances (RFC 8878 3.1.1.5). */
  private int distance(long offset, int literal) throws ZipException {
    if (offset > 3) {
      if (offset - 3 > Integer.MAX_VALUE) {
        throw new ZipException("a match too far back");
      }
      return remember((int) (offset - 3), 2);
    }
    int index = (int) offset - (literal == 0 ? 0 : 1);
    return index < 3 ? remember(repeated[index], index) : remember(repeated[0] - 1, 2);
  }

  private int remember(int distance, int index) {
    System.arraycopy(repeated, 0, repeated, 1, index);
    repeated[0] = distance;
    return distance;
  }

  private FseTable readTable(
      int mode, FseTable usual, @Nullable FseTable last, int maxLog, int maxSymbols)
      throws ZipException {
    return switch (mode) {
      case 0 -> usual;
      case 1 -> oneSymbol(maxSymbols);
      case 2 -> {
        var reader = new FseTable.Reader(block, position, end);
        FseTable table = reader.read(maxLog, maxSymbols);
        position = reader.position();
        yield table;
      }
      default -> {
        if (last == null) {
          throw new ZipException("no table to repeat");
        }
        yield last;
      }
    };
  }

  private FseTable oneSymbol(int maxSymbols) throws ZipException {
    int symbol = take();
    if (symbol >= maxSymbols) {
      throw new ZipException("a code that is none");
    }
    return FseTable.of(symbol);
  }

  private int take() throws ZipException {
    if (position >= end) {
      throw new ZipException("a block that does not end");
    }
    return block[position++] & 0xFF;
  }

  private static FseTable usual(int log, int... counts) {
    var shorts = new short[counts.length];
    for (int i = 0; i < counts.length; i++) {
      shorts[i] = (short) counts[i];
    }
    return FseTable.of(log, shorts, counts.length);
  }
}
