package dev.arachne.robots;

/**
 * The form in which paths and patterns are compared (RFC 9309 2.2.2): strings whose characters are
 * octets, with percent-encoded octets decoded.
 *
 * <p>An encoded reserved character is not the plain one: it divides nothing (RFC 3986 2.2), so
 * {@code /*%2F*} is not every path with a slash. It stays apart as a character of its own, the
 * octet plus {@link #APART}. Two exceptions come from RFC 9309. {@code %2A} and {@code %24} are the
 * only way to write {@code *} and {@code $} in a pattern (2.2.3). In a query an encoded character
 * is compared with the plain one too (the example of 2.2.2), for which {@link #joined} makes a
 * second form.
 *
 * <p>A percent sign that starts no encoded octet stands for itself. Nothing is decoded twice:
 * {@code %2541} is the three octets {@code %41}, which differs from {@code A}.
 */
final class NormalizedPath {

  /** The offset of a reserved octet that was encoded. */
  private static final int APART = 0x100;

  /** The reserved characters of RFC 3986 2.2, without the star and the dollar sign. */
  private static final String RESERVED = ":/?#[]@!&'()+,;=";

  private NormalizedPath() {}

  /**
   * The octets of a path, each character of which is one; the same string where none is encoded.
   */
  static String decoded(String path) {
    int percent = path.indexOf('%');
    if (percent < 0) {
      return path;
    }
    var octets = new StringBuilder(path.length());
    int from = 0;
    while (percent >= 0) {
      int octet = octet(path, percent);
      octets.append(path, from, percent).append(octet < 0 ? '%' : compared(octet));
      from = percent + (octet < 0 ? 1 : 3);
      percent = path.indexOf('%', from);
    }
    return octets.append(path, from, path.length()).toString();
  }

  /** These octets with no character apart from {@code from} on; the same string if none is. */
  static String joined(String octets, int from) {
    int at = from;
    while (at < octets.length() && octets.charAt(at) < APART) {
      at++;
    }
    if (at == octets.length()) {
      return octets;
    }
    var joined = new StringBuilder(octets);
    for (; at < octets.length(); at++) {
      joined.setCharAt(at, (char) (octets.charAt(at) % APART));
    }
    return joined.toString();
  }

  private static char compared(int octet) {
    return (char) (RESERVED.indexOf(octet) < 0 ? octet : octet + APART);
  }

  /** The octet encoded at this percent sign, or -1 where none is. */
  private static int octet(String path, int percent) {
    if (percent + 2 >= path.length()) {
      return -1;
    }
    int high = Character.digit(path.charAt(percent + 1), 16);
    int low = Character.digit(path.charAt(percent + 2), 16);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
  }
}
