package dev.arachne.extract;

import dev.arachne.text.Bytes;

/**
 * The descriptors of one image candidate: at most one of each, a height only with a width, and no
 * density with them. Unknown or malformed ones are skipped, as in browsers.
 */
final class SrcsetDescriptors {
  private boolean width;
  private boolean height;
  private boolean density;
  private boolean error;

  void clear() {
    width = false;
    height = false;
    density = false;
    error = false;
  }

  void add(byte[] in, int from, int to) {
    switch (in[to - 1]) {
      case 'w' -> {
        if (isInteger(in, from, to - 1)) {
          error |= width || density || isZero(in, from, to - 1);
          width = true;
        }
      }
      case 'h' -> {
        if (isInteger(in, from, to - 1)) {
          error |= height || density || isZero(in, from, to - 1);
          height = true;
        }
      }
      case 'x' -> {
        if (isNonNegative(in, from, to - 1)) {
          error |= width || height || density;
          density = true;
        }
      }
      default -> {}
    }
  }

  boolean areValid() {
    return !error && (!height || width);
  }

  private static boolean isInteger(byte[] in, int from, int to) {
    return to > from && skipDigits(in, from, to) == to;
  }

  /**
   * A valid floating-point number (WHATWG HTML 2.3.4.3) that is not below zero; minus zero is not.
   */
  private static boolean isNonNegative(byte[] in, int from, int to) {
    boolean negative = from < to && in[from] == '-';
    int wholeFrom = negative ? from + 1 : from;
    int mantissaTo = skipDigits(in, wholeFrom, to);
    boolean digits = mantissaTo > wholeFrom;
    if (mantissaTo < to && in[mantissaTo] == '.') {
      int fractionFrom = mantissaTo + 1;
      mantissaTo = skipDigits(in, fractionFrom, to);
      digits = mantissaTo > fractionFrom;
    }
    int p = mantissaTo;
    if (digits && p < to && (in[p] | 0x20) == 'e') {
      int exponentFrom = p + 1 < to && (in[p + 1] == '-' || in[p + 1] == '+') ? p + 2 : p + 1;
      p = skipDigits(in, exponentFrom, to);
      digits = p > exponentFrom;
    }
    return digits && p == to && (!negative || isZero(in, wholeFrom, mantissaTo));
  }

  private static int skipDigits(byte[] in, int from, int to) {
    int p = from;
    while (p < to && Bytes.isDigit(in[p])) {
      p++;
    }
    return p;
  }

  private static boolean isZero(byte[] in, int from, int to) {
    for (int p = from; p < to; p++) {
      if (in[p] > '0' && in[p] <= '9') {
        return false;
      }
    }
    return true;
  }
}
