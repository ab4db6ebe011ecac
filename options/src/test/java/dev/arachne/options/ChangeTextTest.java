package dev.arachne.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "pause",
        "resume",
        "stop",
        "undo",
        "undo=3",
        "exclude=/a=b/",
        "exclude=[0-9]{4}:x",
        "open=/shop/*.php?color&size",
        "delay=2s",
        "delay=500ms",
        "delay=1.5ms",
        "delay=0s",
        "delay=a.example:2s",
        "delay=a.example:8080:2s",
        "delay=[::1]:8080:2s",
        "delay=[::1]:2s",
        "max-pages=100",
        "max-depth=0"
      })
  void theTextOfAChangeIsReadAsTheChange(String text) throws Exception {
    assertEquals(text, ChangeText.parse(text).text());
  }

  @ParameterizedTest
  @CsvSource({
    "delay=2, delay=2s",
    "delay=1m, delay=60s",
    "delay=A.Example:2, delay=a.example:2s",
    "delay=a.example:443:2, delay=a.example:80:2s",
    "limit=7, max-pages=7",
    "depth=7, max-depth=7"
  })
  void argumentsAreReadAsValuesOfOptionsAre(String typed, String text) throws Exception {
    assertEquals(text, ChangeText.parse(typed).text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "paus | paus: is not a change; use one of",
        "pause=1 | pause: is not a change; use one of",
        "exclude | exclude: is not a change; use one of",
        "exclude= | exclude: a pattern is needed, as in exclude=/calendar/",
        "exclude=( | exclude: '(' is not a regular expression: unclosed group",
        "open= | open: a template is needed, as in open=/calendar/#/#",
        "open=calendar | open: 'calendar' is not a template, which begins with a slash",
        "delay=x | delay: 'x' is not a time; use seconds as in 1.5, or 500ms, 2s, 1m",
        "delay=a/b:2s | delay: 'a/b' is not a host name; use delay=TIME",
        "delay=:2s | delay: '' is not a host name; use delay=TIME",
        "max-pages=0 | max-pages: 0 is too small; use 1 or more",
        "undo=0 | undo: 0 is too small; use 1 or more",
        "undo=x | undo: 'x' is not a whole number; use 1 or more"
      })
  void aMistakeIsSaidInALine(String typed, String told) {
    var mistake = assertThrows(UsageException.class, () -> ChangeText.parse(typed));
    String said = String.valueOf(mistake.getMessage());
    assertEquals(told, said.substring(0, Math.min(told.length(), said.length())));
  }

  @Test
  void aPatternThatIsTooLongForARowIsRefused() {
    String typed = "exclude=" + "a".repeat(5_000);
    assertThrows(UsageException.class, () -> ChangeText.parse(typed));
  }
}
