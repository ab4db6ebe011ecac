package dev.arachne.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Compresses by DEFLATE (RFC 1951), for speed: each position is compared with the last one that had
 * the same four bytes, and so is the next one; the longer match is taken. Streams of any length,
 * one after another, in the same half a megabyte. Confined to one thread.
 */
final class FastDeflater {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** How far back a match may be. */
  private static final int WINDOW = 1 << 15;

  /** Bytes of input in a block: the most that a stored block can have. */
  private static final int BLOCK = (1 << 16) - 1;

  private static final int SPARE = Long.BYTES;
  private static final int LEAST_MATCH = 4;
  private static final int MOST_MATCH = 258;

  /** The length, in bytes, from which a match is taken without a look at the next position. */
  private static final int LONG_MATCH = 32;

  private static final int TABLE_BITS = 13;

  /**
   * After 2 to this power of positions without a match, the steps between positions become longer.
   */
  private static final int PATIENCE_BITS = 6;

  /** A block of fewer symbols is not worth codes of its own. */
  private static final int FEW = 384;

  private static final int END_OF_BLOCK = 256;
  private static final int FIRST_LENGTH = 257;
  private static final int MATCH = 1 << 31;

  private final byte[] input = new byte[WINDOW + BLOCK + SPARE];

  /** By the hash of four bytes: their last place, as an index of input plus {@link #shift}. */
  private final int[] lastOf = new int[1 << TABLE_BITS];

  /** The symbols of the block: a byte, or a match: its bit, length less 3, distance less 1. */
  private final int[] symbols = new int[BLOCK];

  private final PrefixCode literals = new PrefixCode(286, 15);
  private final PrefixCode distances = new PrefixCode(30, 15);
  private final PrefixCode lengths = new PrefixCode(19, 7);
  private final CodeLengths header = new CodeLengths();

  private final int mostShift;
  private int shift = 1;
  private int from;
  private int end;
  private int count;

  private byte[] output = new byte[1 << 12];
  private int written;
  private long bits;
  private int bitCount;

  FastDeflater() {
    this(1 << 30);
  }

  /**
   * A deflater that forgets earlier bytes after {@code mostShift} bytes, in any number of streams.
   */
  FastDeflater(int mostShift) {
    this.mostShift = mostShift;
  }

  /** Begins a stream; unfinished bytes of the previous stream are forgotten. */
  void reset() {
    shift(end);
    from = 0;
    end = 0;
    written = 0;
    bits = 0;
    bitCount = 0;
  }

  /** Adds bytes outside of any stream, before it begins or after its end. */
  void addPlain(byte[] bytes) {
    room(bytes.length);
    System.arraycopy(bytes, 0, output, written, bytes.length);
    written += bytes.length;
  }

  /** Adds to the stream. */
  void add(byte[] bytes, int at, int length, OutputStream to) throws IOException {
    int next = at;
    for (int rest = length; rest > 0; ) {
      if (end - from == BLOCK) {
        writeBlock(false);
        flush(to);
        slide();
      }
      int taken = Math.min(rest, BLOCK - (end - from));
      System.arraycopy(bytes, next, input, end, taken);
      end += taken;
      next += taken;
      rest -= taken;
    }
  }

  /** Ends the stream; {@link #flush} writes its last bytes. */
  void finish() {
    writeBlock(true);
    put(0, -bitCount & 7);
  }

  /** Writes all that is ready. */
  void flush(OutputStream to) throws IOException {
    to.write(output, 0, written);
    written = 0;
  }

  /** Keeps the compressed bytes that matches can reach. */
  private void slide() {
    int gone = Math.max(0, end - WINDOW);
    System.arraycopy(input, gone, input, 0, end - gone);
    shift(gone);
    end -= gone;
    from = end;
  }

  /**
   * Moves all indexes down by {@code by}; before they would overflow, earlier bytes are forgotten.
   */
  private void shift(int by) {
    if (shift > mostShift) {
      Arrays.fill(lastOf, 0);
      shift = 1;
    } else {
      shift += by;
    }
  }

  private void writeBlock(boolean isLast) {
    literals.clear();
    distances.clear();
    findSymbols();
    literals.counts[END_OF_BLOCK] = 1;
    int last = isLast ? 1 : 0;
    if (count < FEW) {
      room(count * 4 + 16);
      literals.setFixed();
      distances.setFixed();
      if (3 + literals.bits() + distances.bits() + extraBits() > (end - from + 5L) * Byte.SIZE) {
        writeStored(last);
        return;
      }
      put(last | 1 << 1, 3);
      writeSymbols();
      return;
    }
    literals.make();
    distances.make();
    header.read(literals, distances, lengths);
    long coded = header.bits() + literals.bits() + distances.bits() + extraBits();
    room((int) Math.max(coded / 8, end - from) + 64);
    if (coded >= 8L * (end - from) + 40) {
      writeStored(last);
      return;
    }
    put(last | 2 << 1, 3);
    writeHeader();
    writeSymbols();
  }

  private void writeStored(int last) {
    put(last, 3);
    put(0, -bitCount & 7);
    int length = end - from;
    put(length | (~length & 0xffffL) << 16, 32);
    System.arraycopy(input, from, output, written, length);
    written += length;
  }

