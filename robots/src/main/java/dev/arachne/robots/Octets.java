package dev.arachne.robots;

/**
 * The form in which paths and patterns are compared (RFC 9309 2.2.2): strings whose characters are
 * octets, 0 to 255, with every percent-encoded octet decoded.
 *
 * <p>The RFC puts it the other way round, in three rules: encode what is not ASCII, encode what is
 * reserved, decode what is unreserved. Together they make an octet and its percent-encoded form the
 * same for comparison, whatever the octet, and so does decoding all of them, in one rule and once
 * for each file. As in the RFC, {@code /a%2Fb} is then one with {@code /a/b}. A percent sign that
 * starts no encoded octet stands for itself. Nothing is decoded twice: {@code %2541} is the three
 * octets {@code %41}, which differs from {@code A}.
 */
final class Octets {

  private Octets() {}

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
      octets.append(path, from, percent).append(octet < 0 ? '%' : (char) octet);
      from = percent + (octet < 0 ? 1 : 3);
      percent = path.indexOf('%', from);
    }
    return octets.append(path, from, path.length()).toString();
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
