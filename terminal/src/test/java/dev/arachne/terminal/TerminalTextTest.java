package dev.arachne.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TerminalTextTest {
  @ParameterizedTest
  @ValueSource(
      ints = {
        0x00, 0x07, 0x08, 0x0a, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0xad, 0x200b, 0x200d, 0x2028, 0x2029,
        0x202e, 0x2066, 0xfeff, 0xd800, 0xe000, 0xe0001, 0xffff
      })
  void controlAndInvisibleCharactersAreWrittenAsNumbers(int codePoint) {
    String text = "a" + Character.toString(codePoint) + "b";
    assertEquals("a\\u{" + Integer.toHexString(codePoint) + "}b", TerminalText.escaped(text));
  }

  @Test
  void plainTextOfAnyScriptStays() {
    String text = "http://a/ naïve 蜘蛛 паук عنكبوت 🕷 \\";
    assertEquals(text, TerminalText.escaped(text));
  }

  @Test
  void anyKindOfSpaceIsASpace() {
    assertEquals("a b c", TerminalText.escaped("a\u00a0b\u3000c"));
  }

  @ParameterizedTest
  @CsvSource({
    "abc, 3, abc",
    "abc, 4, abc",
    "abc, 2, a…",
    "abc, 1, …",
    "abc, 0, ''",
    "'', 0, ''",
    "蜘蛛, 4, 蜘蛛",
    "蜘蛛, 3, 蜘…",
    "蜘蛛, 2, …",
    "a蜘, 2, a…",
    "🕷🕷, 1, …",
  })
  void textIsCutToColumnsWithAnEllipsis(String text, int columns, String cut) {
    assertEquals(cut, TerminalText.cut(text, columns));
  }

  @Test
  void combiningMarksTakeNoColumn() {
    assertEquals("e\u0301e\u0301", TerminalText.cut("e\u0301e\u0301", 2));
  }

  @Test
  void aCutNeverSplitsASurrogatePair() {
    for (int columns = 0; columns < 12; columns++) {
      String cut = TerminalText.cut("🕷a🕷b🕷c🕷", columns);
      assertTrue(
          cut.codePoints().noneMatch(c -> c >= 0xd800 && c <= 0xdfff),
          columns + " columns: " + cut);
    }
  }
}
