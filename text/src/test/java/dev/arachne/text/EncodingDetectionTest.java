package dev.arachne.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EncodingDetectionTest {
  @Test
  void anUndeclaredPageInUtf8IsReadAsSuch() {
    assertEquals(
        Encoding.UTF_8, encoding("<title>ä</title>".getBytes(UTF_8), EncodingDetection.UTF_8));
    assertEquals(
        Encoding.WINDOWS_1252, encoding("<title>ä</title>".getBytes(UTF_8), EncodingDetection.OFF));
    assertEquals(
        Encoding.WINDOWS_1252,
        encoding("<title>ä</title>".getBytes(ISO_8859_1), EncodingDetection.UTF_8));
  }

  @Test
  void escapeSequencesInAsciiAreJapanese() {
    byte[] page = "<title>\u001B$B$\"\u001B(B</title>".getBytes(UTF_8);
    assertEquals(Encoding.ISO_2022_JP, encoding(page, EncodingDetection.LEGACY));
    assertEquals(
        Encoding.UTF_8, encoding("a\u001B$C\u001B".getBytes(UTF_8), EncodingDetection.LEGACY));
    assertEquals(Encoding.UTF_8, encoding(page, EncodingDetection.UTF_8));
  }

  @Test
  void aPageWithoutTextHasNoLanguage() {
    byte[] bytes = "Все люди рождаются".getBytes(Charset.forName("cp1251"));
    for (String type : List.of("image/png", "application/pdf", "application/octet-stream")) {
      assertEquals(Encoding.WINDOWS_1252, encoding(bytes, type, EncodingDetection.LEGACY));
    }
    for (String type : List.of("text/plain", "application/xhtml+xml", "*/*", "")) {
      assertEquals(Encoding.WINDOWS_1251, encoding(bytes, type, EncodingDetection.LEGACY));
    }
  }

  @Test
  void aDeclarationIsNotDoubted() {
    byte[] page =
        "<meta charset=koi8-r><title>Все люди</title>".getBytes(Charset.forName("cp1251"));
    assertEquals(Encoding.KOI8_R, encoding(page, EncodingDetection.LEGACY));
    byte[] bare = "<title>Все люди</title>".getBytes(Charset.forName("cp1251"));
    assertEquals(Encoding.WINDOWS_1251, encoding(bare, EncodingDetection.LEGACY));
  }

  @Test
  void wellFormedIsWhatTheDecoderOfThePlatformTakes() {
    Random random = new Random(1);
    byte[] pieces = {
      'a',
      (byte) 0x80,
      (byte) 0xBF,
      (byte) 0xC1,
      (byte) 0xC3,
      (byte) 0xE0,
      (byte) 0xED,
      (byte) 0xEF,
      (byte) 0xF0,
      (byte) 0xF4,
      (byte) 0xF5,
      (byte) 0x9F,
      (byte) 0xA0,
      (byte) 0x90
    };
    for (int round = 0; round < 200_000; round++) {
      byte[] bytes = new byte[1 + random.nextInt(6)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = pieces[random.nextInt(pieces.length)];
      }
      bytes[bytes.length - 1] = 'a'; // so that no character is cut
      assertEquals(
          isTaken(bytes),
          EncodingDetection.isUtf8(bytes, 0, bytes.length),
          () -> HexFormat.of().formatHex(bytes));
    }
  }

  private static boolean isTaken(byte[] bytes) {
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static Encoding encoding(byte[] page, EncodingDetection detection) {
    return encoding(page, "text/html", detection);
  }

  private static Encoding encoding(byte[] body, String type, EncodingDetection detection) {
    var options = new EncodingOptions(Encoding.WINDOWS_1252, detection);
    return EncodingSniffer.encoding(body, 0, body.length, MediaType.parse(type), options);
  }
}
