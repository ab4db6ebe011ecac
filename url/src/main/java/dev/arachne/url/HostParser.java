package dev.arachne.url;

import dev.arachne.url.RejectionReason.Rule;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The host parser for special schemes (WHATWG URL 3.5): reads a host in any of its spellings and
 * appends the canonical one. Names of plain ASCII, nearly all of them, take one pass.
 */
final class HostParser {
  private HostParser() {}

  /**
   * Appends the host {@code in[from, to)} in canonical form; returns the rule it breaks, or null.
   */
  static @Nullable Rule append(byte[] in, int from, int to, ByteBuilder out) {
    if (in[from] == '[') {
      return appendIpv6(in, from, to, out);
    }
    int start = out.length;
    if (!appendPlain(in, from, to, out) || hasPunycode(out.bytes, start, out.length)) {
      out.length = start;
      Rule broken = appendInternational(in, from, to, out);
      if (broken != null) {
        return broken;
      }
    }
    return settleIpv4(out, start);
  }

  private static @Nullable Rule appendIpv6(byte[] in, int from, int to, ByteBuilder out) {
    int[] pieces = in[to - 1] == ']' ? Ipv6.parse(in, from + 1, to - 1) : null;
    if (pieces == null) {
      return Rule.HOST_IPV6;
    }
    Ipv6.append(pieces, out);
    return null;
  }

  /**
   * Appends a name in lower case, up to a byte that plain ASCII names do not have; returns whether
   * the name is complete.
   */
  private static boolean appendPlain(byte[] in, int from, int to, ByteBuilder out) {
    out.reserve(to - from);
    for (int i = from; i < to; i++) {
      byte b = in[i];
      if ((ByteClass.of(b) & ByteClass.HOST) != 0) {
        return false;
      }
      out.append(b >= 'A' && b <= 'Z' ? b | 0x20 : b);
    }
    return true;
  }

  /** The slow path: percent-decoded, read as UTF-8, mapped by IDNA if it is not plain ASCII. */
  private static @Nullable Rule appendInternational(byte[] in, int from, int to, ByteBuilder out) {
    byte[] domain = percentDecoded(in, from, to);
    if (!isAscii(domain) || hasPunycode(domain, 0, domain.length)) {
      String ascii = Idna.toAscii(new String(domain, StandardCharsets.UTF_8));
      if (ascii == null) {
        return Rule.HOST_IDNA;
      }
      domain = ascii.getBytes(StandardCharsets.ISO_8859_1);
    }
    if (domain.length == 0) {
      return Rule.HOST_MISSING;
    }
    return appendPlain(domain, 0, domain.length, out) ? null : Rule.HOST_CHARACTER;
  }

  /** Rewrites the name that begins at {@code start} if it is an IPv4 address. */
  private static @Nullable Rule settleIpv4(ByteBuilder out, int start) {
    if (!Ipv4.endsInNumber(out.bytes, start, out.length)) {
      return null;
    }
    long address = Ipv4.parse(out.bytes, start, out.length);
    if (address < 0) {
      return Rule.HOST_IPV4;
    }
    out.length = start;
    Ipv4.append(address, out);
    return null;
  }

  /** Whether a label begins with {@code xn--} in any case. */
  private static boolean hasPunycode(byte[] host, int from, int to) {
    for (int i = from; i + 3 < to; i++) {
      if (host[i + 3] == '-'
          && host[i + 2] == '-'
          && (host[i + 1] | 0x20) == 'n'
          && (host[i] | 0x20) == 'x'
          && (i == from || host[i - 1] == '.')) {
        return true;
      }
    }
    return false;
  }

  private static byte[] percentDecoded(byte[] in, int from, int to) {
    byte[] decoded = new byte[to - from];
    int length = 0;
    for (int i = from; i < to; i++) {
      int high = in[i] == '%' && i + 2 < to ? ByteClass.hexValue(in[i + 1]) : -1;
      int low = high >= 0 ? ByteClass.hexValue(in[i + 2]) : -1;
      if (low >= 0) {
        decoded[length++] = (byte) (high << 4 | low);
        i += 2;
      } else {
        decoded[length++] = in[i];
      }
    }
    return Arrays.copyOf(decoded, length);
  }

  private static boolean isAscii(byte[] bytes) {
    for (byte b : bytes) {
      if (b < 0) {
        return false;
      }
    }
    return true;
  }
}
