package dev.arachne.url;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** IPv6 addresses: read in every form, written in the shortest (WHATWG URL 3.5; RFC 5952). */
final class Ipv6 {
  private static final int PIECES = 8;

  private final byte[] in;
  private final int end;
  private final int[] pieces = new int[PIECES];
  private int at;
  private int count;

  private Ipv6(byte[] in, int from, int to) {
    this.in = in;
    at = from;
    end = to;
  }

  /**
   * The eight 16-bit pieces of {@code in[from, to)}, which is without brackets; null if invalid.
   */
  static int @Nullable [] parse(byte[] in, int from, int to) {
    var address = new Ipv6(in, from, to);
    return address.read() ? address.pieces : null;
  }

  /** Appends an address in brackets, its longest run of two or more zero pieces as {@code ::}. */
  static void append(int[] pieces, ByteBuilder out) {
    int run = 1;
    int runStart = -1;
    for (int i = 0; i < PIECES; i++) {
      int zeros = 0;
      while (i + zeros < PIECES && pieces[i + zeros] == 0) {
        zeros++;
      }
      if (zeros > run) {
        run = zeros;
        runStart = i;
      }
    }
    out.reserve(41);
    out.append('[');
    for (int i = 0; i < PIECES; i++) {
      if (i == runStart) {
        out.append(':');
        if (i == 0) {
          out.append(':');
        }
        i += run - 1;
        continue;
      }
      appendHex(pieces[i], out);
      if (i < PIECES - 1) {
        out.append(':');
      }
    }
    out.append(']');
  }

  private static void appendHex(int piece, ByteBuilder out) {
    boolean begun = false;
    for (int shift = 12; shift >= 0; shift -= 4) {
      int digit = (piece >> shift) & 15;
      begun |= digit != 0 || shift == 0;
      if (begun) {
        out.append(Character.forDigit(digit, 16));
      }
    }
  }

  private boolean read() {
    int compress = -1;
    if (peek(0) == ':') {
      if (peek(1) != ':') {
        return false;
      }
      at += 2;
      compress = 0;
    }
    while (at < end) {
      if (count == PIECES) {
        return false;
      }
      if (peek(0) == ':') {
        if (compress >= 0) {
          return false;
        }
        at++;
        compress = count;
        continue;
      }
      int start = at;
      int value = readHex();
      if (peek(0) == '.') {
        at = start;
        return readIpv4() && expand(compress);
      }
      boolean separated = peek(0) == ':';
      if (at == start || (at < end && !separated) || (separated && at + 1 == end)) {
        return false;
      }
      if (separated) {
        at++;
      }
      pieces[count++] = value;
    }
    return expand(compress);
  }

  private int readHex() {
    int value = 0;
    for (int digits = 0; digits < 4 && at < end; digits++, at++) {
      int digit = ByteClass.hexValue(in[at]);
      if (digit < 0) {
        break;
      }
      value = value * 16 + digit;
    }
    return value;
  }

  /** Reads a dotted decimal to the end of the input into the next two pieces. */
  private boolean readIpv4() {
    if (count > PIECES - 2) {
      return false;
    }
    for (int part = 0; part < 4; part++) {
      if (part > 0 && (at >= end || in[at++] != '.')) {
        return false;
      }
      int start = at;
      int value = 0;
      while (at < end && ByteClass.isDigit(in[at])) {
        if (at > start && value == 0) {
          return false;
        }
        value = value * 10 + in[at++] - '0';
        if (value > 255) {
          return false;
        }
      }
      if (at == start) {
        return false;
      }
      pieces[count + part / 2] = pieces[count + part / 2] << 8 | value;
    }
    count += 2;
    return at == end;
  }

  /** Moves the pieces that follow {@code ::} to the end. */
  private boolean expand(int compress) {
    if (compress < 0) {
      return count == PIECES;
    }
    int tail = count - compress;
    System.arraycopy(pieces, compress, pieces, PIECES - tail, tail);
    Arrays.fill(pieces, compress, PIECES - tail, 0);
    return true;
  }

  private int peek(int ahead) {
    return at + ahead < end ? in[at + ahead] : -1;
  }
}
