package dev.arachne.url;

/**
 * Percent-encodes UTF-8 into a {@link ByteBuilder} (WHATWG URL 1.3). Bytes that are not UTF-8
 * become U+FFFD as in the decoder of WHATWG Encoding: one per maximal invalid subpart.
 */
final class PercentEncoder {
  private PercentEncoder() {}

  /**
   * Appends {@code in[from, to)} with the bytes of {@code set} encoded. The caller has reserved
   * nine bytes for each: an invalid one becomes {@code %EF%BF%BD}.
   */
  static void append(byte[] in, int from, int to, int set, ByteBuilder out) {
    int i = from;
    while (i < to) {
      byte b = in[i];
      if ((ByteClass.of(b) & set) == 0) {
        out.append(b);
        i++;
      } else {
        i = appendEncoded(in, i, to, out);
      }
    }
  }

  /** Encodes the character that begins at {@code i} and returns the start of the next one. */
  static int appendEncoded(byte[] in, int i, int to, ByteBuilder out) {
    if (in[i] >= 0) {
      out.appendEncoded(in[i]);
      return i + 1;
    }
    int length = Utf8.sequenceLength(in, i, to);
    if (length < 0) {
      out.appendEncoded(0xEF);
      out.appendEncoded(0xBF);
      out.appendEncoded(0xBD);
      return i - length;
    }
    for (int k = i; k < i + length; k++) {
      out.appendEncoded(in[k]);
    }
    return i + length;
  }
}
