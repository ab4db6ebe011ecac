package dev.arachne.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | PT0S",
        "120 | PT2M",
        "999999999 | PT1H",
        "9999999999 | PT1H",
        "99999999999999999999999 | PT1H",
        "Sat, 21 Nov 2026 12:00:07 GMT | PT7S",
        "Sat, 21 Nov 2026 11:00:00 GMT | PT0S"
      })
  void aNumberOfSecondsAndADateAreRead(String text, Duration expected) {
    assertEquals(Optional.of(expected), RetryAfter.parse(text, NOW));
  }

  @ParameterizedTest
  @CsvSource({"soon", "-1", "1.5", "''", "9999999999s"})
  void aLineThatIsNeitherIsIgnored(String text) {
    assertEquals(Optional.empty(), RetryAfter.parse(text, NOW));
  }
}
