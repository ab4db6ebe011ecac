package dev.arachne.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FreshnessTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "max-age=60 | - | 60",
        "Public, MAX-AGE=60, immutable | - | 60",
        "max-age=\"60\" | - | 60",
        "max-age=60 | 20 | 40",
        "max-age=60 | 70 | 0",
        "max-age=60 | soon | 60",
        "no-cache, max-age=60 | - | 0",
        "max-age=60, no-store | - | 0",
        "s-maxage=60 | - | 0",
        "max-age=-1 | - | 0",
        "max-age=1h | - | 0",
        "max-age=99999999999999999999 | - | 315360000",
        "- | - | 0",
      })
  void anAnswerIsFreshForTheTimeThatItSays(
      @Nullable String cacheControl, @Nullable String age, long seconds) {
    List<String> fields = new ArrayList<>();
    if (cacheControl != null) {
      fields.addAll(List.of("Cache-Control", cacheControl));
    }
    if (age != null) {
      fields.addAll(List.of("Age", age));
    }
    Headers headers = Headers.of(fields.toArray(String[]::new));
    assertEquals(Duration.ofSeconds(seconds), Freshness.of(headers));
  }
}
