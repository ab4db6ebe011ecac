package dev.arachne.url;

/** IPv4 addresses in all the forms that browsers read (WHATWG URL 3.5). */
final class Ipv4 {
  /** The value of a part that is not a number; above every real one. */
  private static final long NOT_A_NUMBER = Long.MAX_VALUE;

  /** Parts and addresses above 32 bits all count as this value, so that no sum overflows. */
  private static final long TOO_LARGE = 1L << 32;

  private Ipv4() {}

  /**
   * Whether the last label is a number, so that the host must be an address (3.5, "ends in a
   * number").
   */
  static boolean endsInNumber(byte[] host, int from, int to) {
    int end = to > from && host[to - 1] == '.' ? to - 1 : to;
    int start = end;
    boolean digits = true;
    while (start > from && host[start - 1] != '.') {
      start--;
      digits &= ByteClass.isDigit(host[start]);
    }
    return start < end && (digits || number(host, start, end) != NOT_A_NUMBER);
  }

  /** The address, or -1 if the host is not an IPv4 address. */
  static long parse(byte[] host, int from, int to) {
    int end = to > from && host[to - 1] == '.' ? to - 1 : to;
    long address = 0;
    int start = from;
    for (int part = 0; part < 4; part++) {
      int dot = start;
      while (dot < end && host[dot] != '.') {
        dot++;
      }
      long number = dot == start ? NOT_A_NUMBER : number(host, start, dot);
      if (dot == end) {
        // The last part fills all remaining bytes.
        return number < 1L << (8 * (4 - part)) ? address | number : -1;
      }
      if (number > 255) {
        return -1;
      }
      address |= number << (8 * (3 - part));
      start = dot + 1;
    }
    return -1;
  }

  /** Appends an address in dotted decimal. */
  static void append(long address, ByteBuilder out) {
    out.reserve(15);
    for (int shift = 24; shift >= 0; shift -= 8) {
      out.appendDecimal((int) (address >> shift) & 0xff);
      if (shift > 0) {
        out.append('.');
      }
    }
  }

  /** Reads a non-empty decimal, octal ({@code 0…}) or hexadecimal ({@code 0x…}) number. */
  private static long number(byte[] host, int from, int to) {
    int radix = 10;
    int i = from;
    if (to - i >= 2 && host[i] == '0') {
      boolean hexadecimal = (host[i + 1] | 0x20) == 'x';
      radix = hexadecimal ? 16 : 8;
      i += hexadecimal ? 2 : 1;
    }
    long value = 0;
    for (; i < to; i++) {
      int digit = ByteClass.hexValue(host[i]);
      if (digit < 0 || digit >= radix) {
        return NOT_A_NUMBER;
      }
      value = Math.min(value * radix + digit, TOO_LARGE);
    }
    return value;
  }
}
