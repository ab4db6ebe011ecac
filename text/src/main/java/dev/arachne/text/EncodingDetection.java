package dev.arachne.text;

import java.util.Optional;

/** Whether the encoding of a document that declares none is guessed from its bytes. */
public enum EncodingDetection {
  /** It is not: the fallback is used. */
  OFF,
  /**
   * It is UTF-8 if all of it is valid UTF-8, or the first two megabytes of a large document. Text
   * in another encoding hardly ever is: the right bytes would have to follow each of its letters
   * beyond ASCII.
   */
  UTF_8,
  /**
   * It is UTF-8 if all of it is, else the legacy encoding in which its text is the least unlikely.
   * This is measured by the letters of some forty languages, and the common characters of Chinese,
   * Japanese and Korean.
   */
  LEGACY;

  /** The first bytes of the escape sequences to Japanese characters of ISO-2022-JP. */
  private static final byte[] JAPANESE = {0x1B, '$'};

  /** The number of bytes checked, from the first one beyond ASCII on. */
  private static final int MOST_CHECKED = 2 << 20;

  /** The range that is searched for escape sequences, in bytes. */
  private static final int LOOKED_AT = 32 << 10;

  Optional<Encoding> detect(byte[] in, int from, int to) {
    if (this == OFF) {
      return Optional.empty();
    }
    int high = Bytes.indexOfNonAscii(in, from, to);
    if (this == LEGACY && high == to && hasJapaneseEscape(in, from, to)) {
      return Optional.of(Encoding.ISO_2022_JP);
    }
    int end = (int) Math.min(to, (long) high + MOST_CHECKED);
    boolean isSure = high == to || to - high > 1; // a byte alone may be the end of "café"
    if (isUtf8(in, high, end) && (isSure || this == UTF_8)) {
      return Optional.of(Encoding.UTF_8);
    }
    return this == LEGACY ? Optional.of(EncodingDetector.detect(in, from, to)) : Optional.empty();
  }

  private static boolean hasJapaneseEscape(byte[] in, int from, int to) {
    int end = Math.min(to, from + LOOKED_AT) - JAPANESE.length;
    int p = Bytes.indexOf(in, from, Math.max(from, end), JAPANESE[0]);
    while (p < end) {
      if (in[p + 1] == JAPANESE[1] && (in[p + 2] == 'B' || in[p + 2] == '@')) {
        return true;
      }
      p = Bytes.indexOf(in, p + 1, end, JAPANESE[0]);
    }
    return false;
  }

  /**
   * Whether the bytes are well-formed (Unicode, table 3-7); a character that the end cuts is
   * accepted.
   */
  static boolean isUtf8(byte[] in, int from, int to) {
    int p = Bytes.indexOfNonAscii(in, from, to);
    while (p < to) {
      int lead = in[p] & 0xFF;
      int length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
      if (length == 0 || !continues(in, p, Math.min(p + length, to), lead)) {
        return false;
      }
      p = Bytes.indexOfNonAscii(in, Math.min(p + length, to), to);
    }
    return true;
  }

  /** Whether the bytes behind the lead byte at {@code leadAt}, up to {@code to}, belong to it. */
  static boolean continues(byte[] in, int leadAt, int to, int lead) {
    for (int p = leadAt + 1; p < to; p++) {
      int b = in[p] & 0xFF;
      boolean second = p == leadAt + 1;
      int lowest = second && lead == 0xE0 ? 0xA0 : second && lead == 0xF0 ? 0x90 : 0x80;
      int highest = second && lead == 0xED ? 0x9F : second && lead == 0xF4 ? 0x8F : 0xBF;
      if (b < lowest || b > highest) {
        return false;
      }
    }
    return true;
  }
}
