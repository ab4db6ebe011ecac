package dev.arachne.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WarcFieldsTest {
  private final WarcFields fields =
      WarcFields.builder()
          .add(WarcFields.TYPE, WarcType.RESPONSE.text())
          .add(WarcFields.PROTOCOL, "http/1.1")
          .add("warc-protocol", "tls/1.3")
          .add(WarcFields.TRUNCATED, Optional.empty())
          .build();

  @Test
  void namesAreLookedUpWhateverTheirCase() {
    assertEquals(Optional.of("response"), fields.first("wArC-tYpE"));
    assertEquals(Optional.of(WarcType.RESPONSE), fields.type());
    assertEquals(Optional.empty(), fields.first(WarcFields.TRUNCATED));
  }

  @Test
  void aNameMayStandSeveralTimes() {
    assertEquals(List.of("http/1.1", "tls/1.3"), fields.all(WarcFields.PROTOCOL));
  }

  @Test
  void aTypeThatTheStandardDoesNotHaveIsEmpty() {
    var other = WarcFields.builder().add(WarcFields.TYPE, "screenshot").build();
    assertEquals(Optional.empty(), other.type());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nWARC-Type: response", "a\nb", "a\0b"})
  void aValueCannotBeginALine(String value) {
    assertThrows(
        IllegalArgumentException.class, () -> new WarcFields.Field(WarcFields.TARGET_URI, value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a:b", "ä"})
  void aNameIsAToken(String name) {
    assertThrows(IllegalArgumentException.class, () -> new WarcFields.Field(name, "x"));
  }
}