  /** Divides the input into bytes and matches, and counts these. */
  private void findSymbols() {
    final byte[] in = input;
    final int[] found = symbols;
    final int[] counts = literals.counts;
    final int stop = end;
    final int lastStart = stop - LEAST_MATCH;
    int n = 0;
    int emitted = from;
    for (int at = from; at <= lastStart; ) {
      int before = last(in, at);
      if (before < 0) {
        at += 1 + (at - emitted >> PATIENCE_BITS);
        continue;
      }
      int length = matchLength(in, before, at, Math.min(MOST_MATCH, stop - at));
      if (length < LONG_MATCH && at < lastStart) {
        int next = last(in, at + 1);
        int more =
            next < 0 ? 0 : matchLength(in, next, at + 1, Math.min(MOST_MATCH, stop - at - 1));
        if (more > length) {
          at++;
          before = next;
          length = more;
        }
      }
      while (emitted < at) {
        int octet = in[emitted++] & 0xff;
        counts[octet]++;
        found[n++] = octet;
      }
      int distance = at - before - 1;
      counts[FIRST_LENGTH + LengthCodes.of(length)]++;
      distances.counts[distanceCode(distance)]++;
      found[n++] = MATCH | length - 3 << 15 | distance;
      at += length;
      emitted = at;
      if (at <= lastStart) {
        last(in, at - 2);
        last(in, at - 1);
      }
    }
    while (emitted < stop) {
      int octet = in[emitted++] & 0xff;
      counts[octet]++;
      found[n++] = octet;
    }
    count = n;
  }

  /**
   * The last place of these four bytes within reach, or a negative number; then notes this place.
   */
  private int last(byte[] in, int at) {
    int four = (int) INTS.get(in, at);
    int slot = four * 0x9E3779B1 >>> Integer.SIZE - TABLE_BITS;
    int before = lastOf[slot] - shift;
    lastOf[slot] = at + shift;
    return before >= 0 && at - before <= WINDOW && (int) INTS.get(in, before) == four ? before : -1;
  }

  private static int matchLength(byte[] in, int before, int at, int most) {
    int length = LEAST_MATCH;
    while (length < most) {
      long difference = (long) LONGS.get(in, before + length) ^ (long) LONGS.get(in, at + length);
      if (difference != 0) {
        return Math.min(most, length + (Long.numberOfTrailingZeros(difference) >>> 3));
      }
      length += Long.BYTES;
    }
    return most;
  }

  /** RFC 1951 section 3.2.5, of a distance less 1. */
  private static int distanceCode(int distance) {
    if (distance < 4) {
      return distance;
    }
    int extra = distanceExtra(distance);
    return 2 * extra + (distance >>> extra);
  }

  private static int distanceExtra(int distance) {
    return distance < 4 ? 0 : 30 - Integer.numberOfLeadingZeros(distance);
  }

  private long extraBits() {
    long sum = 0;
    for (int code = 0; code < LengthCodes.COUNT; code++) {
      sum += (long) literals.counts[FIRST_LENGTH + code] * LengthCodes.extra(code);
    }
    for (int code = 4; code < 30; code++) {
      sum += (long) distances.counts[code] * (code / 2 - 1);
    }
    return sum;
  }

  private void writeHeader() {
    put(header.literals - 257, 5);
    put(header.distances - 1, 5);
    put(header.orders - 4, 4);
    for (int i = 0; i < header.orders; i++) {
      put(lengths.length(CodeLengths.ORDER[i]), 3);
    }
    for (int i = 0; i < header.count; i++) {
      int symbol = header.symbols[i] & 0xff;
      put(lengths.code(symbol), lengths.length(symbol));
      put(header.symbols[i] >>> 8, CodeLengths.extra(symbol));
    }
  }

  private void writeSymbols() {
    final int[] literal = literals.codes;
    final int[] distant = distances.codes;
    final byte[] out = output;
    long held = bits;
    int heldCount = bitCount;
    int to = written;
    for (int i = 0; i < count; i++) {
      int symbol = symbols[i];
      if (symbol >= 0) {
        int code = literal[symbol];
        held |= (long) (code & 0xffff) << heldCount;
        heldCount += code >>> 16;
      } else {
        int length = symbol >>> 15 & 0xff;
        int lengthCode = LengthCodes.of(length + 3);
        int code = literal[FIRST_LENGTH + lengthCode];
        held |= (long) (code & 0xffff) << heldCount;
        heldCount += code >>> 16;
        held |= (long) LengthCodes.rest(length, lengthCode) << heldCount;
        heldCount += LengthCodes.extra(lengthCode);
        int distance = symbol & WINDOW - 1;
        code = distant[distanceCode(distance)];
        held |= (long) (code & 0xffff) << heldCount;
        heldCount += code >>> 16;
        int extra = distanceExtra(distance);
        held |= (long) (distance & (1 << extra) - 1) << heldCount;
        heldCount += extra;
      }
      LONGS.set(out, to, held);
      to += heldCount >>> 3;
      held >>>= heldCount & ~7;
      heldCount &= 7;
    }
    bits = held;
    bitCount = heldCount;
    written = to;
    put(literals.code(END_OF_BLOCK), literals.length(END_OF_BLOCK));
  }

  private void put(long value, int length) {
    bits |= value << bitCount;
    bitCount += length;
    LONGS.set(output, written, bits);
    written += bitCount >>> 3;
    bits >>>= bitCount & ~7;
    bitCount &= 7;
  }

  private void room(int more) {
    if (written + more + 2 * Long.BYTES > output.length) {
      output = Arrays.copyOf(output, written + more + 2 * Long.BYTES);
    }
  }
}
