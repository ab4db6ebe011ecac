package dev.arachne.text;

import java.nio.charset.Charset;

/** The characters of a charset of the JDK, one by one, to build tables from. Immutable. */
final class JdkCharacters {
  private final Charset charset;

  JdkCharacters(String charset) {
    this.charset = Charset.forName(charset);
  }

  /** The character of these bytes, or 0 if they are not a character. */
  int of(int... bytes) {
    byte[] in = new byte[bytes.length];
    for (int i = 0; i < in.length; i++) {
      in[i] = (byte) bytes[i];
    }
    String text = new String(in, charset);
    int character = text.codePointAt(0);
    boolean isOne = Character.charCount(character) == text.length();
    return isOne && character != TextDecoder.REPLACEMENT ? character : 0;
  }
}
