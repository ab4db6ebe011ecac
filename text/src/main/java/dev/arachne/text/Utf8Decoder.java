package dev.arachne.text;

/** Decodes UTF-8 (WHATWG Encoding 8.1.1) and replaces malformed bytes. */
final class Utf8Decoder implements TextDecoder {
  /** The bytes of an incomplete character. */
  private final byte[] begun = new byte[4];

  private int length;

  /** The total number of bytes of the character. */
  private int needed;

  @Override
  public void decode(byte[] in, int from, int to, ByteScratch out) {
    int p = from;
    while (p < to) {
      if (length > 0) {
        p += next(in[p], out);
      } else if (in[p] >= 0) {
        int high = Bytes.indexOfNonAscii(in, p, to);
        out.append(in, p, high);
        p = high;
      } else {
        first(in[p++], out);
      }
    }
  }

  @Override
  public void finish(ByteScratch out) {
    if (length > 0) {
      length = 0;
      out.appendCodePoint(REPLACEMENT);
    }
  }

  private void first(byte b, ByteScratch out) {
    int lead = b & 0xFF;
    if (lead < 0xC2 || lead > 0xF4) {
      out.appendCodePoint(REPLACEMENT);
      return;
    }
    needed = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    begun[0] = b;
    length = 1;
  }

  /** Returns the number of bytes read: 0 if the byte does not belong to the character. */
  private int next(byte b, ByteScratch out) {
    begun[length] = b;
    if (!EncodingDetection.continues(begun, 0, length + 1, begun[0] & 0xFF)) {
      length = 0;
      out.appendCodePoint(REPLACEMENT);
      return 0;
    }
    length++;
    if (length == needed) {
      out.append(begun, 0, length);
      length = 0;
    }
    return 1;
  }
}
