package dev.arachne.archive;

import java.util.Arrays;

/**
 * A prefix code of DEFLATE (RFC 1951 section 3.2.2): of how often symbols come, how many bits each
 * has, and which. Lengths are those of Huffman, by Moffat and Katajainen ("In-Place Calculation of
 * Minimum-Redundancy Codes", 1995); where one would be too long, lengths are changed until all fit.
 */
final class PrefixCode {
  /** How often each symbol comes. */
  final int[] counts;

  /** The code of each symbol: its bits, the first lowest, and above 16 bits their number. */
  final int[] codes;

  private final int most;
  private final long[] used;
  private final int[] work;
  private final int[] ofLength = new int[33];

  /** A code of {@code symbols} symbols, of at most {@code most} bits each. */
  PrefixCode(int symbols, int most) {
    this.most = most;
    counts = new int[symbols];
    codes = new int[Math.max(symbols, 30)];
    used = new long[symbols];
    work = new int[symbols];
  }

  void clear() {
    Arrays.fill(counts, 0);
  }

  int length(int symbol) {
    return codes[symbol] >>> 16;
  }

  int code(int symbol) {
    return codes[symbol] & 0xffff;
  }

  /** Bits of all symbols that were counted. */
  long bits() {
    long sum = 0;
    for (int symbol = 0; symbol < counts.length; symbol++) {
      sum += (long) counts[symbol] * length(symbol);
    }
    return sum;
  }

  /** Gives each symbol that was counted its length and bits. */
  void make() {
    Arrays.fill(codes, 0);
    int n = 0;
    for (int symbol = 0; symbol < counts.length; symbol++) {
      if (counts[symbol] > 0) {
        used[n++] = (long) counts[symbol] << 16 | symbol;
      }
    }
    if (n == 0) {
      return;
    }
    if (n == 1) {
      codes[(int) used[0] & 0xffff] = 1 << 16;
      return;
    }
    Arrays.sort(used, 0, n);
    for (int i = 0; i < n; i++) {
      work[i] = (int) (used[i] >>> 16);
    }
    countLengths(n);
    shorten(n);
    int symbol = n;
    for (int length = 1; length <= most; length++) {
      for (int i = ofLength[length]; i > 0; i--) {
        codes[(int) used[--symbol] & 0xffff] = length << 16;
      }
    }
    setBits();
  }

  /** The codes that need no description: RFC 1951 section 3.2.6. */
  void setFixed() {
    for (int symbol = 0; symbol < codes.length; symbol++) {
      int length =
          counts.length == 30 ? 5 : symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
      codes[symbol] = length << 16;
    }
    if (counts.length == 30) {
      for (int symbol = 0; symbol < 30; symbol++) {
        codes[symbol] |= reversed(symbol, 5);
      }
      return;
    }
    for (int symbol = 0; symbol < codes.length; symbol++) {
      int bits =
          symbol < 144
              ? 0x30 + symbol
              : symbol < 256
                  ? 0x190 + symbol - 144
                  : symbol < 280 ? symbol - 256 : 0xc0 + symbol - 280;
      codes[symbol] |= reversed(bits, length(symbol));
    }
  }

  /** Computes, in place, the number of symbols of each length, from rising counts. */
  private void countLengths(int n) {
    int[] a = work;
    a[0] += a[1];
    int root = 0;
    int leaf = 2;
    for (int next = 1; next < n - 1; next++) {
      if (leaf >= n || a[root] < a[leaf]) {
        a[next] = a[root];
        a[root++] = next;
      } else {
        a[next] = a[leaf++];
      }
      if (leaf >= n || root < next && a[root] < a[leaf]) {
        a[next] += a[root];
        a[root++] = next;
      } else {
        a[next] += a[leaf++];
      }
    }
    a[n - 2] = 0;
    for (int next = n - 3; next >= 0; next--) {
      a[next] = a[a[next]] + 1;
    }
    Arrays.fill(ofLength, 0);
    int open = 1;
    int inner = n - 2;
    for (int depth = 0; open > 0; depth++) {
      int here = 0;
      while (inner >= 0 && a[inner] == depth) {
        here++;
        inner--;
      }
      ofLength[Math.min(depth, ofLength.length - 1)] += open - here;
      open = 2 * here;
    }
  }

  /** Shortens lengths above the limit to it, and lengthens others until all fit. */
  private void shorten(int n) {
    for (int length = most + 1; length < ofLength.length; length++) {
      ofLength[most] += ofLength[length];
      ofLength[length] = 0;
    }
    long taken = 0;
    for (int length = 1; length <= most; length++) {
      taken += (long) ofLength[length] << most - length;
    }
    while (taken > 1L << most) {
      int length = most - 1;
      while (ofLength[length] == 0) {
        length--;
      }
      ofLength[length]--;
      ofLength[length + 1] += 2;
      ofLength[most]--;
      taken--;
    }
  }

  private void setBits() {
    int[] next = new int[most + 2];
    for (int length = 1; length <= most; length++) {
      next[length + 1] = next[length] + ofLength[length] << 1;
    }
    for (int symbol = 0; symbol < counts.length; symbol++) {
      int length = codes[symbol] >>> 16;
      if (length > 0) {
        codes[symbol] |= reversed(next[length]++, length);
      }
    }
  }

  private static int reversed(int bits, int length) {
    return Integer.reverse(bits) >>> Integer.SIZE - length;
  }
}
