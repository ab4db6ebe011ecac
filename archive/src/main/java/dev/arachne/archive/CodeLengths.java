package dev.arachne.archive;

/** The lengths of both codes of a block, as its header has them: RFC 1951 section 3.2.7. */
final class CodeLengths {
  /** The order of the lengths of the code for lengths. */
  static final int[] ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

  private static final int AGAIN = 16;
  private static final int FEW_ZEROS = 17;
  private static final int MANY_ZEROS = 18;

  /** Symbols of the code for lengths; their extra bits are above 8 bits. */
  final int[] symbols = new int[286 + 30];

  /** How many symbols there are. */
  int count;

  /** How many lengths of the code of literals and lengths there are. */
  int literals;

  /** How many of the code of distances. */
  int distances;

  /** How many of the code for lengths, in their order. */
  int orders;

  private final int[] all = new int[286 + 30];
  private long bits;

  /** Bits that follow a symbol. */
  static int extra(int symbol) {
    return switch (symbol) {
      case AGAIN -> 2;
      case FEW_ZEROS -> 3;
      case MANY_ZEROS -> 7;
      default -> 0;
    };
  }

  /** Bits of the header, the three in front of it included. */
  long bits() {
    return bits;
  }

  /** Reads both codes, and makes the third, in which they are described. */
  void read(PrefixCode literal, PrefixCode distance, PrefixCode lengths) {
    literals = used(literal, 286, 257);
    distances = used(distance, 30, 1);
    for (int i = 0; i < literals; i++) {
      all[i] = literal.length(i);
    }
    for (int i = 0; i < distances; i++) {
      all[literals + i] = distance.length(i);
    }
    lengths.clear();
    count = 0;
    int total = literals + distances;
    for (int from = 0; from < total; ) {
      int end = from + 1;
      while (end < total && all[end] == all[from]) {
        end++;
      }
      run(all[from], end - from, lengths);
      from = end;
    }
    lengths.make();
    orders = ORDER.length;
    while (orders > 4 && lengths.length(ORDER[orders - 1]) == 0) {
      orders--;
    }
    bits = 3 + 5 + 5 + 4 + 3L * orders + lengths.bits();
    for (int symbol = AGAIN; symbol <= MANY_ZEROS; symbol++) {
      bits += (long) lengths.counts[symbol] * extra(symbol);
    }
  }

  private static int used(PrefixCode code, int most, int least) {
    int n = most;
    while (n > least && code.length(n - 1) == 0) {
      n--;
    }
    return n;
  }

  private void run(int length, int times, PrefixCode lengths) {
    int rest = times;
    if (length == 0) {
      while (rest >= 3) {
        int taken = Math.min(rest, 138);
        add(taken > 10 ? MANY_ZEROS : FEW_ZEROS, taken > 10 ? taken - 11 : taken - 3, lengths);
        rest -= taken;
      }
    } else {
      add(length, 0, lengths);
      rest--;
      while (rest >= 3) {
        int taken = Math.min(rest, 6);
        add(AGAIN, taken - 3, lengths);
        rest -= taken;
      }
    }
    for (; rest > 0; rest--) {
      add(length, 0, lengths);
    }
  }

  private void add(int symbol, int what, PrefixCode lengths) {
    lengths.counts[symbol]++;
    symbols[count++] = symbol | what << 8;
  }
}
