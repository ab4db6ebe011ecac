package dev.arachne.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QuantityTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "999, 999",
    "1000, '1,000'",
    "10249, '10,249'",
    "-999, -999",
    "-1000, '-1,000'",
    "9223372036854775807, '9,223,372,036,854,775,807'",
  })
  void aCountHasACommaBeforeEveryThreeDigits(long count, String text) {
    assertEquals(text, Quantity.count(count));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.04, 0.0",
    "0.3, 0.3",
    "9.94, 9.9",
    "9.96, 10",
    "12.4, 12",
    "2499.3, '2,499'",
  })
  void aRateHasADecimalOnlyWhereItMatters(double rate, String text) {
    assertEquals(text, Quantity.rate(rate));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "950, 950 B",
    "999, 999 B",
    "1000, 1.0 kB",
    "1234567, 1.2 MB",
    "267000000, 267 MB",
    "999499999, 999 MB",
    "999500000, 1.0 GB",
    "9223372036854775807, 9.2 EB",
  })
  void bytesAreScaledToTheirUnit(long bytes, String text) {
    assertEquals(text, Quantity.bytes(bytes));
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0 ms",
    "PT0.04S, 40 ms",
    "PT4.1S, 4.1 s",
    "PT9.96S, 10 s",
    "PT59.4S, 59 s",
    "PT59.6S, 1 min 00 s",
    "PT2M5S, 2 min 05 s",
    "PT3H20M59S, 3 h 20 min",
    "PT52H, 2 d 4 h",
  })
  void aTimeHasOneOrTwoUnits(Duration time, String text) {
    assertEquals(text, Quantity.time(time));
  }
}
