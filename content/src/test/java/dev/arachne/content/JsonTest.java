package dev.arachne.content;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a': [1, 'x', true, null], 'b': null} | {a=[1, x, true]}",
        " <!-- {'a': 1} --> | {a=1}",
        "`//<![CDATA[\n{'a': 1}\n//]]>` | {a=1}",
        "`{'a': 'two\nlines'}` | `{a=two\nlines}`",
        "{'a': [1,], 'a': 2,} | {a=[1]}",
        "{'a': {'b': [1, {'c': 2 | {a={b=[1, {c=2}]}}",
        "{'a': 1, b: 2} | {a=1}",
        "{'a': '\\d\\u00e9\\x'} | {a=déx}",
        "'text' | text",
        "`` | null",
        "function() {} | null"
      })
  void itIsReadAsFarAsItCanBe(String text, String value) {
    assertEquals(value, String.valueOf(Json.read(text.replace('\'', '"'))));
  }

  @org.junit.jupiter.api.Test
  void deepAndLongMarkupEndsEarly() {
    Json.read("[".repeat(1_000_000));
    assertEquals(
        20_000, ((java.util.List<?>) Json.read("[" + "1,".repeat(50_000) + "]")).size() + 1);
  }
}
