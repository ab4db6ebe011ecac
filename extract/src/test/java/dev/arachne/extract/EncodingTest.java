package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class EncodingTest {

  @Test
  void aLabelIsKnownInAnyCaseAndBetweenSpaces() {
    assertEquals(Optional.of(Encoding.WINDOWS_1252), Encoding.forLabel(" Latin1\t"));
    assertEquals(Optional.of(Encoding.SHIFT_JIS), Encoding.forLabel("MS_Kanji"));
    assertEquals(Optional.empty(), Encoding.forLabel("utf-7"));
    assertEquals(Optional.empty(), Encoding.forLabel(""));
  }

  @Test
  void bytesBeyondAsciiAreThoseOfTheStandardWhereTheJdkHasOthers() {
    assertEquals("\u0081\u20AC", decoded(Encoding.WINDOWS_1252, 0x81, 0x80));
    assertEquals("\u0104\u0138", decoded(Encoding.ISO_8859_10, 0xA1, 0xFF));
    assertEquals("\u1E02\u00FF", decoded(Encoding.ISO_8859_14, 0xA1, 0xFF));
    assertEquals("\u045E\u040E", decoded(Encoding.KOI8_U, 0xAE, 0xBE));
    assertEquals("\uF780\uF7FF", decoded(Encoding.X_USER_DEFINED, 0x80, 0xFF));
    assertEquals("\uFFFD", decoded(Encoding.ISO_8859_8, 0xA1));
  }

  @Test
  void encodingsOfSeveralBytesAreDecoded() {
    assertEquals("表\\", decoded(Encoding.SHIFT_JIS, 0x95, 0x5C, 0x5C));
    assertEquals("你", decoded(Encoding.GBK, 0xC4, 0xE3));
    assertEquals("日", decoded(Encoding.ISO_2022_JP, 0x1B, '$', 'B', 0x46, 0x7C, 0x1B, '(', 'B'));
    assertEquals("\uD83D\uDE00", decoded(Encoding.UTF_16LE, 0x3D, 0xD8, 0x00, 0xDE));
    assertEquals("\uFFFD", decoded(Encoding.REPLACEMENT, 'a', 'b'));
  }

  @Test
  void aCharacterAcrossTheDecodersChunksStaysWhole() {
    String text = "x".repeat(8191) + "\uD83D\uDE00" + "y";
    byte[] bytes = text.getBytes(UTF_16BE);
    Utf8Transcoder transcoder = new Utf8Transcoder();
    transcoder.decode(bytes, 0, bytes.length, Encoding.UTF_16BE);
    assertEquals(text, text(transcoder));
  }

  private static String decoded(Encoding encoding, int... bytes) {
    byte[] in = new byte[bytes.length];
    for (int i = 0; i < in.length; i++) {
      in[i] = (byte) bytes[i];
    }
    Utf8Transcoder transcoder = new Utf8Transcoder();
    transcoder.decode(in, 0, in.length, encoding);
    return text(transcoder);
  }

  private static String text(Utf8Transcoder transcoder) {
    return new String(
        transcoder.bytes(), transcoder.from(), transcoder.to() - transcoder.from(), UTF_8);
  }
}
