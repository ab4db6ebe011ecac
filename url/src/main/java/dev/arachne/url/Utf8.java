package dev.arachne.url;

/** The shape of UTF-8 sequences (Unicode 16 table 3-7). */
final class Utf8 {
  private Utf8() {}

  /**
   * The length of the sequence of two to four bytes that begins with the non-ASCII byte at {@code
   * i}. If it is invalid, minus the length of its maximal subpart, at least one byte, which a
   * decoder replaces by one U+FFFD.
   */
  static int sequenceLength(byte[] in, int i, int to) {
    int lead = in[i] & 0xff;
    int length = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1;
    if (length == 1) {
      return -1;
    }
    for (int k = 1; k < length; k++) {
      if (i + k >= to || !continues(lead, k, in[i + k] & 0xff)) {
        return -k;
      }
    }
    return length;
  }

  /**
   * Whether a byte may be at position {@code k} of a sequence; overlong forms and surrogates are
   * excluded.
   */
  private static boolean continues(int lead, int k, int b) {
    int least = k > 1 ? 0x80 : lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int most = k > 1 ? 0xBF : lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    return b >= least && b <= most;
  }
}
