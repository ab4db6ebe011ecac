package dev.arachne.text;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.zip.CRC32;
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

  /**
   * A sum over every pair of bytes, which was right where {@link StandardDecodersTest} ran: another
   * JDK with other tables does not go unnoticed where it cannot run.
   */
  @Test
  void noTableHasChangedSinceItWasComparedWithTheStandard() {
    var sum = new CRC32();
    StringBuilder sums = new StringBuilder();
    for (Encoding encoding : Encoding.values()) {
      if (encoding != Encoding.UTF_8) {
        sum.reset();
        for (int pair = 0; pair < 1 << 16; pair++) {
          sum.update(decoded(encoding, pair >> 8, pair & 0xFF, '<').getBytes(UTF_8));
        }
        sums.append(encoding).append(' ').append(Long.toHexString(sum.getValue())).append('\n');
      }
    }
    String compared =
        """
        IBM866 fd8ade6d
        ISO_8859_2 66ab4c06
        ISO_8859_3 8e33193a
        ISO_8859_4 777f05fb
        ISO_8859_5 16c4a36c
        ISO_8859_6 3147b687
        ISO_8859_7 e09646dc
        ISO_8859_8 cf45419
        ISO_8859_8_I cf45419
        ISO_8859_10 b6452af7
        ISO_8859_13 8e431d67
        ISO_8859_14 100ad6cb
        ISO_8859_15 fe77d54f
        ISO_8859_16 1cfed976
        KOI8_R a0d09f26
        KOI8_U 70f900e
        MACINTOSH 1fc97fa8
        WINDOWS_874 1480ce2d
        WINDOWS_1250 d126e55d
        WINDOWS_1251 927fd6ee
        WINDOWS_1252 adfe2fcb
        WINDOWS_1253 f09a26a6
        WINDOWS_1254 481435e
        WINDOWS_1255 db5abc96
        WINDOWS_1256 b3905ca6
        WINDOWS_1257 90f7def5
        WINDOWS_1258 d66a47c9
        X_MAC_CYRILLIC d39b7b07
        GBK 516b2460
        GB18030 516b2460
        BIG5 50989526
        EUC_JP 1d0e5440
        ISO_2022_JP cbaf0498
        SHIFT_JIS aa40982c
        EUC_KR a5a79ceb
        REPLACEMENT c968afe9
        UTF_16BE aeabb932
        UTF_16LE 21d76199
        X_USER_DEFINED ef48c64f
        """;
    assertEquals(compared, sums.toString());
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
