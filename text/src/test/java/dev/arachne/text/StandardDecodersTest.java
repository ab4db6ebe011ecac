package dev.arachne.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every decoder beside the algorithm and the index tables of WHATWG Encoding. */
class StandardDecodersTest {

  @BeforeAll
  static void indexesAreThere() {
    StandardDecoder.index("gb18030");
  }

  static List<Encoding> decoded() {
    return StandardDecoder.decoded();
  }

  /** Valid, cut and wrong ones; a {@code <} behind them shows what becomes of ASCII. */
  @ParameterizedTest
  @MethodSource("decoded")
  void everyPairOfBytesIsReadAsTheStandardSays(Encoding encoding) {
    for (int first = 0; first < 256; first++) {
      for (int second = 0; second < 256; second++) {
        check(encoding, first, second, '<');
      }
    }
  }

  @Test
  void everyTripleOfEucJpIsReadAsTheStandardSays() {
    for (int second = 0; second < 256; second++) {
      for (int third = 0; third < 256; third++) {
        check(Encoding.EUC_JP, 0x8F, second, third, '<');
      }
    }
  }

  @Test
  void everyCharacterOfFourBytesIsReadAsTheStandardSays() {
    byte[] row = new byte[4 * 126 * 10];
    for (int first = 0x81; first <= 0xFE; first++) {
      for (int second = 0x30; second <= 0x39; second++) {
        for (int i = 0; i < row.length / 4; i++) {
          row[4 * i] = (byte) first;
          row[4 * i + 1] = (byte) second;
          row[4 * i + 2] = (byte) (0x81 + i / 10);
          row[4 * i + 3] = (byte) (0x30 + i % 10);
        }
        check(Encoding.GB18030, row);
      }
    }
  }

  @Test
  void charactersOfFourBytesThatAreCutAreReadAsTheStandardSays() {
    for (int third = 0; third < 256; third++) {
      for (int fourth = 0; fourth < 256; fourth++) {
        check(Encoding.GB18030, 0x81, 0x30, third, fourth, '<');
        check(Encoding.GBK, 0xFE, 0x39, third, fourth, 0x40);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Encoding.class,
      names = {
        "GBK",
        "BIG5",
        "EUC_JP",
        "SHIFT_JIS",
        "EUC_KR",
        "ISO_2022_JP",
        "UTF_16BE",
        "UTF_16LE"
      })
  void bytesAtRandomAreReadAsTheStandardSaysHoweverTheyAreCut(Encoding encoding) {
    int[] likely = {0x1B, '$', '(', 'B', 'J', 'I', '@', '0', '9', '<', 0x80, 0x81, 0xD8, 0xDC, 0};
    var random = new SplittableRandom(encoding.ordinal());
    for (int round = 0; round < 50_000; round++) {
      byte[] bytes = new byte[1 + random.nextInt(16)];
      for (int i = 0; i < bytes.length; i++) {
        boolean any = random.nextInt(3) == 0;
        bytes[i] = (byte) (any ? random.nextInt(256) : likely[random.nextInt(likely.length)]);
      }
      check(encoding, bytes);
      int cut = random.nextInt(bytes.length + 1);
      assertEquals(decoded(encoding, bytes), decodedInTwo(encoding, bytes, cut));
    }
  }

  /** What follows an error is a matter of its own in UTF-8 (WHATWG Encoding 8.1.1). */
  @Test
  void utf8IsReadAsTheStandardSays() {
    int[] likely = {'a', 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xED, 0xEF};
    int[] others = {0xF0, 0xF4, 0xF5, 0xFF, 0xC3, 0xE3};
    var random = new SplittableRandom(8);
    for (int round = 0; round < 50_000; round++) {
      byte[] bytes = new byte[1 + random.nextInt(8)];
      for (int i = 0; i < bytes.length; i++) {
        int[] from = random.nextBoolean() ? likely : others;
        bytes[i] = (byte) from[random.nextInt(from.length)];
      }
      String text = StandardDecoder.decode(Encoding.UTF_8, bytes);
      assertEquals(
          text,
          DocumentText.of(bytes, "text/html;charset=utf-8").text(),
          () -> HexFormat.of().formatHex(bytes));
      int cut = random.nextInt(bytes.length + 1);
      assertEquals(text, decodedInTwo(Encoding.UTF_8, bytes, cut));
    }
  }

  private static void check(Encoding encoding, int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    check(encoding, bytes);
  }

  private static void check(Encoding encoding, byte[] bytes) {
    assertEquals(
        StandardDecoder.decode(encoding, bytes),
        decoded(encoding, bytes),
        () -> encoding + " " + HexFormat.of().formatHex(Arrays.copyOf(bytes, 16)));
  }

  private static String decoded(Encoding encoding, byte[] bytes) {
    return decodedInTwo(encoding, bytes, bytes.length);
  }

  private static String decodedInTwo(Encoding encoding, byte[] bytes, int cut) {
    var decoder = TextDecoder.of(encoding);
    var out = new ByteScratch();
    decoder.decode(bytes, 0, cut, out);
    decoder.decode(bytes, cut, bytes.length, out);
    decoder.finish(out);
    return new String(out.bytes(), 0, out.length(), UTF_8);
  }
}
