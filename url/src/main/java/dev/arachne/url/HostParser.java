package dev.arachne.url;

import dev.arachne.url.UrlRejection.Rule;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The host parser for special schemes (WHATWG URL 3.5): reads a host in any of its spellings and
 * appends the one that stands for all. Names of plain ASCII, nearly all there are, take one pass.
 */
final class HostParser {
  private HostParser() {}

  /**
   * Appends the host {@code in[from, to)} in canonical form; says which rule it breaks, or null.
   */
  static @Nullable Rule append(byte[] in, int from, int to, Scratch out) {
    if (in[from] == '[') {
      return appendIpv6(in, from, to, out);
    }
    out.reserve(to - from);
    int start = out.length;
    for (int i = from; i < to; i++) {
      if ((ByteClass.of(in[i]) & ByteClass.HOST) != 0) {
        out.length = start;
        return appendInternational(in, from, to, out);
      }
      out.append(lowerCase(in[i]));
    }
    if (hasPunycode(out.bytes, start, out.length)) {
      out.length = start;
      return appendInternational(in, from, to, out);
    }
    return settleIpv4(out, start);
  }

  private static @Nullable Rule appendIpv6(byte[] in, int from, int to, Scratch out) {
    int[] pieces = in[to - 1] == ']' ? Ipv6.parse(in, from + 1, to - 1) : null;
    if (pieces == null) {
      return Rule.HOST_IPV6;
    }
    Ipv6.append(pieces, out);
    return null;
  }

  /** The long way: percent-decoded, read as UTF-8, mapped by IDNA where it is not plain ASCII. */
  private static @Nullable Rule appendInternational(byte[] in, int from, int to, Scratch out) {
    byte[] decoded = percentDecoded(in, from, to);
    String domain = new String(decoded, StandardCharsets.UTF_8);
    boolean plain = domain.chars().allMatch(c -> c < 0x80);
    if (!plain || hasPunycode(decoded, 0, decoded.length)) {
      domain = Idna.toAscii(domain);
      if (domain == null) {
        return Rule.HOST_IDNA;
      }
    }
    if (domain.isEmpty()) {
      return Rule.HOST_MISSING;
    }
    int start = out.length;
    out.reserve(domain.length());
    for (int i = 0; i < domain.length(); i++) {
      byte b = (byte) domain.charAt(i);
      if ((ByteClass.of(b) & ByteClass.HOST) != 0) {
        return Rule.HOST_CHARACTER;
      }
      out.append(lowerCase(b));
    }
    return settleIpv4(out, start);
  }

  /** Rewrites the name that begins at {@code start} if it is an IPv4 address. */
  private static @Nullable Rule settleIpv4(Scratch out, int start) {
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

  private static int lowerCase(byte b) {
    return b >= 'A' && b <= 'Z' ? b | 0x20 : b;
  }
}
